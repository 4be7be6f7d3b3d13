import type { State } from '../../flow/state.js';
import { SettingError } from '../errors.js';

/** What the gateway said of the amount, where it refused a check or a transfer for it. */
export function amountRefusal(state: State): string | undefined {
  if (state.step !== 'details') return undefined;
  return state.problems.find(({ path }) => path[0] === 'amount')?.messages.join(', ');
}

/** What the page is told of it where the payer can't type another amount (in minor units): it is the page's to mend. */
export const refusedAmount = (amount: number, refusal: string): SettingError =>
  new SettingError('amount', 'an amount that the gateway takes', `${amount}, of which it says: ${refusal}`, 'Set another one.');
