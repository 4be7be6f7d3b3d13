import type { Outcome } from '../../../flow/state.js';
import { bankPartOf } from '../../../wire/response/transaction.js';

/** Why a payment was declined, as far as the payer can act on it. Each has a sentence `decline.…`. */
export type DeclineReason =
  | 'funds'
  | 'limit'
  | 'expired'
  | 'number'
  | 'code'
  | 'canceled'
  | 'identity'
  | 'blocked'
  | 'fault'
  | 'declined';

// ISO 8583 response codes, and those that card networks have added. A lost or stolen card is only called declined: the bank
// informs the owner, and a thief learns nothing here.
const CODES: Readonly<Partial<Record<DeclineReason, string>>> = {
  funds: '51 116',
  limit: '61 65 121 123',
  expired: '33 54 101',
  number: '14 15 56 111',
  code: '82 N7',
  identity: '1A 88',
  blocked: '57 58 62 93 119 120',
  fault: '06 19 22 68 90 91 92 96 907 909 911',
  declined: '01 02 03 04 05 07 34 35 36 37 38 41 43 59 63 67 75 100 102 104 200 208 209',
};

// For gateways that send no code, or one of their own. The first match counts.
const MESSAGES: readonly (readonly [DeclineReason, RegExp])[] = [
  ['funds', /insufficient|not enough|недостаточно/i],
  ['canceled', /authenticat\w* (was )?cancel|cancel\w* by (the )?(cardholder|customer|payer|user)/i],
  ['identity', /3-?d[ -]?s|authenticat|not confirmed|аутентифик/i],
  ['limit', /limit|exceed|лимит|превыш/i],
  ['expired', /card (has |is )?expired|expired card|срок действия/i],
  ['code', /\bcv[cv]|security code|verification value/i],
  ['number', /(invalid|wrong|no such) card|card number/i],
  ['blocked', /not (allowed|permitted|supported)|restricted/i],
  ['fault', /system (error|malfunction)|unavailable|technical/i],
  ['declined', /declin|do not hono|отклон/i],
];

/** The bank's own message about a failed payment, in the bank's language. */
export function bankMessageOf({ transaction, message }: Extract<Outcome, { outcome: 'failed' }>): string | undefined {
  // If the merchant's server reported the failure, the transaction may be from an earlier answer, when the payment was still open.
  if (!transaction) return message || undefined;
  return transaction.status === 'failed' ? transaction.message || bankPartOf(transaction)?.message || undefined : undefined;
}

/** Why a payment failed, by the bank's code or else its message; undefined if we know neither. */
export function declineReasonOf(result: Extract<Outcome, { outcome: 'failed' }>): DeclineReason | undefined {
  const message = bankMessageOf(result);
  const { transaction } = result;
  const code = transaction?.status === 'failed' ? bankPartOf(transaction)?.bank_code?.trim().toUpperCase() : undefined;
  const byCode = Object.entries(CODES).find(([, codes]) => code && codes.split(' ').includes(code))?.[0];
  const byMessage = MESSAGES.find(([, pattern]) => message && pattern.test(message))?.[0];
  return (byCode as DeclineReason | undefined) ?? byMessage;
}

/** The reasons for which the same card may do. For all others, the way on is another card. */
const RETRIED: readonly (DeclineReason | undefined)[] = ['number', 'code', 'canceled', 'identity', 'fault'];

/** Whether the payer's next step is another card, rather than another try with this one. */
export const needsAnotherCard = (result: Extract<Outcome, { outcome: 'failed' }>): boolean =>
  !RETRIED.includes(declineReasonOf(result));

/**
 * Whether a message of the bank says no more than the reason, which the payer reads in their own language. One that says more has a
 * figure, or a second part: "… failed: wrong code".
 */
export const repeatsReason = (message: string, reason: DeclineReason | undefined): boolean =>
  !/[\d:;,.]./.test(message.replace(/3-?d/i, '')) &&
  MESSAGES.some(([each, pattern]) => (each === reason || each === 'declined') && pattern.test(message));
