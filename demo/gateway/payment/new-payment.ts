import type { TransactionRecord } from '../store/store.js';

/** A new payment: a transfer, an order, or a subscription's charge; or what follows one. */
export interface NewPayment
  extends
    Pick<
      TransactionRecord,
      'uid' | 'shopId' | 'type' | 'request' | 'source' | 'purchase' | 'decision' | 'challenge' | 'expiresAt'
    >,
    Partial<Pick<TransactionRecord, 'recipient' | 'bankFee' | 'requiredFields' | 'parentUid'>> {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The record of a new payment: `pending` until `Payments` carries out the issuer's decision. */
export function newPayment({ at, ...payment }: NewPayment): TransactionRecord {
  return {
    recipient: null,
    bankFee: null,
    requiredFields: null,
    parentUid: null,
    ...payment,
    status: 'pending',
    message: null,
    refId: null,
    createdAt: at,
    updatedAt: at,
    paidAt: null,
    history: [{ at, status: 'pending', message: null }],
  };
}
