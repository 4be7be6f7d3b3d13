import { timestampOf } from './clock.js';
import type { TransactionRecord } from './store/store.js';

const timeOrNull = (time: number | null): string | null => (time === null ? null : timestampOf(time));

function verifyP2pOf({ decision, request, bankFee, requiredFields }: TransactionRecord) {
  const failed = decision.kind === 'failed' && decision.unverified;
  return {
    status: failed ? 'failed' : 'successful',
    message: failed ? decision.message : 'Transfer is possible',
    amount: request.amount,
    currency: request.currency,
    ...(!failed && { bank_fee: Number(bankFee) }),
    required_fields: requiredFields ?? { credit_card: [], recipient_card: [] },
  };
}

function p2pOf({ status, decision, request, message, refId }: TransactionRecord, shopName: string) {
  const settled = status === 'successful' || status === 'failed';
  return {
    ref_id: refId,
    bank_code: status === 'successful' ? '00' : settled && decision.kind === 'failed' ? decision.bankCode : null,
    auth_code: null,
    rrn: null,
    message,
    amount: request.amount,
    currency: request.currency,
    billing_descriptor: `SANDBOX*${shopName.toUpperCase()}`,
    gateway_id: 1,
    status,
  };
}

/** Where the pages of a transaction are: `checkout` is the address without trailing slash. */
export const pagesOf = ({ uid, challenge }: Pick<TransactionRecord, 'uid' | 'challenge'>, checkout: string) => ({
  redirect_url: `${checkout}/3ds/${challenge}`,
  receipt_url: `${checkout}/receipts/${uid}`,
});

/** Writes a transaction as spec 2.6 has it, with every field of its tables. */
export function transactionBody(record: TransactionRecord, shopName: string, checkout: string) {
  return {
    ...record.request,
    uid: record.uid,
    id: record.uid,
    status: record.status,
    status_code: null,
    type: record.type,
    payment_method_type: 'credit_card',
    message: record.message,
    created_at: timestampOf(record.createdAt),
    updated_at: timestampOf(record.updatedAt),
    paid_at: timeOrNull(record.paidAt),
    ...pagesOf(record, checkout),
    credit_card: record.source,
    recipient_card: record.recipient,
    verify_p2p: verifyP2pOf(record),
    p2p: p2pOf(record, shopName),
  };
}
