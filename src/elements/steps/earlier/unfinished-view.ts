import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentRecord } from '../../../flow/record/payment-record.js';
import { fill } from '../../../locales/catalogue.js';
import { withLabel } from '../../base/card-text.js';
import type { Speech } from '../../base/speech.js';
import { referenceText } from '../outcome/reference-row.js';

/**
 * The unfinished payments of earlier visits, each with its recipient, and with the reference to quote to support.
 *
 * @param labelOf What the page calls the recipient, if this tab knows it.
 */
export function unfinishedView(
  unfinished: readonly PaymentRecord[],
  speech: Speech,
  show: (record: PaymentRecord) => void,
  labelOf: (id: string) => string | undefined,
): TemplateResult[] {
  const { words } = speech;
  return unfinished.map(
    (record) => html`
      <div part="unfinished" class="unfinished">
        <p>
          <strong
            >${fill(words.unfinished, {
              amount: speech.sum(record.amount, record.currency),
              started: speech.date(record.startedAt),
            })}</strong
          >
          ${recipientLine(labelOf(record.id), record, words)}<br />${record.phase === 'authentication' ? words.confirm_unconfirmed : words.unfinished_text}<br />${words.reference}: ${referenceText(record.trackingId)}
        </p>
        <button part="button" type="button" class="quiet" @click=${() => show(record)}>
          ${words.unfinished_show}
        </button>
      </div>
    `,
  );
}

function recipientLine(
  label: string | undefined,
  { recipient: { last4 } }: PaymentRecord,
  words: Speech['words'],
): TemplateResult | typeof nothing {
  return last4
    ? html`<br />${fill(words.goes_to, { card: withLabel({ ...(label && { label }), last4 }, `••••\u00a0${last4}`) })}`
    : nothing;
}
