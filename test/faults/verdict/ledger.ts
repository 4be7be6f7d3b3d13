import type { TransactionRecord } from '../../../demo/gateway/store/store.js';
import { fingerprintOf } from '../network/exchange.js';

/** A transaction as the gateway has stored it. Runs are judged by these. */
export interface Booked {
  readonly uid: string;
  readonly trackingId: string;
  readonly status: TransactionRecord['status'];
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

  booked(transactions: readonly TransactionRecord[]): Booked[] {
    return transactions.map(({ uid, status, createdAt, updatedAt, request }) => {
      const trackingId = request.tracking_id ?? '';
      const made = this.#deliveries.findLast((one) => one.at <= createdAt && one.trackingId === trackingId);
      return { uid, trackingId, status, createdAt, updatedAt, fingerprint: made?.fingerprint };
    });
  }
}
