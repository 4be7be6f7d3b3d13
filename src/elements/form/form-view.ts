import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../locales/fill.js';
import { messageView } from '../base/gateway-message.js';
import type { Speech } from '../base/speech.js';
import type { FormListeners } from '../fields/submit-form.js';
import { type FormStatus, isCheck, type ShownPrice, type Subject } from './port.js';

/** The data and actions of a form. */
export interface FormContext extends Omit<FormStatus, 'told'>, FormListeners {
  readonly speech: Speech;
  readonly subject: Subject;
  /** The amount, in minor units, as far as it is known. */
  readonly amount: number | undefined;
  readonly cards: unknown;
  /** The input of the amount, unless the page has set it. */
  readonly amountField: TemplateResult | undefined;
  /** The recipient's card, masked, and its last four digits, once they are known. Empty: their line stays free. */
  readonly goesTo: string | undefined;
  readonly last4: string | undefined;
  readonly agree: (hasAgreed: boolean) => void;
  readonly changeCards: () => void;
  readonly startAgain: () => void;
  /** A press on the button begins. */
  readonly begin: ((event: Event) => void) | undefined;
}

/** The form, from the cards to the button. */
export function formView(context: FormContext): TemplateResult {
  const { speech, price, problem, question, goesTo, before, deadline, refusal } = context;
  const { words } = speech;
  const isImpossible = price?.status === 'impossible';
  const { amountField, subject, submit, keydown } = context;
  return html`
    ${
      amountField && subject.isFirst
        ? html`<form part="amount-form" novalidate autocomplete="off" @submit=${submit} @keydown=${keydown}>${amountField}</form>`
        : nothing
    }
    ${context.cards}
    <form part="payment-form" novalidate autocomplete="off" @submit=${submit}>
      ${before && !goesTo ? html`<p part="recipient-before" class="remark">${fill(words.recipient_before, { card: before })}</p>` : nothing}
      ${subject.isFirst ? nothing : amountField}
      ${savesView(context)}
      ${problem ? html`<p part="problem" class="error" role="alert">${messageView(problem)}</p>` : nothing}
      ${question ? html`<p part="problem" class="remark question" role="alert">${question}</p>` : nothing}
      ${price ? summaryView(price, context) : nothing}
      ${deadline ? deadlineView(deadline, context) : nothing}
      ${
        // Another check of the same cards rarely has another result.
        isImpossible
          ? html`<button part="button change-cards" type="button" @click=${context.changeCards}>${words.another_card}</button>`
          : nothing
      }
      <button
        part="button submit"
        type="submit"
        class=${isImpossible ? 'submit quiet' : 'submit'}
        ?hidden=${deadline?.isOver}
        ?disabled=${context.isLocked || context.wait !== undefined}
        aria-disabled=${context.isUnread ? 'true' : nothing}
        aria-busy=${context.isBusy}
        @pointerdown=${context.begin}
        @keydown=${context.begin}
      >
        ${context.wait ?? pressText(context)}
      </button>
      ${refusal ? html`<p part="problem" class="error" role="alert">${refusal}</p>` : nothing}
    </form>
  `;
}

/** The button's text: what a press does, with the sum and, for a transfer, the recipient. */
function pressText({ act, speech, subject, amount, last4 }: FormContext): unknown {
  const { words } = speech;
  if (isCheck(act)) return words[act];
  if (amount === undefined) return nothing;
  const sentence = fill(words[act], { amount: speech.sum(amount, subject.currency) });
  if (last4 === undefined || act === 'send_same_card') return sentence;
  return html`${sentence} <small>${last4 ? fill(words.send_to, { last4 }) : nothing}</small>`;
}

/** The amount as soon as there is one, then the fee and the total; before them, one line about the fee. */
function summaryView(price: ShownPrice, { speech, subject, amount, goesTo }: FormContext): TemplateResult {
  const { words } = speech;
  // Both rows stand there while a check runs, so that nothing moves when its answer comes.
  const { fee, pays } = price.status === 'running' ? { fee: runningView(), pays: runningView() } : price;
  return html`
    ${
      amount === undefined
        ? nothing
        : html`<dl part="summary" class="summary">
            <div>
              <dt>${words.they_get}${goesToView(goesTo, speech)}</dt>
              <dd part="amount">${speech.sum(amount, subject.currency)}</dd>
            </div>
            ${fee ? html`<div><dt>${words.fee}</dt><dd>${fee}</dd></div>` : nothing}
            ${pays ? html`<div class="total"><dt>${words.you_pay}</dt><dd>${pays}</dd></div>` : nothing}
          </dl>`
    }
    <p part="price" class=${price.isSpoken ? 'price spoken' : 'price'} data-quote=${price.status} role="status">${messageView(price.text)}</p>
  `;
}

const runningView = (): TemplateResult => html`<span class="running"></span>`;

/** The recipient's card under the sum. In a frame its line stays free until the page knows the card. */
function goesToView(goesTo: string | undefined, { words }: Speech): TemplateResult | typeof nothing {
  if (goesTo === '') return html`<span class="goes-to">\u00A0</span>`;
  return goesTo ? html`<span part="goes-to" class="goes-to">${fill(words.goes_to, { card: goesTo })}</span>` : nothing;
}

/** The time by which the payer has to confirm. */
function deadlineView(
  { text, isOver, isSoon }: NonNullable<FormStatus['deadline']>,
  { speech, startAgain }: FormContext,
): TemplateResult {
  return html`
    <p part="deadline" class=${isOver ? 'error' : isSoon ? 'remark soon' : 'remark'}>${text}</p>
    ${isOver ? html`<button part="button" type="button" @click=${startAgain}>${speech.words.start_again}</button>` : nothing}
  `;
}

/** The notice that the cards will be saved, or the question whether to. The payer's tick is never overwritten. */
function savesView({ subject, agree, speech }: FormContext): TemplateResult | typeof nothing {
  const { words } = speech;
  if (subject.saves === undefined) return nothing;
  if (subject.saves === 'agreed') return html`<p part="saves-card" class="goes-to">${words.saves_card}</p>`;
  const change = ({ currentTarget }: Event): void => agree((currentTarget as HTMLInputElement).checked);
  return html`<label part="save-card" class="save-card"><input type="checkbox" name="save-card" @change=${change} />${words.save_card}</label>`;
}
