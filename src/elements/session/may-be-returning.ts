import { isTabBusy } from '../../flow/record/record-store.js';
import { uidInAddress } from '../page/return-address.js';
import { webStorage } from '../page/storage.js';

/** Whether the payer may be back from a payment of a kind in this tab. Until the key is imported, they see no empty form then. */
export function mayBeReturning(kind: string): boolean {
  try {
    const storages = { local: webStorage('localStorage'), tab: webStorage('sessionStorage') };
    return uidInAddress() !== undefined || isTabBusy(kind, storages);
  } catch {
    return false;
  }
}
