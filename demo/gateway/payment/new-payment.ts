import type { EchoedRequest } from '../store/record/echoed-request.js';
import type { Decision } from '../issuer/decide.js';
import type { Purchase, ShownCard, TransactionRecord } from '../store/store.js';

/** A payment from one card that begins: of an order, or of a subscription's charge. */
export interface NewPayment {
  readonly uid: string;
  readonly shopId: number;
  readonly type: 'payment' | 'authorization';
  readonly request: EchoedRequest;
  readonly source: ShownCard;
  readonly purchase: Purchase;
  readonly decision: Decision;
  /** Secret part of the address of its 3-D Secure page. */
  readonly challenge: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** When it fails unless it was paid; null: 30 minutes after its challenge began. */
  readonly expiresAt: number | null;
}

/** The record of a payment that begins: `pending`, until `Payments` carries out what the issuer decided. */
export function newPayment({ at, ...payment }: NewPayment): TransactionRecord {
  return {
    ...payment,
    status: 'pending',
    message: null,
    recipient: null,
    bankFee: null,
    requiredFields: null,
    refId: null,
    createdAt: at,
    updatedAt: at,
    paidAt: null,
    history: [{ at, status: 'pending', message: null }],
  };
}
