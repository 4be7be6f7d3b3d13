import { html, nothing, type TemplateResult } from 'lit';
import type { Outcome } from '../../../flow/state.js';
import type { Messages } from '../../../locales/catalogue.js';
import { messageView, readable } from '../../base/gateway-message.js';
import { bankMessageOf, declineReasonOf, repeatsReason } from './decline-reason.js';

/** The payer's actions after a decline. */
export interface DeclineActions {
  readonly tryAgain?: (() => void) | undefined;
  readonly useAnotherCard?: (() => void) | undefined;
  /** Whether the payer types the amount, and so can send less. */
  readonly isAmountTyped?: boolean | undefined;
}

type Failed = Extract<Outcome, { outcome: 'failed' }>;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether a text has every word of another one. */
function contains(text: string, other: string): boolean {
  const own = wordsOf(text);
  return wordsOf(other).every((word) => own.includes(word));
}

/** Why a payment failed, and what to do next. */
export function reasonText(result: Failed, words: Messages, { tryAgain, isAmountTyped }: DeclineActions): string {
  const reason = declineReasonOf(result);
  const isLess = (reason === 'funds' || reason === 'limit') && tryAgain && isAmountTyped;
  return reason || tryAgain ? words[`decline.${reason ?? 'other'}${isLess ? '_less' : ''}` as keyof Messages] : '';
}

/** The bank’s own message, if it adds anything to the reason; and that there is no other try. */
export function declineView(result: Failed, sentence: string, words: Messages, { tryAgain }: DeclineActions): TemplateResult {
  const message = readable(bankMessageOf(result));
  const isRepeated = contains(sentence, message) || repeatsReason(message, declineReasonOf(result));
  // No line ends within “3-D”.
  const shown = message.replaceAll('3-D', '3\u2011D');
  const isEnglish = words.refused.includes('\u2068');
  return html`
    ${isRepeated ? nothing : html`<p part="bank-message" class="bank">${words.failed_because} <span dir="auto">${messageView(isEnglish ? `\u2068${shown}\u2069` : shown)}</span></p>`}
    ${tryAgain ? nothing : html`<p>${words.no_retry}</p>`}
  `;
}
