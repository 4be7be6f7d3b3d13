import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../../locales/fill.js';
import type { Speech } from '../../base/speech.js';
import type { ShownPrice } from './shown-price.js';

export interface SummaryContext {
  readonly price: ShownPrice;
  readonly speech: Speech;
  readonly currency: string;
  /** The amount that the recipient receives, in minor units, once it is known. */
  readonly sum: number | undefined;
  /** The recipient's card, masked, once it is known. */
  readonly goesTo: string | undefined;
}

const UNKNOWN = '–';

/** The amount, the fee and the total, as far as each is known. All rows are there from the start. */
export function summaryView({ price, speech, currency, sum, goesTo }: SummaryContext): TemplateResult {
  const { words } = speech;
  return html`
    <dl part="summary" class="summary">
      <div>
        <dt>${words.they_get}<span part="goes-to" class="goes-to">${goesTo ? fill(words.goes_to, { card: goesTo }) : nothing}</span></dt>
        <dd part="amount">${speech.sum(sum, currency) || UNKNOWN}</dd>
      </div>
      <div>
        <dt>${words.fee}</dt>
        <dd class=${price.status === 'running' ? 'running' : nothing}>${price.fee ?? (price.status === 'running' ? nothing : UNKNOWN)}</dd>
      </div>
      <div class="total">
        <dt>${words.you_pay}</dt>
        <dd>${price.pays || UNKNOWN}</dd>
      </div>
    </dl>
    <p part="price" class="price" data-quote=${price.status} role="status"><span class=${price.isSpoken ? 'spoken' : nothing}>${price.text}</span></p>
  `;
}
