import * as z from 'zod/mini';
import { requiredFields } from './check.js';
import { flagOrNone, messageOrNone, minorUnitsOrNone, numeralOrNone, objectOrNone, someText, textOrNone } from './values.js';

// No other fields are kept: a PAN or a verification value that a gateway repeats is dropped, even inside these texts. Token
// and stamp are kept unchanged: they are identifiers, and may consist of digits by chance.
/** Spec 2.6: a card as the gateway shows it, masked. */
export const cardData = z.object({
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
});
export type CardData = z.infer<typeof cardData>;

/** Spec 2.6: the parameter check inside a transfer. `bank_fee` is in major units. */
export const verifyP2pResult = z.looseObject({
  status: textOrNone,
  message: messageOrNone,
  amount: minorUnitsOrNone,
  currency: textOrNone,
  bank_fee: numeralOrNone,
  required_fields: z.catch(z.nullish(requiredFields), undefined),
});

/** Spec 2.6: the bank's answer to the transfer. */
export const p2pResult = z.looseObject({
  ref_id: textOrNone,
  bank_code: textOrNone,
  message: messageOrNone,
  amount: minorUnitsOrNone,
  currency: textOrNone,
  billing_descriptor: textOrNone,
  gateway_id: numeralOrNone,
  status: textOrNone,
});

/**
 * Spec 2.6: a transaction.
 *
 * Only what money depends on is required: its uid and its status. `status` can be any word: `successful` and `failed` are
 * final, all others are not.
 */
export const transaction = z.looseObject({
  uid: someText,
  id: textOrNone,
  status: z.string(),
  amount: minorUnitsOrNone,
  currency: textOrNone,
  description: textOrNone,
  type: textOrNone,
  payment_method_type: textOrNone,
  tracking_id: textOrNone,
  // For a payment that is not a transfer: what was bought, or which subscription was charged. Spec 2.6 covers transfers only.
  product_id: textOrNone,
  subscription_id: textOrNone,
  message: messageOrNone,
  test: flagOrNone,
  created_at: textOrNone,
  updated_at: textOrNone,
  paid_at: textOrNone,
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
});
export type Transaction = z.infer<typeof transaction>;

/** The bank's answer (spec 2.6, `p2p`), which other payments have under the name of their own type. */
export function bankPartOf(payment: Transaction): z.infer<typeof p2pResult> | undefined {
  const { type, p2p } = payment;
  return p2p ?? (type && Object.hasOwn(payment, type) ? p2pResult.safeParse(payment[type]).data : undefined);
}

/** Whether a transaction's status is final: no later answer changes it. */
export const isFinal = ({ status }: Pick<Transaction, 'status'>): boolean => status === 'successful' || status === 'failed';

const isNamed = (time: string | null | undefined): boolean => !!time?.trim();

/**
 * Whether a transaction has a sign that money moved, whatever its status says: a time of payment, or a bank's part that was
 * successful. A failure that says so contradicts itself, and proves nothing.
 */
export const saysMoneyMoved = (payment: Transaction): boolean =>
  isNamed(payment.paid_at) || payment.p2p?.status === 'successful' || bankPartOf(payment)?.status === 'successful';
