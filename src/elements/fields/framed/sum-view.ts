import { html, nothing } from 'lit';
import type { Subject } from '../../../channel/to-frame.js';
import { formatAmount } from '../../../money/amount.js';
import { exponentOf } from '../../../money/currency.js';
import { languageTag } from '../../../locales/language-tag.js';

/**
 * The sum that the cards are sealed for, shown above them: "Sending 100.00 USD". An empty line keeps its place until the payer
 * has typed the amount.
 */
export function sumView(subject: Subject | undefined, sentence: string, language: string): unknown {
  if (!subject) return nothing;
  const { amount, currency } = subject;
  if (amount === undefined) return html`<p class="subject">\u00a0</p>`;
  const sum =
    exponentOf(currency) === undefined ? `${amount} ${currency}` : formatAmount(amount, currency, languageTag(language));
  // The sentence comes from the page, but its sum is the one that the cards are sealed for.
  return html`<p class="subject">${sentence.includes('{amount}') ? sentence.replace('{amount}', sum) : sum}</p>`;
}
