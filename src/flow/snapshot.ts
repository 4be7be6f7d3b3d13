import type { PaymentSettings } from './payment-kind.js';

/**
 * A copy of the page's settings that it can't change any more.
 *
 * @throws TypeError when the amount is no whole number of minor units.
 */
export function snapshot<Settings extends PaymentSettings>(settings: Settings): Settings {
  const { amount } = settings;
  if (amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 0)) {
    throw new TypeError(`amount: expected a whole number of minor units; got ${String(amount)} (${typeof amount}).`);
  }
  return JSON.parse(JSON.stringify(settings)) as Settings;
}
