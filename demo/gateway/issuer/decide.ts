import type { RequiredFields } from '../../../src/wire/response/check.js';
import { hasExpired } from './card-facts.js';
import { asRecipient, asSource, RECIPIENT_FIELDS, SOURCE_FIELDS, type RecipientField, type SourceField } from './cards.js';

/** A card as it reached the issuer. Lives only as long as the request. */
export interface PresentedCard {
  readonly pan: string;
  readonly exp_month?: string | null | undefined;
  readonly exp_year?: string | null | undefined;
  readonly holder?: string | null | undefined;
  readonly verification_value?: string | null | undefined;
  /** A wallet has authenticated its payer. */
  readonly authenticated?: boolean;
}

/** The two cards of a transfer. */
export interface CardPair {
  readonly source: PresentedCard;
  readonly recipient: PresentedCard;
}

/** The issuer's answer to a payment. It contains no card data, so the store may keep it. */
export type Decision =
  | { readonly kind: 'successful' | 'challenge' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** ISO 8583 response code, as banks print it. */
      readonly bankCode: string;
      /** Whether the parameter check already failed (spec 2.6, verify_p2p). */
      readonly unverified: boolean;
    };

const failed = (message: string, bankCode: string, unverified = false): Decision => ({
  kind: 'failed',
  message,
  bankCode,
  unverified,
});

const absent = (card: PresentedCard, field: SourceField | RecipientField): boolean => (card[field] ?? '').trim() === '';

/** The fields that these cards require and the request lacks (spec 2.3); null when the request has them all. */
export function missingFields({ source, recipient }: CardPair): RequiredFields | null {
  const bySource = asSource(source.pan).asks;
  const byRecipient = asRecipient(recipient.pan).asks;
  const demanded = new Set<RecipientField>([...(bySource?.recipient_card ?? []), ...(byRecipient?.recipient_card ?? [])]);
  const credit_card = SOURCE_FIELDS.filter((field) => bySource?.credit_card?.includes(field) && absent(source, field));
  const recipient_card = RECIPIENT_FIELDS.filter((field) => demanded.has(field) && absent(recipient, field));
  return credit_card.length + recipient_card.length > 0 ? { credit_card, recipient_card } : null;
}

/** Whether a transfer between these cards is possible at all. */
export const isPossible = ({ source }: CardPair): boolean => asSource(source.pan).outcome !== 'impossible';

/** The text of a check or transfer that is impossible with any fields. */
export const IMPOSSIBLE = 'Transfers from this card are not supported';

/** The text of a check or transfer without the required fields. */
export const INCOMPLETE = 'Additional card data is required';

/** ISO 8583: the bank's system failed; the bank did not decline. */
const FAULT = '96';

function repeated(pan: string, usesBefore: number): Decision | undefined {
  const { thenFails } = asSource(pan);
  if (!thenFails) return undefined;
  const { after = 1, times, once } = thenFails;
  // `after` payments, then `times` failures, then the same again.
  const use = once ? usesBefore : usesBefore % (after + times);
  if (use < after || use >= after + times) return undefined;
  return thenFails.how === 'declined' ? failed('Declined by the issuer', '05') : failed('System error at the issuer', FAULT);
}

/** Decides a payment from one card; `usesBefore` counts the earlier payments from it. */
export function decidePayment(card: PresentedCard, usesBefore: number): Decision {
  // A convention of this family of gateways: any card that expires in October is declined.
  if (Number(card.exp_month) === 10) return failed('Declined by the issuer', '05');
  const afterFirst = repeated(card.pan, usesBefore);
  if (afterFirst) return afterFirst;
  switch (asSource(card.pan).outcome) {
    case 'declined':
      return failed('Declined by the issuer', '05');
    case 'insufficient funds':
      return failed('Insufficient funds', '51');
    case 'challenge fails':
      return failed('3-D Secure authentication failed', '88');
    case 'challenge':
      return { kind: card.authenticated ? 'successful' : 'challenge' };
    default:
      return { kind: 'successful' };
  }
}

/** Decides a charge of a saved card at `now` (milliseconds since the epoch), without a challenge: the payer is absent. */
export function decideRecurring(card: PresentedCard, usesBefore: number, now: number): Decision {
  if (card.exp_month && card.exp_year && hasExpired(card.exp_month, card.exp_year, now))
    return failed('The card has expired', '54');
  const decision = decidePayment(card, usesBefore);
  return decision.kind === 'challenge' ? { kind: 'successful' } : decision;
}

/** Whether a payment failed through a technical fault rather than a decline (spec 8: a charge error, not a failed charge). */
export const isFault = (decision: Decision): boolean => decision.kind === 'failed' && decision.bankCode === FAULT;

/** Decides a transfer; `usesBefore` counts the earlier payments from its source card. */
export function decide(cards: CardPair, usesBefore: number): Decision {
  if (!isPossible(cards)) return failed(IMPOSSIBLE, '57', true);
  if (missingFields(cards)) return failed(INCOMPLETE, '12', true);
  return decidePayment(cards.source, usesBefore);
}
