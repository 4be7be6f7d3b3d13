import { type CheckoutConfiguration, readLimits } from './limits.js';
import { limitPage } from './page.js';

/**
 * Limits every element of the page, including those that exist already, to your gateways, keys and isolated fields: an element with
 * others refuses to work. The first call counts. On a server it only validates its argument.
 *
 * @example
 * configure({
 *   checkoutOrigins: ['https://checkout.gateway.example'],
 *   publicKeys: [publicKey],
 * });
 *
 * @throws TypeError for anything but lists of origins, keys and addresses of isolated fields.
 * @throws SettingConflictError `settings_conflict` when the page has other limits already, which stay, or another script was there first.
 */
export function configure(configuration: CheckoutConfiguration): void {
  const limits = readLimits(configuration);
  const conflict = typeof window === 'undefined' ? undefined : limitPage(limits);
  if (conflict) throw conflict;
}
