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

/** Why a payment failed and what to do next, followed by the bank's own message. */
export function declineView(
  result: Extract<Outcome, { outcome: 'failed' }>,
  words: Messages,
  { tryAgain, isAmountTyped }: DeclineActions,
): TemplateResult {
  const reason = declineReasonOf(result);
  const message = bankMessageOf(result);
  const isLess = (reason === 'funds' || reason === 'limit') && tryAgain && isAmountTyped;
  return html`
    ${reason || tryAgain ? html`<p part="reason">${words[`decline.${reason ?? 'other'}${isLess ? '_less' : ''}` as keyof Messages]}</p>` : nothing}
    ${message ? html`<p part="bank-message" class="bank">${words.failed_because} <span dir="auto">${message}</span></p>` : nothing}
    ${tryAgain ? nothing : html`<p>${words.no_retry}</p>`}
  `;
}
