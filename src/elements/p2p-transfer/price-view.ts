import { html, nothing } from 'lit';
import type { Price, Quote } from '../../flow/state.js';
import { fill } from '../../locales/catalogue.js';
import { quoteText } from '../base/price-text.js';
import type { Speech } from '../base/speech.js';
import { type PressSubject, pressText, type ShownPrice } from './shown-price.js';

/** What there is beside the price that decides what the button does. */
interface PressTerms extends Omit<PressSubject, 'speech'> {
  readonly speech: Speech;
  readonly secondsToWait: number;
}

/** The price as the form shows it. */
export function shownPrice(quote: Quote, terms: PressTerms): ShownPrice {
  const { speech, currency, sum } = terms;
  const given = quote.status === 'given' ? quote : undefined;
  const isRunning = quote.status === 'running';
  const fee = given && feeText(given.price, speech);
  return {
    status: quote.status,
    text: quoteText(quote, speech),
    // The summary shows it; a screen reader hears it once it changes.
    isSpoken: isRunning || (given !== undefined && !given.confirm && fee !== undefined),
    fee,
    pays: given && paysText(given.price, speech.sum(sum, currency), speech),
    press: pressOf(quote, terms),
    isAwaited: isRunning && quote.pressed,
    isUnread: given?.isUnread === true,
  };
}

/** What leaves the payer's card, once it is known exactly: amount and fee in one currency. */
const totalOf = (quote: Quote): number | undefined =>
  quote.status === 'given' && quote.price.fee?.kind === 'exact' ? quote.price.fee.total : undefined;

/** What leaves the payer's card: exact, about, or as much as is known of it. */
function paysText({ fee, amount, currency }: Price, shown: string, speech: Speech): string {
  const { words } = speech;
  if (fee?.kind === 'exact' && fee.total !== undefined) return speech.sum(fee.total, currency);
  const isEstimate = fee?.kind === 'estimate' && fee.currency === currency;
  return isEstimate
    ? fill(words.about, { amount: speech.sum(amount + fee.fee, currency) })
    : fill(words.plus_fee, { amount: shown });
}

/** The button waits, asks once more, or names the total. */
function pressOf(quote: Quote, { secondsToWait, ...subject }: PressTerms): unknown {
  const { speech, sum, currency } = subject;
  const { words } = speech;
  if (secondsToWait > 0) return speech.fill(words.transfer_wait, { seconds: secondsToWait });
  if (quote.status === 'impossible') return words.check_again;
  if (sum === undefined) return undefined;
  const isSameCard = quote.status === 'given' && quote.confirm === 'same_card';
  const total = totalOf(quote);
  return html`${pressText(subject, isSameCard ? words.transfer_same_card : undefined)}
    ${total === undefined ? nothing : html`<small>${fill(words.transfer_total, { amount: speech.sum(total, currency) })}</small>`}`;
}

/** The fee; undefined where its terms are a sentence, which stands below, and where it is not known. */
function feeText(price: Price, speech: Speech): string | undefined {
  const { fee } = price;
  if (fee?.kind !== 'exact' && fee?.kind !== 'estimate') return undefined;
  if (fee.fee === 0) return fee.kind === 'exact' ? speech.words.no_fee : speech.words.no_fee_estimate;
  const amount = speech.sum(fee.fee, fee.currency);
  return fee.kind === 'exact' ? amount : fill(speech.words.about, { amount });
}
