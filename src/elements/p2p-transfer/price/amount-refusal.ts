import type { State } from '../../../flow/state.js';
import { SettingError } from '../../errors.js';

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
