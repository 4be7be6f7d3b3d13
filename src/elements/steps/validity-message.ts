import { isUnknown, type State } from '../../flow/state.js';
import type { Words } from '../../locales/catalogue.js';

/** The message that keeps a surrounding form from being sent; undefined once the payment is made. */
export function validityMessage(state: State, complete: boolean, words: Words): string | undefined {
  if (isUnknown(state)) return words.unknown;
  if (state.step === 'outcome' && state.result.outcome === 'successful') return undefined;
  if (state.step === 'unrecognized') return words.unrecognized_text;
  return words[state.step === 'details' && !complete ? 'number.empty' : 'not_sent_yet'];
}
