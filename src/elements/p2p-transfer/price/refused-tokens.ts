import { GatewayError } from '../../../wire/response/gateway-error.js';
import type { State } from '../../../flow/state.js';
import type { FieldError } from '../../../wire/response/error-body.js';

/** What a check that was refused just now says about saved cards: the gateway doesn't know their tokens any more. */
export function refusedTokens(state: State, previous: State): readonly FieldError[] {
  if (state.step !== 'details' || state.quote.status !== 'unavailable') return [];
  const { error } = state.quote;
  const isNew = previous.step !== 'details' || previous.quote !== state.quote;
  return isNew && error instanceof GatewayError ? error.fields.filter(({ path }) => path[1] === 'token') : [];
}
