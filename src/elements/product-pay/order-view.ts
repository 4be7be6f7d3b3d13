import { html, nothing, type TemplateResult } from 'lit';
import type { State } from '../../flow/state.js';
import type { OrderCatalogue } from '../../locales/order-words.js';
import type { Speech } from '../base/speech.js';
import { troubleText } from '../steps/trouble-text.js';

/** What the order's form shows. */
export interface OrderContext {
  readonly state: State;
  readonly isTest: boolean;
  /** Out of sight, and keeps what was typed, while the page has a setting wrong. */
  readonly isAway: boolean;
  readonly speech: Speech<OrderCatalogue>;
  readonly buyer: TemplateResult | typeof nothing;
  readonly card: TemplateResult;
  /** The text of the button. */
  readonly press: string;
  /** Whether a press waits to be carried out. */
  readonly isBusy: boolean;
  /** What has changed since the payer pressed. */
  readonly notice: string | undefined;
  readonly secondsToWait: number;
  readonly submit: () => void;
}

/** The form for an order. It stays in the page, hidden, while the payment goes on: what was typed is there again after a decline. */
export function orderView(context: OrderContext): TemplateResult {
  const { state, speech, secondsToWait, notice, press } = context;
  const { words } = speech;
  const hidden = state.step !== 'details' || context.isAway;
  const { trouble, hasLapsed } = state.step === 'details' ? state : {};
  const lapse = hasLapsed ? words.nothing_sent : undefined;
  const problem = notice ?? (trouble ? troubleText(trouble, words, context.isTest) : lapse);
  const { confirm: doubt, isUnread = false } = state.step === 'details' && state.quote.status === 'given' ? state.quote : {};
  const submit = (event: Event): void => {
    event.preventDefault();
    context.submit();
  };
  return html`
    <form part="order-form" novalidate autocomplete="on" ?hidden=${hidden} @submit=${submit}>
      ${context.buyer}
      ${context.card}
      ${problem ? html`<p part="problem" class="error" role="alert">${problem}</p>` : nothing}
      ${doubt ? html`<p part="problem" class="remark" role="alert">${doubt === 'repeated' ? words.confirm_repeated : words.confirm_unfinished}</p>` : nothing}
      <button part="button submit" type="submit" class="submit" ?disabled=${secondsToWait > 0} aria-disabled=${isUnread ? 'true' : nothing} aria-busy=${context.isBusy}>
        ${secondsToWait > 0 ? speech.fill(words.transfer_wait, { seconds: secondsToWait }) : press}
      </button>
    </form>
  `;
}
