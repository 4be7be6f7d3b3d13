import { fill, type FormCatalogue } from '../../locales/catalogue.js';
import type { Quote } from '../../flow/state.js';
import type { Speech } from '../base/speech.js';

/** What the form shows of the price. It comes with the later part, which asks for it. */
export interface ShownPrice {
  readonly status: Quote['status'];
  /** What there is to say about it. */
  readonly text: string;
  /** Whether that text is only heard, because the summary shows the same. */
  readonly isSpoken?: boolean;
  /** Undefined as long as it is not known. */
  readonly fee?: string | undefined;
  /** What leaves the payer's card, as far as it is known. */
  readonly pays?: string | undefined;
  /** What the button says, where it is more than the amount and the recipient. */
  readonly press?: unknown;
  /** Whether the payer has pressed, and waits for the price. */
  readonly isAwaited?: boolean;
  /** Whether the payer was asked a moment ago and can't have read it. */
  readonly isUnread?: boolean;
}

/** What a press would transfer. Sums are in minor units. */
export interface PressSubject {
  readonly speech: Speech<FormCatalogue>;
  readonly currency: string;
  readonly sum: number | undefined;
  /** The last four digits of the recipient's card, once they are known. */
  readonly last4: string | undefined;
}

/**
 * What the button says.
 *
 * @param sentence With the amount, where it is another one than usual.
 */
export function pressText({ speech, sum, currency, last4 = '' }: PressSubject, sentence?: string): string {
  const { words } = speech;
  if (sum === undefined) return words.transfer_bare;
  return fill(sentence ?? (last4 ? words.transfer_to : words.transfer), { amount: unbroken(speech.sum(sum, currency)), last4 });
}

/** A sum and its currency stay in one line. */
const unbroken = (sum: string): string => sum.replaceAll(' ', '\u00a0');
