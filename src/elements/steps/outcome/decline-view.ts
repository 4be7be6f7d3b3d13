import { html, nothing, type TemplateResult } from 'lit';
import type { Outcome } from '../../../flow/state.js';
import type { Messages } from '../../../locales/catalogue.js';
import { bankMessageOf, declineReasonOf } from './decline-reason.js';

/** The payer's actions after a decline. */
export interface DeclineActions {
  readonly tryAgain?: (() => void) | undefined;
  /** Whether the payer types the amount, and so can send less. */
  readonly isAmountTyped?: boolean | undefined;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether a text has every word of another one. */
function contains(text: string, other: string): boolean {
  const own = wordsOf(text);
  return wordsOf(other).every((word) => own.includes(word));
}

/** Why a payment failed and what to do next, followed by the bank’s own message if that adds anything. */
export function declineView(
  result: Extract<Outcome, { outcome: 'failed' }>,
  words: Messages,
  { tryAgain, isAmountTyped }: DeclineActions,
): TemplateResult {
  const reason = declineReasonOf(result);
  const message = bankMessageOf(result);
  const isLess = (reason === 'funds' || reason === 'limit') && tryAgain && isAmountTyped;
  const sentence = reason || tryAgain ? words[`decline.${reason ?? 'other'}${isLess ? '_less' : ''}` as keyof Messages] : '';
  return html`
    ${sentence && html`<p part="reason">${sentence}</p>`}
    ${message && !contains(sentence, message) ? html`<p part="bank-message" class="bank">${words.failed_because} <span dir="auto">${message}</span></p>` : nothing}
    ${tryAgain ? nothing : html`<p>${words.no_retry}</p>`}
  `;
}
