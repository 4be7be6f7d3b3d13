import type { State } from '../../flow/state.js';
import type { FieldError } from '../../wire/response/error-body.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { SettingError } from '../errors.js';

/** The gateway's reason for refusing the amount of a check or a transfer; undefined when it did not. */
export function amountRefusal(state: State): string | undefined {
  if (state.step !== 'details') return undefined;
  return state.problems.find(({ path }) => path[0] === 'amount')?.messages.join(', ');
}

/** The error for a fixed amount (in minor units) that the gateway refused: only the page can correct it. */
export const refusedAmount = (amount: number, refusal: string): SettingError =>
  new SettingError(
    'amount',
    'an amount that the gateway takes',
    `${amount}, which it refused with: ${refusal}`,
    'Set another one.',
  );

/** What a check that was refused just now says about saved cards: the gateway doesn't know their tokens any more. */
export function refusedTokens(state: State, previous: State): readonly FieldError[] {
  if (state.step !== 'details' || state.quote.status !== 'unavailable') return [];
  const { error } = state.quote;
  const isNew = previous.step !== 'details' || previous.quote !== state.quote;
  return isNew && error instanceof GatewayError ? error.fields.filter(({ path }) => path[1] === 'token') : [];
}
