import { html, nothing, type TemplateResult } from 'lit';
import type { State } from '../../flow/state.js';
import { fill, type Messages } from '../../locales/catalogue.js';
import type { Challenge } from '../session/challenge.js';
import { sumText } from '../base/price-text.js';

/** After how many milliseconds of waiting the payer is told more. */
export const SLOW = 10_000;
export const VERY_SLOW = 60_000;

/** What the payer reads while waiting for as long as this. */
export function waitingText(elapsed: number, offline: boolean, messages: Messages): string {
  if (offline) return messages.offline;
  if (elapsed >= VERY_SLOW) return messages.very_slow;
  return elapsed >= SLOW ? messages.slow : messages.keep_open;
}

/** The transfer is on its way, and nothing is left to do but wait. */
export function waitingView(
  state: Extract<State, { step: 'transferring' | 'settling' }>,
  text: string,
  messages: Messages,
  language: string,
  challenge: Challenge,
  { showCancel, cancel }: { showCancel: boolean; cancel: () => void },
): TemplateResult {
  const { amount, currency } = state.attempt;
  const redirectUrl = state.step === 'settling' ? state.redirectUrl : undefined;
  return html`
    <section part="waiting" class="waiting">
      <h2 part="heading" tabindex="-1">
        <span class="spinner" aria-hidden="true"></span>${fill(messages[state.step], {
          amount: sumText(amount, currency, language),
        })}
      </h2>
      ${redirectUrl
        ? html`<p>${messages.authentication_open}</p>
            <div>${challenge.renderWay(redirectUrl, messages)}</div>`
        : html`<p>${text}</p>`}
      ${showCancel
        ? html`<button part="button" type="button" class="quiet" @click=${cancel}>${messages.cancel_waiting}</button>`
        : nothing}
    </section>
  `;
}

/** The payer is on the way to the bank's page; the link is there in case the browser did not go. */
export function authenticationView(
  { attempt, redirectUrl }: Extract<State, { step: 'authentication' }>,
  messages: Messages,
  language: string,
  challenge: Challenge,
  cancel: () => void,
): TemplateResult {
  return html`
    <section part="authentication" class="waiting">
      <h2 part="heading" tabindex="-1">${messages.authentication}</h2>
      <p>
        ${fill(messages.authentication_text, { amount: sumText(attempt.amount, attempt.currency, language) })}
      </p>
      <div>${challenge.renderWay(redirectUrl, messages)}</div>
      <button part="button" type="button" class="quiet" @click=${cancel}>${messages.cancel_waiting}</button>
    </section>
  `;
}
