import { html, type TemplateResult } from 'lit';
import type { TransferRecord } from '../../flow/record.js';
import { fill, type Messages } from '../../locales/catalogue.js';
import { sumText, timeText } from '../base/price-text.js';

/** What other visits left behind, each with what to quote to support. */
export function unfinishedView(
  unfinished: readonly TransferRecord[],
  messages: Messages,
  language: string,
  show: (record: TransferRecord) => void,
): TemplateResult[] {
  return unfinished.map(
    (record) => html`
      <div part="unfinished" class="unfinished">
        <p>
          <strong
            >${fill(messages.unfinished, {
              amount: sumText(record.amount, record.currency, language), time: timeText(record.started_at, language),
            })}</strong
          >
          <br />${messages.unfinished_text}<br />${messages.reference}: <span dir="auto">${record.tracking_id}</span>
        </p>
        <button part="button" type="button" class="quiet" @click=${() => show(record)}>
          ${messages.unfinished_show}
        </button>
      </div>
    `,
  );
}
