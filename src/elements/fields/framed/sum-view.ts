import { html, nothing } from 'lit';
import type { Subject } from '../../../channel/to-frame.js';
import { formatAmount } from '../../../money/amount.js';
import { exponentOf } from '../../../money/currency.js';

/** The sum that the cards are sealed for, shown above them: "Sending 100.00 USD". Its line is there before the payer has typed it. */
export function sumView(subject: Subject | undefined, sentence: string, language: string): unknown {
  if (!subject) return nothing;
  const { amount, currency } = subject;
  if (amount === undefined) return html`<p class="subject">\u00a0</p>`;
  const sum = exponentOf(currency) === undefined ? `${amount} ${currency}` : formatAmount(amount, currency, language);
  // The sentence comes from the page, the sum in it from what is sealed.
  return html`<p class="subject">${sentence.includes('{amount}') ? sentence.replace('{amount}', sum) : sum}</p>`;
}
