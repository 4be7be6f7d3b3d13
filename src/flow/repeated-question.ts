import type { State } from './state.js';

/** Whether the payer is asked the same question again: their press had no effect, or something has changed meanwhile. */
export function isQuestionRepeated(state: State, previous: State): boolean {
  if (state.step !== 'details' || previous.step !== 'details') return false;
  const { quote } = state;
  const { quote: before } = previous;
  if (quote.status !== 'given' || before.status !== 'given' || quote.confirm === undefined) return false;
  return quote.confirm === before.confirm && quote.isUnread === true && before.isUnread !== true;
}
