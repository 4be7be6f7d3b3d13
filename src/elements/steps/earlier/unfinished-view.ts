import { html, type TemplateResult } from 'lit';
import type { PaymentRecord } from '../../../flow/record/payment-record.js';
import { fill } from '../../../locales/catalogue.js';
import type { Speech } from '../../base/speech.js';

/** The unfinished payments of earlier visits, each with the reference to quote to support. */
export function unfinishedView(
  unfinished: readonly PaymentRecord[],
  speech: Speech,
  show: (record: PaymentRecord) => void,
): TemplateResult[] {
  const { words } = speech;
  return unfinished.map(
    (record) => html`
      <div part="unfinished" class="unfinished">
        <p>
          <strong
            >${fill(words.unfinished, {
              amount: speech.sum(record.amount, record.currency),
              started: speech.date(record.started_at),
            })}</strong
          >
          <br />${record.phase === 'authentication' ? words.confirm_unconfirmed : words.unfinished_text}<br />${words.reference}: <span dir="auto">${record.tracking_id}</span>
        </p>
        <button part="button" type="button" class="quiet" @click=${() => show(record)}>
          ${words.unfinished_show}
        </button>
      </div>
    `,
  );
}
