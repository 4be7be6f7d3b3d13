import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentRecord } from '../../../flow/record/payment-record.js';
import { fill } from '../../../locales/catalogue.js';
import { withLabel } from '../../base/card-text.js';
import type { Speech } from '../../base/speech.js';
import { referenceText } from '../outcome/reference-row.js';

/** What the list of unfinished payments is drawn from. */
interface UnfinishedContext {
  readonly speech: Speech;
  /** How many more there are, which `showAll` shows. */
  readonly hidden: number;
  readonly show: (record: PaymentRecord) => void;
  readonly showAll: () => void;
  /** What the page calls the recipient, if this tab knows it. */
  readonly labelOf: (id: string) => string | undefined;
}

/** The unfinished payments of earlier visits, each with its recipient, and with the reference to quote to support. */
export function unfinishedView(
  unfinished: readonly PaymentRecord[],
  { speech, hidden, show, showAll, labelOf }: UnfinishedContext,
): unknown[] {
  const { words } = speech;
  const more =
    hidden > 0 &&
    html`<button part="button" type="button" class="quiet" @click=${showAll}>${speech.fill(words.unfinished_more, { count: hidden })}</button>`;
  const views = unfinished.map(
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
  return [...views, more || nothing];
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
