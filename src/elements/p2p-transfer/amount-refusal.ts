import type { State } from '../../flow/state.js';
import { SettingError } from '../errors.js';

/** Why the gateway refused the amount of a check or a transfer; undefined when it did not. */
export function amountRefusal(state: State): string | undefined {
  if (state.step !== 'details') return undefined;
  return state.problems.find(({ path }) => path[0] === 'amount')?.messages.join(', ');
}

/** The error for the page where the payer can't type another amount (in minor units): only the page can correct it. */
export const refusedAmount = (amount: number, refusal: string): SettingError =>
  new SettingError(
    'amount',
    'an amount that the gateway takes',
    `${amount}, which it refused with: ${refusal}`,
    'Set another one.',
  );
