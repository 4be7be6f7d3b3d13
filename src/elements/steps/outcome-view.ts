import { html, nothing, type TemplateResult } from 'lit';
import type { Attempt, ConfirmedPayment, State } from '../../flow/state.js';
import { fill, type Messages, type OrderMessages } from '../../locales/catalogue.js';
import { feeOf } from '../../money/commission.js';
import { safeUrl } from '../../url/safe-url.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { isUid } from '../../wire/uid.js';
import { brandName } from '../base/brand-name.js';
import { sumText, timeText } from '../base/price-text.js';

/** What the payer can do about an outcome. */
export interface OutcomeActions {
  readonly tryAgain?: (() => void) | undefined;
  readonly another?: (() => void) | undefined;
  /** Undefined where nobody could answer. */
  readonly askAgain?: (() => void) | undefined;
  /** When it was asked last, to no avail (ms). */
  readonly askedAt?: number | undefined;
}

/** How the payment ended: the word of the gateway, and what to quote to support. */
export function outcomeView(
  { attempt, result }: Extract<State, { step: 'outcome' }>,
  messages: Messages & Partial<Pick<OrderMessages, 'charge'>>,
  language: string,
  actions: OutcomeActions,
): TemplateResult {
  const { outcome, transaction } = result;
  const amount = sumText(transaction?.amount ?? attempt.amount, transaction?.currency ?? attempt.currency, language);
  const recipient = transaction?.recipient_card;
  const last4 = recipient?.last_4 ?? attempt.recipient?.last4;
  const brand = brandName(recipient?.brand ?? attempt.recipient?.brand);
  const said =
    outcome === 'failed' ? (transaction?.message ?? ('message' in result ? result.message : undefined)) : undefined;
  const receipt = safeUrl(transaction?.receipt_url);
  // Of a transfer that another browser began no recipient is known; of a payment known by its uid alone, not what it was for.
  const isNamed = attempt.trackingId !== undefined && (last4 || !messages.successful_text.includes('{last4}'));
  const whole = amount && (isNamed || outcome !== 'successful');
  const text = whole || outcome === 'unknown' ? (`${outcome}_text` as const) : (`${outcome}_bare` as const);
  const duplicate = result.outcome === 'unknown' && result.reason === 'duplicate';
  const row = (term: string, value: string | null | undefined): TemplateResult | typeof nothing =>
    value ? html`<div><dt>${term}</dt><dd dir="auto">${value}</dd></div>` : nothing;

  return html`
    <section part="outcome ${outcome}" class="outcome ${outcome}">
      <h2 part="heading" tabindex="-1"><span class="mark" aria-hidden="true"></span>${messages[outcome]}</h2>
      <p>${fill(duplicate && amount ? messages.duplicate_text : messages[text], { amount, last4: last4 ?? '' })}</p>
      ${outcome === 'unknown' ? html`<p>${actions.askAgain ? messages.unknown_ask : messages.unknown_quote}</p>` : nothing}
      ${outcome === 'failed' && !actions.tryAgain ? html`<p>${messages.no_retry}</p>` : nothing}
      ${outcome === 'unknown' && actions.askedAt !== undefined
        ? html`<p>${fill(messages.asked_at, { time: timeText(actions.askedAt, language) })}</p>`
        : nothing}
      ${said ? html`<p>${fill(messages.failed_because, { message: said })}</p>` : nothing}
      <dl part="details">
        ${row(messages.amount, amount)}
        ${outcome === 'successful' && transaction ? feeRows(transaction, row, messages, language) : nothing}
        ${row(messages.recipient, last4 && fill(messages.card_ending, { brand: brand ?? messages.card, last4 }))}
        ${last4 ? nothing : row(messages.card, paidWith(attempt, transaction, messages))}
        ${row(messages.statement, outcome === 'successful' ? transaction?.p2p?.billing_descriptor : undefined)}
        ${row(messages.reference, attempt.trackingId ?? shownUid(attempt.uid))}
        ${attempt.trackingId === undefined ? nothing : row(messages.transaction, shownUid(attempt.uid))}
        ${result.subscription && messages.charge ? row(messages.charge, shownUid(transaction?.uid)) : nothing}
      </dl>
      ${receipt
        ? html`<p><a part="receipt" href=${receipt.href} target="_blank" rel="noopener noreferrer">${messages.receipt}</a></p>`
        : nothing}
      <div class="actions">
        ${actions.askAgain && outcome === 'unknown'
          ? html`<button part="button" type="button" @click=${actions.askAgain}>${messages.ask_again}</button>`
          : nothing}
        ${actions.tryAgain
          ? html`<button part="button" type="button" @click=${actions.tryAgain}>${messages.try_again}</button>`
          : nothing}
        ${actions.another && outcome !== 'failed'
          ? html`<button part="button" type="button" class="quiet" @click=${actions.another}>
              ${outcome === 'unknown' ? messages.different : messages.another}
            </button>`
          : nothing}
      </div>
    </section>
  `;
}

/** An id of the gateway's, if it is one that can be read to somebody: an odd one hides nothing of what became of the money. */
const shownUid = (uid: string | undefined): string | undefined => (uid !== undefined && isUid(uid) ? uid : undefined);

/** The card that paid, where there is no recipient's card to name. */
function paidWith(attempt: Attempt | ConfirmedPayment, transaction: Transaction | undefined, messages: Messages): string | undefined {
  const { brand = attempt.source?.brand, last_4: last4 = attempt.source?.last4 } = transaction?.credit_card ?? {};
  return last4 ? fill(messages.card_ending, { brand: brandName(brand) ?? messages.card, last4 }) : undefined;
}

/** What it cost, where the gateway told (spec 2.6, verify_p2p). */
function feeRows(
  { amount, currency, verify_p2p: check }: Transaction,
  row: (term: string, value: string | undefined) => TemplateResult | typeof nothing,
  messages: Messages,
  language: string,
): TemplateResult | typeof nothing {
  if (!check?.bank_fee || !amount || !currency || !/^\d+(\.\d+)?$/.test(String(check.bank_fee))) return nothing;
  const fee = feeOf({ bank_fee: check.bank_fee, currency: check.currency }, amount, currency);
  if (!fee || fee.kind === 'terms') return nothing;
  const total = fee.kind === 'exact' ? fee.total : undefined;
  return html`
    ${row(messages.fee, sumText(fee.fee, fee.currency, language))}
    ${row(messages.total, total === undefined ? undefined : sumText(total, currency, language))}
  `;
}
