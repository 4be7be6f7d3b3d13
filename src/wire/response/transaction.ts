import * as z from 'zod/mini';
import { lazily } from './lazily.js';
import { requiredFields } from './check.js';
import {
  messageOrNone,
  namedOrNone,
  numeralOrNone,
  objectOrNone,
  someText,
  sumOrNone,
  testOrNone,
  textOrNone,
} from './values.js';

// No other fields are kept: a PAN or a verification value that a gateway repeats is dropped, even inside these texts. Token
// and stamp are kept unchanged: they are identifiers, and may consist of digits by chance.
/** Spec 2.6: a card as the gateway shows it, masked. */
export const cardData = lazily(() =>
  z.object({
    holder: messageOrNone,
    stamp: textOrNone,
    brand: messageOrNone,
    last_4: messageOrNone,
    first_1: messageOrNone,
    bin: messageOrNone,
    issuer_country: textOrNone,
    issuer_name: messageOrNone,
    product: messageOrNone,
    exp_month: numeralOrNone,
    exp_year: numeralOrNone,
    token: textOrNone,
    token_provider: textOrNone,
  }),
);
export type CardData = z.infer<typeof cardData>;

/** Spec 2.6: the parameter check inside a transfer. `bank_fee` is in major units. */
export const verifyP2pResult = lazily(() =>
  z.looseObject({
    status: textOrNone,
    message: messageOrNone,
    amount: sumOrNone,
    currency: namedOrNone,
    bank_fee: numeralOrNone,
    required_fields: z.catch(z.nullish(requiredFields), undefined),
  }),
);

/** Spec 2.6: the bank's answer to the transfer. */
export const p2pResult = lazily(() =>
  z.looseObject({
    ref_id: textOrNone,
    bank_code: textOrNone,
    message: messageOrNone,
    amount: sumOrNone,
    currency: namedOrNone,
    billing_descriptor: textOrNone,
    gateway_id: numeralOrNone,
    status: textOrNone,
  }),
);

/**
 * Spec 2.6: a transaction.
 *
 * Only what money depends on is required: its uid and its status. `status` can be any word: `successful` and `failed` are
 * final, all others are not.
 */
export const transaction = lazily(() =>
  z.looseObject({
    uid: someText,
    id: textOrNone,
    status: z.string(),
    amount: sumOrNone,
    currency: namedOrNone,
    description: textOrNone,
    type: namedOrNone,
    payment_method_type: textOrNone,
    tracking_id: namedOrNone,
    /** Of a capture, a void or a refund: the uid of the payment that it is about. */
    parent_uid: namedOrNone,
    // For a payment that is not a transfer: what was bought, or which subscription was charged. Spec 2.6 covers transfers only.
    product_id: namedOrNone,
    subscription_id: namedOrNone,
    message: messageOrNone,
    test: testOrNone,
    created_at: textOrNone,
    updated_at: textOrNone,
    paid_at: namedOrNone,
    redirect_url: textOrNone,
    receipt_url: textOrNone,
    language: textOrNone,
    credit_card: z.catch(z.nullish(cardData), undefined),
    recipient_card: z.catch(z.nullish(cardData), undefined),
    verify_p2p: z.catch(z.nullish(verifyP2pResult), undefined),
    p2p: z.catch(z.nullish(p2pResult), undefined),
    customer: objectOrNone,
    sender_billing_address: objectOrNone,
    recipient_billing_address: objectOrNone,
    additional_data: objectOrNone,
  }),
);
export type Transaction = z.infer<typeof transaction>;

/** The bank's answer (spec 2.6, `p2p`), which other payments have under the name of their own type. */
export function bankPartOf(payment: Transaction): z.infer<typeof p2pResult> | undefined {
  const { type, p2p } = payment;
  return p2p ?? (type && Object.hasOwn(payment, type) ? p2pResult.safeParse(payment[type]).data : undefined);
}

// A transfer, a product, or a charge of a subscription. Where a gateway names no type, it is one of these.
const PAYMENTS: readonly unknown[] = ['p2p', 'payment', 'authorization', undefined, null];
// What gateways of the family do to a payment afterwards.
const FOLLOW_UPS: readonly unknown[] = ['capture', 'void', 'refund', 'chargeback'];

/**
 * What a transaction is to an order: a `payment` of it, a `follow-up` of one (capture, void, refund, chargeback), `none` of its
 * business (a card that was only saved), or `unknown`: a type that this package doesn't know, which may have moved money.
 */
export function roleOf({ type }: Pick<Transaction, 'type'>): 'payment' | 'follow-up' | 'none' | 'unknown' {
  if (PAYMENTS.includes(type)) return 'payment';
  if (FOLLOW_UPS.includes(type)) return 'follow-up';
  return type === 'tokenization' ? 'none' : 'unknown';
}

/**
 * Whether a transaction's status is final: no later answer changes it.
 *
 * @example
 * const transaction = await client.getTransaction(uid);
 * if (!isFinal(transaction)) askAgainLater(transaction.uid);
 */
export const isFinal = ({ status }: Pick<Transaction, 'status'>): boolean => status === 'successful' || status === 'failed';

const isNamed = (time: string | null | undefined): boolean => !!time?.trim();

/** How a bank says that it did not pay, in upper or lower case. */
const UNPAID = /^(fail|declin|den|error|reject|refus|cancel|expir|incomplete|invalid|insufficient|unsuccess|unpaid)/i;

/** Whether a part of a transaction may say that the bank paid. In doubt it does. */
const mayHavePaid = (part: { readonly status?: string | null | undefined } | null | undefined): boolean => {
  const status = part?.status?.trim();
  return !!status && !UNPAID.test(status);
};

/**
 * Whether a transaction shows a sign that money moved, whatever its status says. The signs are a time of payment, and a bank's part that
 * does not say it refused. A failure with such a sign contradicts itself and proves nothing.
 *
 * @example
 * if (transaction.status === 'failed' && saysMoneyMoved(transaction)) review(transaction.uid);
 */
export const saysMoneyMoved = (payment: Transaction): boolean => isNamed(payment.paid_at) || mayHavePaid(bankPartOf(payment));

/** Whether a transaction says that no money moved: a failure without a sign of the opposite. */
export const isPlainFailure = (payment: Transaction): boolean => payment.status === 'failed' && !saysMoneyMoved(payment);
