import { isUnknown, type State } from '../../flow/state.js';
import type { Messages } from '../../locales/catalogue.js';

/** What keeps a surrounding form from being sent; undefined once the payment is made. */
export function missingText(state: State, complete: boolean, messages: Messages): string | undefined {
  if (isUnknown(state)) return messages.unknown;
  if (state.step === 'outcome' && state.result.outcome === 'successful') return undefined;
  if (state.step === 'unrecognized') return messages.unrecognized_text;
  return messages[state.step === 'details' && !complete ? 'number.empty' : 'not_sent_yet'];
}
