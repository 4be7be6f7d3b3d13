import { html, nothing } from 'lit';
import type { Price, Quote } from '../../../flow/state.js';
import type { RequiredFields } from '../../../wire/response/check.js';
import { fill } from '../../../locales/catalogue.js';
import { quoteText } from '../../base/price-text.js';
import type { Speech } from '../../base/speech.js';
import { type PressSubject, pressText, type ShownPrice } from './shown-price.js';

/** The terms that the button's text depends on, in addition to the price. */
interface PressTerms extends Omit<PressSubject, 'speech'> {
  readonly speech: Speech;
  /** The button's text while it stays locked. */
  readonly wait: string | undefined;
  readonly changeCards: () => void;
}

/** The quote to show: it names only the fields that are still empty, once the bank has asked for some. */
export function stillMissing(quote: Quote = { status: 'none' }, missing: RequiredFields): Quote {
  if (quote.status !== 'fields') return quote;
  const hasMissing = [missing.credit_card, missing.recipient_card].some((fields) => fields && fields.length > 0);
  return hasMissing ? { status: 'fields', required: missing } : { status: 'running', pressed: false };
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
    // The summary shows it; screen readers announce this text when it changes.
    isSpoken: isRunning || (given !== undefined && !given.confirm && fee !== undefined),
    fee,
    pays: given && paysText(given.price, speech.sum(sum, currency), speech),
    press: pressOf(quote, terms),
    // Another check of the same cards rarely has another result.
    instead:
      quote.status === 'impossible'
        ? html`<button part="button change-cards" type="button" @click=${terms.changeCards}>${speech.words.another_card}</button>`
        : undefined,
    isAwaited: isRunning && quote.pressed,
    isUnread: given?.isUnread === true,
  };
}

/** The total that the payer's card is charged, if it is known exactly: amount and fee in one currency. */
const totalOf = (quote: Quote): number | undefined =>
  quote.status === 'given' && quote.price.fee?.kind === 'exact' ? quote.price.fee.total : undefined;

/** The total as the payer reads it: exact, about, or the amount "plus fee". */
function paysText({ fee, amount, currency }: Price, shown: string, speech: Speech): string {
  const { words } = speech;
  if (fee?.kind === 'exact' && fee.total !== undefined) return speech.sum(fee.total, currency);
  const isEstimate = fee?.kind === 'estimate' && fee.currency === currency;
  return isEstimate
    ? fill(words.about, { amount: speech.sum(amount + fee.fee, currency) })
    : fill(words.plus_fee, { amount: shown });
}

/** The button's text: a countdown, a question, or the transfer with its total; undefined: the plain text. */
function pressOf(quote: Quote, { wait, ...subject }: Omit<PressTerms, 'changeCards'>): unknown {
  const { speech, sum, currency } = subject;
  const { words } = speech;
  if (wait) return wait;
  if (quote.status === 'impossible') return words.check_again;
  if (sum === undefined) return undefined;
  const isSameCard = quote.status === 'given' && quote.confirm === 'same_card';
  const total = totalOf(quote);
  return html`${pressText(subject, isSameCard ? words.transfer_same_card : undefined)}
    ${total === undefined ? nothing : html`<small>${fill(words.transfer_total, { amount: speech.sum(total, currency) })}</small>`}`;
}

/** The fee; undefined if it is unknown, or if its terms need a sentence, which is shown below. */
function feeText(price: Price, speech: Speech): string | undefined {
  const { fee } = price;
  if (fee?.kind !== 'exact' && fee?.kind !== 'estimate') return undefined;
  if (fee.fee === 0) return fee.kind === 'exact' ? speech.words.no_fee : speech.words.no_fee_estimate;
  const amount = speech.sum(fee.fee, fee.currency);
  return fee.kind === 'exact' ? amount : fill(speech.words.about, { amount });
}
