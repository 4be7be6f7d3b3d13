import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { fill } from '../../locales/catalogue.js';
import type { Leftovers } from '../session/leftovers.js';
import type { Speech } from '../base/speech.js';
import { startedText } from './started-text.js';
import { unfinishedView } from './unfinished-view.js';

/** What the payer can do about what earlier payments left. */
export interface LeftoverActions {
  readonly speech: Speech;
  /** Shows an unfinished payment. */
  readonly show: (record: PaymentRecord) => void;
  /** Takes the focus to where the payer goes on, when the button that had it is gone. */
  readonly goOn: () => void;
}

/** The notices of a live region, and what stands below it. */
export interface LeftoverViews {
  readonly notices: unknown;
  readonly unfinished: unknown;
}

/**
 * What earlier payments left: outcomes that no element has shown, each until the payer closes it, and payments whose outcome is
 * unknown. Each notice keeps its place in the live region, so that screen readers announce it once.
 *
 * @param isOpen Whether the form is shown.
 */
export function leftoversView({ ended, unfinished, close }: Leftovers, isOpen: boolean, actions: LeftoverActions): LeftoverViews {
  const { speech, show, goOn } = actions;
  return {
    notices: ended.map((record) => (record && isOpen ? endedView(record, actions, () => (close(record), goOn())) : nothing)),
    unfinished: isOpen ? unfinishedView(unfinished, speech, show) : nothing,
  };
}

function endedView(record: PaymentRecord, { speech }: LeftoverActions, close: () => void): TemplateResult {
  const { outcome, tracking_id: trackingId } = record;
  return html`
    <div part="ended ${outcome}" class="unfinished ${outcome}">
      <p>
        <strong>${endedText(record, speech)}</strong>
        <br />${speech.words.reference}: <span dir="auto">${trackingId}</span>
      </p>
      <button part="button" type="button" class="quiet" @click=${close}>${speech.words.close}</button>
    </div>
  `;
}

function endedText(
  { outcome, amount, currency, started_at: time, recipient_last_4: last4 = '' }: PaymentRecord,
  speech: Speech,
): string {
  const { words } = speech;
  return fill(words[outcome === 'successful' ? 'ended_successful' : 'ended_failed'], {
    amount: speech.sum(amount, currency),
    last4,
    started: startedText(time, speech),
  });
}
