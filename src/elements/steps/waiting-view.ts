import { html, nothing, type TemplateResult } from 'lit';
import { type Attempt, isUnconfirmed, type State } from '../../flow/state.js';
import { fill, type Words } from '../../locales/catalogue.js';
import { cardText } from '../base/card-text.js';
import type { Challenge } from '../session/challenge.js';
import type { Speech } from '../base/speech.js';

/** Milliseconds of waiting after which the text changes. */
export const SLOW = 10_000;
export const VERY_SLOW = 60_000;

/** The text for a payer who has waited for `elapsed` milliseconds. */
export function waitingText(elapsed: number, offline: boolean, words: Words): string {
  if (offline) return words.offline;
  if (elapsed >= VERY_SLOW) return words.very_slow;
  return elapsed >= SLOW ? words.slow : words.keep_open;
}

/** The stages of the payment: the card, the bank, done. No stage says that money was sent before that is known. */
function stagesView(current: 0 | 1, words: Words): TemplateResult {
  const stages = [words.card, words.stage_bank, words.stage_done];
  return html`
    <ol part="stages" class="stages">
      ${stages.map((name, index) => html`<li class=${index < current ? 'past' : nothing} aria-current=${index === current ? 'step' : nothing}>${name}</li>`)}
    </ol>
  `;
}

/** The card that receives the money, if there is one. */
function recipientView({ recipient }: Attempt, words: Words): TemplateResult | typeof nothing {
  const card = cardText(words, recipient);
  return card ? html`<p class="goes-to">${fill(words.goes_to, { card })}</p>` : nothing;
}

/** The transfer is being processed: the payer waits. */
export function waitingView(
  state: Extract<State, { step: 'transferring' | 'settling' }>,
  speech: Speech,
  challenge: Challenge,
  { text, cancel, change }: { text: string; cancel: (() => void) | undefined; change: (() => void) | undefined },
): TemplateResult {
  const { words } = speech;
  const { amount, currency } = state.attempt;
  const redirectUrl = state.step === 'settling' ? state.redirectUrl : undefined;
  return html`
    <section part="waiting" class="waiting">
      <h2 part="heading" tabindex="-1">
        <span class="spinner" aria-hidden="true"></span>${fill(words[state.step], {
          amount: speech.sum(amount, currency),
        })}
      </h2>
      ${recipientView(state.attempt, words)} ${stagesView(state.step === 'settling' ? 1 : 0, words)}
      ${
        redirectUrl
          ? html`<p>${isUnconfirmed(state) ? words.unconfirmed : words.authentication_open}</p>
            <div>${challenge.renderLink(redirectUrl, words)}</div>`
          : html`<p>${text}</p>`
      }
      ${
        (change ?? cancel)
          ? html`<button part="button" type="button" class="quiet" @click=${change ?? cancel}
              >${change ? words.change : words.cancel_waiting}</button
            >`
          : nothing
      }
    </section>
  `;
}

/** The payer is about to leave for the bank's page; the link is for the case that the browser did not navigate. */
export function authenticationView(
  { attempt, redirectUrl }: Extract<State, { step: 'authentication' }>,
  speech: Speech,
  challenge: Challenge,
  cancel: () => void,
): TemplateResult {
  const { words } = speech;
  return html`
    <section part="authentication" class="waiting">
      <h2 part="heading" tabindex="-1">${words.authentication}</h2>
      ${recipientView(attempt, words)} ${stagesView(1, words)}
      <p>
        ${fill(words.authentication_text, { amount: speech.sum(attempt.amount, attempt.currency) })}
      </p>
      <div>${challenge.renderLink(redirectUrl, words)}</div>
      <button part="button" type="button" class="quiet" @click=${cancel}>${words.cancel_waiting}</button>
    </section>
  `;
}

/** Shown while the payer may be back from a payment, until it is known. It claims no result. */
export const returningView = (words: Words): TemplateResult =>
  html`<section part="waiting" class="waiting" role="status"><h2>${words.settling}</h2></section>`;
