import { html, nothing, type TemplateResult } from 'lit';
import type { State } from '../../flow/state.js';
import type { MessageKey } from '../../locales/messages.js';
import type { Speech } from '../base/speech.js';
import { formListeners } from '../fields/submit-form.js';
import type { FormStatus } from '../form/port.js';
import type { Offer } from './offer.js';
import { troubleText } from '../steps/trouble-text.js';
import { actOf, namesPrice, type Notice, noticeText } from './offer-text.js';

/** The data and actions of the order's form. */
export interface OrderContext {
  readonly state: State;
  readonly isTest: boolean;
  /** Whether the page has disabled the element. */
  readonly isDisabled: boolean;
  /** Whether the form is hidden because a setting is wrong, or the offer is still missing. It keeps the payer's input. */
  readonly isHidden: boolean;
  readonly speech: Speech<MessageKey>;
  readonly buyer: TemplateResult | typeof nothing;
  readonly renderForm: (status: FormStatus) => unknown;
  /** The current offer or, once the payer has pressed, the one that they bought. */
  readonly offer: Offer | undefined;
  /** Why the last press paid nothing, if that belongs to no field. */
  readonly notice: Notice | undefined;
  /** The button's text while it stays locked. */
  readonly wait: string | undefined;
  readonly submit: () => void;
}

/** The order's form. It stays in the page, hidden, while the payment goes on, so that the payer's input is still there after a decline. */
export function orderView(context: OrderContext): TemplateResult {
  const { state, speech, wait, offer, notice } = context;
  const { words } = speech;
  const hidden = state.step !== 'details' || context.isHidden;
  const { trouble, press } = state.step === 'details' ? state : {};
  const ignored = press?.status === 'ignored' ? words.nothing_sent : undefined;
  const change = offer && notice && { text: noticeText(notice, offer, speech), hasPrice: namesPrice(notice, offer) };
  const problem = change?.text ?? (trouble ? troubleText(trouble, words, context.isTest) : ignored);
  const { confirm: reason, isUnread = false } = state.step === 'details' && state.quote.status === 'given' ? state.quote : {};
  const question = reason && !(reason === 'risen' && change?.hasPrice) ? words[`confirm_${reason}`] : undefined;
  const { submit, keydown } = formListeners(context.submit);
  return html`
    <div part="order-form" class="order" ?hidden=${hidden}>
      ${
        context.buyer === nothing
          ? nothing
          : html`<form part="buyer-form" novalidate autocomplete="on" @submit=${submit} @keydown=${keydown}>${context.buyer}</form>`
      }
      ${context.renderForm({ act: actOf(offer), wait, isBusy: press?.status === 'waiting', isUnread, isLocked: false, isDisabled: context.isDisabled, problem, question })}
    </div>
  `;
}
