import { html, nothing, type TemplateResult } from 'lit';
import type { State } from '../../flow/state.js';
import { fill, type Messages } from '../../locales/catalogue.js';
import { safeUrl } from '../../url/safe-url.js';
import { brandName } from '../brand-name.js';
import { sumText } from '../price-text.js';

/** What the payer can do about an outcome. */
export interface OutcomeActions {
  readonly tryAgain?: (() => void) | undefined;
  readonly another?: (() => void) | undefined;
  readonly askAgain: () => void;
}

/** How the transfer ended: the word of the gateway, and what to quote to support. */
export function outcomeView(
  { attempt, result }: Extract<State, { step: 'outcome' }>,
  messages: Messages,
  language: string,
  actions: OutcomeActions,
): TemplateResult {
  const { outcome, transaction } = result;
  const amount = sumText(transaction?.amount ?? attempt.amount, transaction?.currency ?? attempt.currency, language);
  const recipient = transaction?.recipient_card;
  const last4 = recipient?.last_4 ?? attempt.recipient.last4;
  const brand = brandName(recipient?.brand ?? attempt.recipient.brand);
  const said =
    outcome === 'failed' ? (transaction?.message ?? ('message' in result ? result.message : undefined)) : undefined;
  const receipt = safeUrl(transaction?.receipt_url);
  // Of a transfer begun in another browser neither sum nor recipient is known.
  const whole = amount && (last4 || outcome !== 'successful');
  const text = whole ? (`${outcome}_text` as const) : (`${outcome}_bare` as const);
  const row = (term: string, value: string | null | undefined): TemplateResult | typeof nothing =>
    value ? html`<div><dt>${term}</dt><dd dir="auto">${value}</dd></div>` : nothing;

  return html`
    <section part="outcome ${outcome}" class="outcome ${outcome}">
      <h2 part="heading" tabindex="-1"><span class="mark" aria-hidden="true"></span>${messages[outcome]}</h2>
      <p>${fill(messages[text], { amount, last4: last4 ?? '' })}</p>
      ${said ? html`<p>${fill(messages.failed_because, { message: said })}</p>` : nothing}
      <dl part="details">
        ${row(messages.amount, amount)}
        ${row(messages.recipient, last4 && fill(messages.card_ending, { brand: brand ?? messages.card, last4 }))}
        ${row(messages.statement, outcome === 'successful' ? transaction?.p2p?.billing_descriptor : undefined)}
        ${row(messages.reference, attempt.trackingId)} ${row(messages.transaction, attempt.uid)}
      </dl>
      ${receipt
        ? html`<p><a part="receipt" href=${receipt.href} target="_blank" rel="noopener noreferrer">${messages.receipt}</a></p>`
        : nothing}
      <div class="actions">
        ${outcome === 'unknown'
          ? html`<button part="button" type="button" @click=${actions.askAgain}>${messages.ask_again}</button>`
          : nothing}
        ${actions.tryAgain
          ? html`<button part="button" type="button" @click=${actions.tryAgain}>${messages.try_again}</button>`
          : nothing}
        ${actions.another && outcome !== 'failed'
          ? html`<button part="button" type="button" class="quiet" @click=${actions.another}>${messages.another}</button>`
          : nothing}
      </div>
    </section>
  `;
}
