import { uidInAddress } from '../page/return-address.js';
import { webStorage } from '../page/storage.js';

/** The record store's key prefixes: for the attempt that a tab is in the middle of, and for the record of an attempt. */
const TAB = 'checkout-elements-tab:';
const RECORD = 'checkout-elements:';

/**
 * Whether the payer may be back from a payment of a kind in this tab. Records are named by their key, which is still being imported:
 * until then the payer sees no empty form.
 */
export function mayBeReturning(kind: string): boolean {
  if (uidInAddress() !== undefined) return true;
  const tab = webStorage('sessionStorage');
  try {
    const names = Array.from({ length: tab?.length ?? 0 }, (_, index) => tab?.key(index) ?? '');
    return names.some((name) => {
      if (!name.startsWith(TAB + kind)) return false;
      const record = `${RECORD}${kind}:${name.slice((TAB + kind).length)}:${tab?.getItem(name)}`;
      const text = webStorage('localStorage')?.getItem(record) ?? tab?.getItem(record);
      return text != null && !text.includes('"phase":"ended"');
    });
  } catch {
    return false;
  }
}
