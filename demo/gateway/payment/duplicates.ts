import type { Vault } from '../crypto/vault.js';
import { duplicate } from '../http/error-response.js';
import type { Store } from '../store/store.js';
import type { Clock } from '../time/clock.js';

/** Spec 8: the same payment again within this many milliseconds is a duplicate. */
export const DUPLICATE_WINDOW = 30_000;

/** A payment, for the duplicate check. */
export interface ClaimedPayment {
  readonly shopId: number;
  /** The source card's PAN, or its token if the sandbox compares tokens. */
  readonly source: string;
  /** Minor units. */
  readonly amount: number;
  readonly sealIds: readonly string[];
  /** Spec 2.5 duplicate_check. False skips the comparison, but a sealed section still pays only once. */
  readonly compare: boolean;
}

/**
 * Records a payment for the duplicate check. Call it after everything else that could refuse the request: a refused request
 * must not block the next one.
 *
 * @throws Refusal 422 for a duplicate.
 */
export async function claimPayment(
  { shopId, source, amount, sealIds, compare }: ClaimedPayment,
  { clock, store, vault }: { readonly clock: Clock; readonly store: Store; readonly vault: Vault },
): Promise<void> {
  const at = clock.now();
  const claimed = await store.duplicateClaims.claim({
    sealIds,
    fingerprint: vault.hash('payment', `${shopId} ${source} ${amount}`),
    at,
    since: compare ? at - DUPLICATE_WINDOW : null,
  });
  if (!claimed) throw duplicate('the same card and amount within 30 seconds');
}
