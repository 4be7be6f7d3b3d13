import { html, nothing, type TemplateResult } from 'lit';
import type { Words } from '../../../locales/catalogue.js';
import { messageView } from '../../base/gateway-message.js';
import type { Speech } from '../../base/speech.js';
import { markView } from './mark.js';
import { type OutcomeActions, outcomeText, type OutcomeText, type ShownOutcome } from './outcome-text.js';
import { referenceRow } from './reference-row.js';
import { shareProofView } from './share-proof.js';

const rowsView = (rows: OutcomeText['rows']): unknown =>
  rows.map(
    ([term, value, part]) => value && html`<div><dt>${term}</dt><dd part=${part ?? nothing}><bdi>${value}</bdi></dd></div>`,
  );

/** A sentence with the sum, which stands nowhere else. */
function sentenceView({ sentence, amount }: OutcomeText): TemplateResult {
  const [before, ...after] = sentence.split('{amount}');
  return html`<p>${before}${after.map((rest) => html`<strong part="sum">${amount}</strong>${rest}`)}</p>`;
}

function proofView({ receipt, text }: NonNullable<OutcomeText['proof']>, words: Words): TemplateResult {
  return html`<div class="actions">
    ${receipt && html`<a part="button receipt" class="button quiet" href=${receipt} target="_blank" rel="noopener noreferrer">${words.receipt}</a>`}
    ${shareProofView(text, words)}
  </div>`;
}

/**
 * The outcome, as `outcomeText` has it.
 *
 * @param bank The way to the bank's page, if the payment waits for it.
 */
export function outcomeView(state: ShownOutcome, speech: Speech, actions: OutcomeActions, bank?: unknown): TemplateResult {
  const { words } = speech;
  const { outcome } = state.result;
  const texts = outcomeText(state, speech, actions);
  const { reason, bankMessage, time, details, proof } = texts;
  return html`
    <section part="outcome ${outcome}" class="outcome ${outcome}">
      <h2 part="heading" tabindex="-1">${markView(outcome)}${words[outcome]}</h2>
      ${reason && html`<p part="reason" class="reason">${reason}</p>`}
      ${sentenceView(texts)}
      ${bankMessage && html`<p part="bank-message" class="bank">${words.failed_because} <span dir="auto">${messageView(bankMessage)}</span></p>`}
      ${texts.advice.map((text) => html`<p>${text}</p>`)}
      ${bank}
      ${time && html`<p part="time" class="goes-to">${time}</p>`}
      <dl part="details">${rowsView(texts.rows)} ${referenceRow(texts.reference, words)}</dl>
      ${details.some(([, value]) => value) ? html`<details><summary part="more">${words.details}</summary><dl part="details">${rowsView(details)}</dl></details>` : nothing}
      ${proof && proofView(proof, words)}
      <div class="actions">
        ${texts.actions.map(([text, press], index) => press && html`<button part="button" type="button" class=${index ? 'quiet' : nothing} @click=${press}>${text}</button> `)}
      </div>
    </section>
  `;
}
