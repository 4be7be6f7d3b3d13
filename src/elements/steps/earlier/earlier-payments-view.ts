import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentRecord } from '../../../flow/record/payment-record.js';
import { fill } from '../../../locales/catalogue.js';
import type { EarlierPayments } from '../../session/earlier-payments.js';
import type { Speech } from '../../base/speech.js';
import { referenceText } from '../outcome/reference-row.js';
import { unfinishedView } from './unfinished-view.js';

/** The payer's actions on earlier payments. */
export interface EarlierPaymentActions {
  readonly speech: Speech;
  /** Shows an unfinished payment. */
  readonly show: (record: PaymentRecord) => void;
  /** What the page calls the recipients of this tab's payments, until the payer has read how they ended. */
  readonly labels: { of(id: string): string | undefined; forget(record: PaymentRecord): void };
  /** Moves the focus to where the payer continues, when the button that had it is gone. */
  readonly moveFocus: () => void;
}

/** The notices for the live region, and the unfinished payments below it. */
export interface EarlierPaymentViews {
  readonly notices: unknown;
  readonly unfinished: unknown;
}

/**
 * Earlier payments: outcomes that no element has shown, each until the payer closes it, and payments whose outcome is unknown.
 * Each notice keeps its place in the live region, so that screen readers announce it once.
 *
 * @param isOpen Whether the form is shown.
 */
export function earlierPaymentsView(
  { ended, listed, unfinished, close, listAll }: EarlierPayments,
  isOpen: boolean,
  actions: EarlierPaymentActions,
): EarlierPaymentViews {
  const { speech, show, moveFocus, labels } = actions;
  return {
    notices: ended.map((record) =>
      record && isOpen ? endedView(record, actions, () => (labels.forget(record), close(record), moveFocus())) : nothing,
    ),
    unfinished: isOpen
      ? unfinishedView(listed, {
          speech,
          hidden: unfinished.length - listed.length,
          show,
          showAll: listAll,
          labelOf: (id) => labels.of(id),
        })
      : nothing,
  };
}

function endedView(record: PaymentRecord, { speech, labels }: EarlierPaymentActions, close: () => void): TemplateResult {
  const { outcome, trackingId } = record;
  return html`
    <div part="ended ${outcome}" class="unfinished ${outcome}">
      <p>
        <strong>${endedText(record, speech, labels.of(record.id))}</strong>
        <br />${speech.words.reference}: ${referenceText(trackingId)}
      </p>
      <button part="button" type="button" class="quiet" @click=${close}>${speech.words.close}</button>
    </div>
  `;
}

function endedText(
  { outcome, amount, currency, startedAt: time, recipient: { last4 = '' } }: PaymentRecord,
  speech: Speech,
  label: string | undefined,
): string {
  const { words } = speech;
  return fill(words[outcome === 'successful' ? 'ended_successful' : 'ended_failed'], {
    amount: speech.sum(amount, currency),
    // The sentence has dots before the digits.
    last4: label ? `${last4} (\u2068${label}\u2069)` : last4,
    started: speech.date(time),
    // No line ends inside the mask.
  }).replace('•••• ', '••••\u00a0');
}
