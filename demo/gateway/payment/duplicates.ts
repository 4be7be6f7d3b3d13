import type { Clock } from '../time/clock.js';
import { duplicate } from '../http/error-response.js';
import type { Store } from '../store/store.js';
import type { Vault } from '../crypto/vault.js';

/** Spec 8: within this many milliseconds of one payment, the same again is a duplicate. */
export const DUPLICATE_WINDOW = 30_000;

/** A payment as the duplicate check compares it. */
export interface Payment {
  readonly shopId: number;
  /** The source card's PAN, or its token where the sandbox is told to compare tokens. */
  readonly source: string;
  /** Minor units. */
  readonly amount: number;
  readonly sealIds: readonly string[];
  /** Spec 2.5 duplicate_check. False drops the comparison, but a sealed section still pays only once. */
  readonly compare: boolean;
}

/**
 * Takes a payment for the first of its kind. Called after everything that could still refuse the request: what was
 * refused never was a first one.
 *
 * @throws Refusal 422 when it is not.
 */
export async function claimPayment(
  { shopId, source, amount, sealIds, compare }: Payment,
  { clock, store, vault }: { readonly clock: Clock; readonly store: Store; readonly vault: Vault },
): Promise<void> {
  const at = clock.now();
  const claimed = await store.payments.claim({
    sealIds,
    fingerprint: vault.hash('payment', `${shopId} ${source} ${amount}`),
    at,
    since: compare ? at - DUPLICATE_WINDOW : null,
  });
  if (!claimed) throw duplicate('the same card and amount within 30 seconds');
}
