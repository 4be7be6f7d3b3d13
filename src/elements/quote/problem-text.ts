import type { State } from '../../flow/state.js';
import { fill } from '../../locales/fill.js';
import type { Words } from '../../locales/messages.js';
import { asSentence } from '../base/gateway-message.js';
import { troubleText } from '../steps/trouble-text.js';
import { amountRefusal } from './refusals.js';

/** The text of an error that belongs to no input. */
export function problemText(
  state: State,
  words: Words,
  { isTest, isAmountFixed }: { readonly isTest: boolean; readonly isAmountFixed: boolean },
): string | undefined {
  if (state.step !== 'details') return undefined;
  const { trouble, press } = state;
  if (trouble) return troubleText(trouble, words, isTest);
  const refusal = isAmountFixed ? amountRefusal(state) : undefined;
  if (refusal !== undefined) return fill(words.amount_refused, { message: asSentence(refusal) }).replace(/ \u2068?\u2069? /, ' ');
  return press?.status === 'ignored' ? words.nothing_sent : undefined;
}
