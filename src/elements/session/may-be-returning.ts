import { isTabBusy } from '../../flow/record/record-store.js';
import { uidInAddress } from '../page/return-address.js';
import { webStorage } from '../page/storage.js';

/** Whether the payer may be back from a payment of a kind in this tab. Until the key is imported, they see no empty form then. */
export function mayBeReturning(kind: string): boolean {
  try {
    if (uidInAddress() !== undefined) return true;
    return isTabBusy(kind, {
      tab: webStorage('sessionStorage'),
      // Opened only if this tab has begun a payment: it is read before the first draw.
      get local() {
        return webStorage('localStorage');
      },
    });
  } catch {
    return false;
  }
}
