import { fill } from '../../../locales/fill.js';
import type { Quote } from '../../../flow/state.js';
import type { Speech } from '../../base/speech.js';

/** The price as the form shows it. */
export interface ShownPrice {
  readonly status: Quote['status'];
  /** The sentence about it. */
  readonly text: string;
  /** Whether that sentence is only for screen readers, because the summary shows the same. */
  readonly isSpoken?: boolean;
  /** Undefined while it is unknown. */
  readonly fee?: string | undefined;
  /** The total that the payer's card is charged, as far as it is known. */
  readonly pays?: string | undefined;
  /** The button's text, if it is more than the amount and the recipient. */
  readonly press?: unknown;
  /** Another way on, above the button. */
  readonly instead?: unknown;
  /** Whether the payer has pressed, and waits for the price. */
  readonly isAwaited?: boolean;
  /** Whether a question appeared too recently for the payer to have read it. */
  readonly isUnread?: boolean;
}

/** The transfer that a press would send. Sums are in minor units. */
export interface PressSubject {
  readonly speech: Speech;
  readonly currency: string;
  readonly sum: number | undefined;
  /** The last four digits of the recipient's card, once they are known. */
  readonly last4: string | undefined;
}

/**
 * The button's text.
 *
 * @param sentence Replaces the usual sentence; contains the amount.
 */
export function pressText({ speech, sum, currency, last4 = '' }: PressSubject, sentence?: string): string {
  const { words } = speech;
  if (sum === undefined) return words.transfer_bare;
  return fill(sentence ?? (last4 ? words.transfer_to : words.transfer), { amount: unbroken(speech.sum(sum, currency)), last4 });
}

/** Keeps a sum and its currency in one line. */
const unbroken = (sum: string): string => sum.replaceAll(' ', '\u00a0');
