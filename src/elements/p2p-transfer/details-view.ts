import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../locales/catalogue.js';
import { type PressSubject, pressText, type ShownPrice } from './price/shown-price.js';
import { summaryView } from './price/summary-view.js';

/** The data and actions of the form. */
export interface DetailsContext extends PressSubject {
  /** Whether the form is hidden: a later step is shown instead, or a setting is wrong for now. It keeps the payer's input. */
  readonly isHidden: boolean;
  readonly cards: unknown;
  /** The input, unless the page has fixed the amount. */
  readonly amount: TemplateResult | undefined;
  readonly price: ShownPrice;
  /** An error that belongs to no input. */
  readonly problem: string | undefined;
  /** The recipient's card, masked, once it is known. */
  readonly goesTo: string | undefined;
  /** The recipient's card of the previous attempt, masked. */
  readonly before: string | undefined;
  /** `asked`: the payer decides whether their cards are saved; `agreed`: they have agreed already. */
  readonly saves: 'asked' | 'agreed' | undefined;
  readonly agree: (isAgreed: boolean) => void;
  /** The time by which the payer has to confirm. */
  readonly deadline: unknown;
  /** Whether a press waits to be carried out. */
  readonly isBusy: boolean;
  /** Whether the button is disabled. */
  readonly isLocked: boolean;
  readonly submit: () => void;
}

/**
 * The form. It stays in the page, hidden, while the transfer goes on, so that the payer's input is still there after a decline.
 */
export function detailsView(context: DetailsContext): TemplateResult {
  const { speech, price, problem, last4, before } = context;
  const { words } = speech;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    context.submit();
  };
  return html`
    <div class="details" part="details-step" ?hidden=${context.isHidden}>
      ${context.cards}
      <form part="transfer-form" novalidate autocomplete="off" @submit=${onSubmit}>
        ${before && !last4 ? html`<p part="recipient-before" class="remark">${fill(words.recipient_before, { card: before })}</p>` : nothing}
        ${context.amount}
        ${problem ? html`<p part="problem" class="error" role="alert">${problem}</p>` : nothing}
        ${summaryView(context)}
        ${context.deadline}
        ${savesView(context)} ${price.instead ?? nothing}
        <button
          part="button submit"
          type="submit"
          class=${price.status === 'impossible' ? 'submit quiet' : 'submit'}
          ?disabled=${context.isLocked}
          aria-disabled=${price.isUnread ? 'true' : nothing}
          aria-busy=${context.isBusy || price.isAwaited === true}
        >
          ${price.press ?? pressText(context)}
        </button>
      </form>
    </div>
  `;
}

/** The notice that the cards will be saved, or the question whether to. The payer's tick is never overwritten. */
function savesView({ saves, agree, speech }: DetailsContext): TemplateResult | typeof nothing {
  const { words } = speech;
  if (saves === undefined) return nothing;
  if (saves === 'agreed') return html`<p part="saves-card" class="goes-to">${words.saves_card}</p>`;
  const change = ({ currentTarget }: Event): void => agree((currentTarget as HTMLInputElement).checked);
  return html`<label part="save-card" class="save-card"><input type="checkbox" name="save-card" @change=${change} />${words.save_card}</label>`;
}
