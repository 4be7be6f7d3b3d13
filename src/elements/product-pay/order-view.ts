import { html, nothing, type TemplateResult } from 'lit';
import type { State } from '../../flow/state.js';
import type { OrderMessages } from '../../locales/messages.js';
import type { Speech } from '../base/speech.js';
import { formListeners } from '../fields/submit-form.js';
import { troubleText } from '../steps/trouble-text.js';

/** The data and actions of the order's form. */
export interface OrderContext {
  readonly state: State;
  readonly isTest: boolean;
  /** Whether the form is hidden because a setting is wrong, or the offer is still missing. It keeps the payer's input. */
  readonly isHidden: boolean;
  readonly speech: Speech<OrderMessages>;
  readonly buyer: TemplateResult | typeof nothing;
  readonly card: unknown;
  /** The text of the button. */
  readonly press: string;
  /** Whether a press waits to be carried out. */
  readonly isBusy: boolean;
  /** The text about a change since the payer pressed. */
  readonly notice: string | undefined;
  /** The button's text while it stays locked. */
  readonly wait: string | undefined;
  readonly submit: () => void;
}

/** The order's form. It stays in the page, hidden, while the payment goes on, so that the payer's input is still there after a decline. */
export function orderView(context: OrderContext): TemplateResult {
  const { state, speech, wait, notice, press } = context;
  const { words } = speech;
  const hidden = state.step !== 'details' || context.isHidden;
  const { trouble, hasLapsed } = state.step === 'details' ? state : {};
  const dropped = hasLapsed ? words.nothing_sent : undefined;
  const problem = notice ?? (trouble ? troubleText(trouble, words, context.isTest) : dropped);
  const { confirm: doubt, isUnread = false } = state.step === 'details' && state.quote.status === 'given' ? state.quote : {};
  const { submit, keydown } = formListeners(context.submit);
  return html`
    <div part="order-form" class="order" ?hidden=${hidden}>
      ${
        context.buyer === nothing
          ? nothing
          : html`<form part="buyer-form" novalidate autocomplete="on" @submit=${submit} @keydown=${keydown}>${context.buyer}</form>`
      }
      ${context.card}
      ${problem ? html`<p part="problem" class="error" role="alert">${problem}</p>` : nothing}
      ${doubt ? html`<p part="problem" class="remark" role="alert">${words[`confirm_${doubt}`]}</p>` : nothing}
      <button part="button submit" type="button" class="submit" ?disabled=${wait !== undefined} @click=${context.submit} aria-disabled=${isUnread ? 'true' : nothing} aria-busy=${context.isBusy}>
        ${wait ?? press}
      </button>
    </div>
  `;
}
