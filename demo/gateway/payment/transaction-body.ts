import { cardBody } from '../card/saved-card.js';
import type { TransactionRecord } from '../store/store.js';
import { timestampOf } from '../time/clock.js';

const timeOrNull = (time: number | null): string | null => (time === null ? null : timestampOf(time));

function verifyP2pOf({ decision, request, bankFee, requiredFields }: TransactionRecord) {
  const failed = decision.kind === 'failed' && decision.unverified;
  return {
    status: failed ? 'failed' : 'successful',
    message: failed ? decision.message : 'Transfer is possible',
    amount: request.amount,
    currency: request.currency,
    ...(!failed && { bank_fee: Number(bankFee) }),
    required_fields: requiredFields,
  };
}

// The bank's part of the body. Its name is the transaction's type, as spec 2.6 has it for transfers.
function bankPartOf({ status, decision, request, message, refId }: TransactionRecord, shopName: string) {
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

// The fields of one type of transaction only.
function particulars(record: TransactionRecord) {
  const { type, recipient, purchase } = record;
  if (record.parentUid !== null) return { parent_uid: record.parentUid };
  if (type === 'p2p') return { recipient_card: recipient && cardBody(recipient), verify_p2p: verifyP2pOf(record) };
  // Gateways of the family name no product here.
  return purchase?.kind === 'subscription' ? { subscription_id: purchase.id } : {};
}

/** The addresses of a transaction's pages; `checkout` is the gateway's address without a trailing slash. */
export const pagesOf = ({ uid, challenge }: Pick<TransactionRecord, 'uid' | 'challenge'>, checkout: string) => ({
  redirect_url: `${checkout}/3ds/${challenge}`,
  receipt_url: `${checkout}/receipts/${uid}`,
});

/** The body of a transaction: every field of spec 2.6 for a transfer, the shared ones for any other. */
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
    // Neither a payer nor a bank's page has a part in what follows a payment.
    ...(record.parentUid === null && pagesOf(record, checkout)),
    credit_card: cardBody(record.source),
    ...particulars(record),
    [record.type]: bankPartOf(record, shopName),
  };
}
