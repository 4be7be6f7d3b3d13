import { html, nothing, type TemplateResult } from 'lit';
import type { Price, Quote } from '../../flow/state.js';
import { fill } from '../../locales/catalogue.js';
import type { Speech } from '../base/speech.js';

/** What the summary shows. Sums are in minor units. */
export interface SummaryContext {
  readonly quote: Quote;
  /** What there is to say about the price. */
  readonly quoteText: string;
  readonly speech: Speech;
  readonly currency: string;
  /** What the recipient gets, once it is known. */
  readonly sum: number | undefined;
  /** The recipient's card, masked, once it is known. */
  readonly goesTo: string | undefined;
}

const UNKNOWN = '–';

/** What leaves the payer's card, once it is known exactly: amount and fee in one currency. */
export const totalOf = (quote: Quote): number | undefined =>
  quote.status === 'given' && quote.price.fee?.kind === 'exact' ? quote.price.fee.total : undefined;

/** What the recipient gets, the fee, and what the payer pays, as far as each is known. All rows are there from the start. */
export function summaryView({ quote, quoteText, speech, currency, sum, goesTo }: SummaryContext): TemplateResult {
  const { words } = speech;
  const amount = speech.sum(sum, currency);
  const isRunning = quote.status === 'running';
  // The summary shows it; a screen reader hears it once it changes.
  const isSpoken = isRunning || (quote.status === 'given' && !quote.confirm && feeText(quote.price, speech) !== UNKNOWN);
  return html`
    <dl part="summary" class="summary">
      <div>
        <dt>${words.they_get}<span part="goes-to" class="goes-to">${goesTo ? fill(words.goes_to, { card: goesTo }) : nothing}</span></dt>
        <dd part="amount">${amount || UNKNOWN}</dd>
      </div>
      <div>
        <dt>${words.fee}</dt>
        <dd class=${isRunning ? 'running' : nothing}>${quote.status === 'given' ? feeText(quote.price, speech) : UNKNOWN}</dd>
      </div>
      <div class="total">
        <dt>${words.you_pay}</dt>
        <dd>${(quote.status === 'given' && paysText(quote.price, amount, speech)) || UNKNOWN}</dd>
      </div>
    </dl>
    <p part="price" class="price" data-quote=${quote.status} role="status"><span class=${isSpoken ? 'spoken' : nothing}>${quoteText}</span></p>
  `;
}

/** What leaves the payer's card: exact, about, or as much as is known of it. */
function paysText({ fee, amount, currency }: Price, shown: string, speech: Speech): string {
  const { words } = speech;
  if (fee?.kind === 'exact' && fee.total !== undefined) return speech.sum(fee.total, currency);
  const isEstimate = fee?.kind === 'estimate' && fee.currency === currency;
  return isEstimate
    ? fill(words.about, { amount: speech.sum(amount + fee.fee, currency) })
    : fill(words.plus_fee, { amount: shown });
}

function feeText(price: Price, speech: Speech): string {
  const { fee } = price;
  // Terms are a sentence, and stand below.
  if (fee?.kind !== 'exact' && fee?.kind !== 'estimate') return UNKNOWN;
  if (fee.fee === 0) return fee.kind === 'exact' ? speech.words.no_fee : speech.words.no_fee_estimate;
  const amount = speech.sum(fee.fee, fee.currency);
  return fee.kind === 'exact' ? amount : fill(speech.words.about, { amount });
}
