import { html, nothing, type TemplateResult } from 'lit';
import { isProvenUnpaid } from '../../../flow/attempt/proven-unpaid.js';
import type { Outcome, State } from '../../../flow/state.js';
import { fill, type Messages, type OrderMessages } from '../../../locales/catalogue.js';
import { feeOf } from '../../../money/commission.js';
import { safeUrl } from '../../../url/safe-url.js';
import type { Transaction } from '../../../wire/response/transaction.js';
import { isTest } from '../../../wire/response/values.js';
import { isUid } from '../../../wire/uid.js';
import { answeredCardText, maskedCardText } from '../../base/card-text.js';
import type { Speech } from '../../base/speech.js';
import { needsAnotherCard } from './decline-reason.js';
import { type DeclineActions, declineView, reasonText } from './decline-view.js';
import { markView } from './mark.js';
import { referenceRow } from './reference-row.js';
import { shareProofView } from './share-proof.js';

type Shown = Extract<State, { step: 'outcome' }>;

/** The payer's actions on an outcome. */
export interface OutcomeActions extends DeclineActions {
  readonly another?: (() => void) | undefined;
  /** Goes back to the form with both cards chosen; undefined without their tokens. */
  readonly sendAgain?: (() => void) | undefined;
  /** Undefined if no question could tell more. */
  readonly askAgain?: (() => void) | undefined;
  /** When the payer last asked again without a result (ms). */
  readonly askedAt?: number | undefined;
  /** The way to the bank's page, if the payment waits for it. */
  readonly bank?: unknown;
}

/** The outcome by the gateway's answer, and the reference to quote to support. */
export function outcomeView(
  state: Shown,
  speech: Speech<Messages & Partial<Pick<OrderMessages, 'charge'>>>,
  actions: OutcomeActions,
): TemplateResult {
  const { words } = speech;
  const { attempt, result } = state;
  const { outcome, transaction } = result;
  const amount = sumOf(attempt, transaction, speech);
  const recipient = transaction?.recipient_card;
  const last4 = recipient?.last_4 ?? attempt.recipient?.last4;
  const reference = referenceOf(attempt);
  // The recipient of a transfer that began in another browser is unknown; so is the purpose of a payment that only a uid names.
  const isNamed = attempt.trackingId !== undefined && (last4 || !words.successful_text.includes('{last4}'));
  const whole = amount && (isNamed || outcome !== 'successful');
  const text = whole || outcome === 'unknown' ? (`${outcome}_text` as const) : (`${outcome}_bare` as const);
  const duplicate = result.outcome === 'unknown' && result.reason === 'duplicate';
  const fees = outcome === 'successful' && transaction ? feeRows(transaction, speech) : nothing;
  // A transaction of an unknown outcome may be another one's.
  const time = outcome === 'unknown' ? attempt.startedAt : timeOf(transaction);
  const reason = result.outcome === 'failed' ? reasonText(result, words, actions) : '';
  // Nothing was charged that a sum could be named for.
  const isUnpaid = isProvenUnpaid(state) && (amount || !words.untouched.includes('{amount}'));
  const sentence = duplicate && amount ? words.duplicate_text : isUnpaid ? words.untouched : words[text];

  return html`
    <section part="outcome ${outcome}" class="outcome ${outcome}">
      <h2 part="heading" tabindex="-1">${markView(outcome)}${words[outcome]}</h2>
      ${reason ? html`<p part="reason" class="reason">${reason}</p>` : nothing}
      <p>${sentenceView(fill(sentence, { last4: last4 ?? '' }), amount)}</p>
      ${outcome === 'unknown' ? html`<p>${actions.askAgain ? words.unknown_ask : words.unknown_quote}</p>` : nothing}
      ${result.outcome === 'failed' ? declineView(result, reason, words, actions) : nothing}
      ${
        outcome === 'unknown' && actions.askedAt !== undefined
          ? html`<p>${fill(words.asked_at, { time: speech.date(actions.askedAt) })}</p>`
          : nothing
      }
      ${actions.bank ?? nothing}
      ${time === undefined ? nothing : html`<p part="time" class="goes-to">${speech.date(time)}</p>`}
      <dl part="details">
        ${outcome === 'failed' || words[text].includes('{amount}') ? nothing : row(words.amount, amount, 'sum')}
        ${fees}
        ${
          // "This card" is not enough for who has several.
          outcome === 'failed' && last4
            ? row(words.source_card, answeredCardText(words, transaction?.credit_card, attempt.source))
            : nothing
        }
        ${last4 ? row(words.recipient, answeredCardText(words, recipient, attempt.recipient)) : row(words.card, answeredCardText(words, transaction?.credit_card, attempt.source))}
        ${referenceRow(reference, words)}
      </dl>
      ${supportView(state, words)}
      ${outcome === 'successful' && transaction ? proofView(attempt, transaction, speech) : nothing}
      ${actionsView(result, actions, words)}
    </section>
  `;
}

/** The sum of a payment. A trial can be free: then no sum is shown. */
function sumOf(attempt: Shown['attempt'], transaction: Transaction | undefined, speech: Speech): string {
  const minor = transaction?.amount ?? attempt.amount;
  return minor === 0 ? '' : speech.sum(minor, transaction?.currency ?? attempt.currency);
}

/** A sentence with the sum, which stands nowhere else. */
function sentenceView(sentence: string, amount: string): Rows {
  const [before, ...after] = sentence.split('{amount}');
  return html`${before}${after.map((rest) => html`<strong part="sum">${amount}</strong>${rest}`)}`;
}

/** The reference to quote to support. */
const referenceOf = ({ trackingId, uid }: Shown['attempt']): string | undefined => trackingId ?? shownUid(uid);

type Rows = TemplateResult | typeof nothing;

const row = (term: string, value: string | null | undefined, part?: string): Rows =>
  value ? html`<div><dt>${term}</dt><dd part=${part ?? nothing}><bdi>${value}</bdi></dd></div>` : nothing;

/** Details that only support needs: the payer opens them when asked to. */
function supportView(
  { attempt, result: { outcome, subscription, transaction } }: Shown,
  words: Messages & Partial<Pick<OrderMessages, 'charge'>>,
): Rows {
  const statement = outcome === 'successful' ? transaction?.p2p?.billing_descriptor : undefined;
  const uid = attempt.trackingId === undefined ? undefined : shownUid(attempt.uid);
  const charge = subscription && words.charge ? shownUid(transaction?.uid) : undefined;
  if (!(statement ?? uid ?? charge)) return nothing;
  return html`
    <details>
      <summary part="more">${words.details}</summary>
      <dl part="details">${row(words.statement, statement)} ${row(words.transaction, uid)} ${row(words.charge ?? '', charge)}</dl>
    </details>
  `;
}

/**
 * The receipt, and the proof that the payer can pass on, both by the gateway's own answer. The proof is what they read here, with the
 * card masked and without its label, which is not for others.
 */
function proofView(attempt: Shown['attempt'], transaction: Transaction, speech: Speech): TemplateResult {
  const { words } = speech;
  const receipt = safeUrl(transaction.receipt_url)?.href;
  const recipient = maskedCardText(words, transaction.recipient_card, attempt.recipient);
  const time = timeOf(transaction);
  const reference = referenceOf(attempt);
  const proof = [
    isTest(transaction) && words.test_badge,
    words.successful,
    sumOf(attempt, transaction, speech),
    recipient ? fill(words.goes_to, { card: recipient }) : maskedCardText(words, transaction.credit_card, attempt.source),
    time !== undefined && speech.date(time),
    reference && `${words.reference}: ${reference}`,
    receipt && `${words.receipt}: ${receipt}`,
  ];
  return html`<div class="actions">
    ${
      receipt
        ? html`<a part="button receipt" class="button quiet" href=${receipt} target="_blank" rel="noopener noreferrer">${words.receipt}</a>`
        : nothing
    }
    ${shareProofView(proof.filter(Boolean).join('\n'), words)}
  </div>`;
}

/** When the gateway created the transaction, in milliseconds. */
function timeOf(transaction: Transaction | undefined): number | undefined {
  const time = Date.parse(transaction?.created_at ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The buttons: first the one that fits the outcome, then the other, which is quiet. */
function actionsView(
  result: Outcome,
  { askAgain, tryAgain, useAnotherCard, another, sendAgain }: OutcomeActions,
  words: Messages,
): TemplateResult {
  const isUnknown = result.outcome === 'unknown';
  const again = [tryAgain, words.try_again] as const;
  // Once the page offers something else, both lead back to the form.
  const otherCard = [words.another_card === words.try_again ? undefined : useAnotherCard, words.another_card] as const;
  const next = [another, isUnknown ? words.different : words.another] as const;
  const [first, second] =
    result.outcome !== 'failed'
      ? [isUnknown ? ([askAgain, words.ask_again] as const) : ([sendAgain, words.send_again] as const), next]
      : needsAnotherCard(result) && otherCard[0]
        ? [otherCard, again]
        : [again, otherCard];
  const button = ([act, text]: typeof next, kind: string | typeof nothing = nothing): Rows =>
    act ? html`<button part="button" type="button" class=${kind} @click=${act}>${text}</button>` : nothing;
  return html`<div class="actions">${button(first)} ${button(second, 'quiet')}</div>`;
}

/** The gateway's id if it is valid. An invalid id is left out; the rest of the outcome is shown. */
const shownUid = (uid: string | undefined): string | undefined => (uid !== undefined && isUid(uid) ? uid : undefined);

/** The fee and the total, if the gateway returned them (spec 2.6, verify_p2p). */
function feeRows({ amount, currency, verify_p2p: check }: Transaction, speech: Speech): Rows {
  if (check?.bank_fee == null || !amount || !currency || !/^\d+(\.\d+)?$/.test(String(check.bank_fee))) return nothing;
  const fee = feeOf({ bank_fee: check.bank_fee, currency: check.currency }, amount, currency);
  if (!fee || fee.kind === 'terms') return nothing;
  const total = fee.kind === 'exact' ? fee.total : undefined;
  return html`
    ${row(speech.words.fee, fee.fee === 0 ? speech.words.no_fee : speech.sum(fee.fee, fee.currency))}
    ${row(speech.words.total, total === undefined || total === amount ? undefined : speech.sum(total, currency))}
  `;
}
