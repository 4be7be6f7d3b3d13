import { checkExpiry, parseExpiry } from './expiry.js';

/**
 * A card the gateway keeps: its token from an earlier transaction made with `save-card` (spec 2.6), and what to show of
 * it. The spelling is the gateway's, so that a transaction's `credit_card` can be passed on as it is.
 */
export interface SavedCard {
  readonly token: string;
  readonly brand?: string | null | undefined;
  readonly last_4?: string | null | undefined;
  /** Give both parts of the expiry date: then an expired card is marked and can't be used. */
  readonly exp_month?: string | number | null | undefined;
  readonly exp_year?: string | number | null | undefined;
  /** What the payer calls it, such as "Mum". Shown beside the last four digits, never without them. Letters, marks and spaces. */
  readonly label?: string | null | undefined;
}

/** A label: at most 40 letters, marks and spaces. A letter has at most four marks, so that they don't cover the next line. */
export const CARD_LABEL = /^(?=.{1,40}$)(?:\p{L}\p{M}{0,4} *)+$/u;

const dateOf = ({ exp_month, exp_year }: SavedCard) => parseExpiry(`${exp_month ?? ''}/${exp_year ?? ''}`);

/**
 * Whether a saved card can't be used any more at a time in milliseconds since 1970. A card whose date can't be read does not
 * count as expired.
 */
export function isExpired(card: SavedCard, now: number): boolean {
  const date = dateOf(card);
  const verdict = date && checkExpiry(date, now);
  return verdict !== undefined && verdict.state !== 'valid' && verdict.reason === 'past';
}

/** The expiry date of a saved card, as the inputs write it; empty where it is not known. */
export function expiryText(card: SavedCard): string {
  const { month, year } = dateOf(card) ?? {};
  return month && year ? `${month} / ${year.slice(2)}` : '';
}
