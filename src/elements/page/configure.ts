import { SettingConflictError } from '../errors.js';
import { type CheckoutConfiguration, type Limits, readLimits } from './limits.js';
import { changePage, page } from './page.js';

/** Why limits can't be set; undefined when they are set, now or before. */
export function setLimits(limits: Limits): SettingConflictError | undefined {
  const { limits: first } = page();
  if (!first) changePage({ limits });
  if (!first || JSON.stringify(first) === JSON.stringify(limits)) return undefined;
  return new SettingConflictError('settings_conflict', 'configure', {
    expected: 'the same limits as before',
    got: 'others',
    cure: 'The first ones stay. Set them once: by configure(), or by the data- attributes of the script’s tag.',
  });
}

/**
 * Limits every element of the page, including those that exist already, to your gateways, keys and isolated fields: an element with
 * others refuses to work. The first call counts. On a server it only validates its argument.
 *
 * @throws TypeError for anything but lists of origins, keys and addresses of isolated fields.
 * @throws SettingConflictError `settings_conflict` when the page has other limits already, which stay.
 */
export function configure(configuration: CheckoutConfiguration): void {
  const limits = readLimits(configuration);
  const conflict = typeof window === 'undefined' ? undefined : setLimits(limits);
  if (conflict) throw conflict;
}
