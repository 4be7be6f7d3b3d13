import type { TransactionRecord } from '../../../demo/gateway/store/store.js';
import { fingerprintOf } from '../network/exchange.js';
import type { Terms } from '../world/terms.js';
import type { Witness } from './witness.js';

/** A transaction as the gateway has stored it. Runs are judged by these. */
export interface Booked {
  readonly uid: string;
  readonly trackingId: string;
  readonly status: TransactionRecord['status'];
  /** Minor units. */
  readonly amount: number;
  /** True time (ms). */
  readonly createdAt: number;
  /** When it got the status it has (ms). */
  readonly updatedAt: number;
  /** The request that made it. */
  readonly fingerprint: string | undefined;
}

interface Delivery {
  readonly at: number;
  readonly fingerprint: string;
  readonly trackingId: string | undefined;
}

/** Records when each request reached the gateway, so that each transaction can be traced to the request that made it. */
export class Ledger {
  readonly #deliveries: Delivery[] = [];

  /** Call this when a request that moves money has reached the gateway. */
  delivered(at: number, path: string, body: Buffer): void {
    const { request } = JSON.parse(body.toString()) as { readonly request?: { readonly tracking_id?: string } };
    this.#deliveries.push({ at, fingerprint: fingerprintOf(path, body), trackingId: request?.tracking_id });
  }

  /** How often a request reached the gateway. */
  timesDelivered(fingerprint: string): number {
    return this.#deliveries.filter((one) => one.fingerprint === fingerprint).length;
  }

  booked(transactions: readonly TransactionRecord[]): Booked[] {
    return transactions.map(({ uid, status, createdAt, updatedAt, request }) => {
      const trackingId = request.tracking_id ?? '';
      const made = this.#deliveries.findLast((one) => one.at <= createdAt && one.trackingId === trackingId);
      return { uid, trackingId, status, amount: request.amount, createdAt, updatedAt, fingerprint: made?.fingerprint };
    });
  }
}

/**
 * The requests of which the browser or a proxy sent a copy that no page could see, and whose copies fail in a form that an honest
 * decline has too. Without a server to ask, a page can't tell them apart.
 */
export const unseenCopies = (
  ledger: Ledger,
  { sent }: Pick<Witness, 'sent'>,
  { habit, resolveStatus }: Pick<Terms, 'habit' | 'resolveStatus'>,
): ReadonlySet<string> =>
  new Set(
    sent
      .filter(({ fingerprint, times }) => times === 1 && ledger.timesDelivered(fingerprint) > 1)
      .filter(() => habit.refused === 'transaction' && !resolveStatus)
      .map(({ fingerprint }) => fingerprint),
  );
