import type { PaymentSettings } from './payment-kind.js';

/**
 * The page's settings as a text: two with the same text are equal.
 *
 * @throws TypeError when the amount is no whole number of minor units.
 */
export function textOf(settings: PaymentSettings): string {
  const { amount } = settings;
  if (amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 0)) {
    throw new TypeError(`amount: expected a whole number of minor units; got ${String(amount)} (${typeof amount}).`);
  }
  return JSON.stringify(settings);
}

/** A copy of the page's settings that it can't change any more. @throws TypeError as `textOf`. */
export const snapshot = <Settings extends PaymentSettings>(settings: Settings): Settings =>
  JSON.parse(textOf(settings)) as Settings;
