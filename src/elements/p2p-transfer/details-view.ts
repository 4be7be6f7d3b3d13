import { html, nothing, type TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import type { Quote, State } from '../../flow/state.js';
import type { CheckoutError } from '../../http/error.js';
import { fill, type Messages } from '../../locales/catalogue.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { Speech } from '../base/speech.js';
import { troubleText } from '../steps/trouble-text.js';
import { amountRefusal } from './amount-refusal.js';
import { summaryView, totalOf } from './summary-view.js';

/** What the form shows. Sums are in minor units. */
export interface DetailsContext {
  readonly state: State;
  readonly isTest: boolean;
  /** Out of sight, and keeps what was typed, while the page has a setting wrong. */
  readonly isAway: boolean;
  readonly speech: Speech;
  readonly currency: string;
  readonly fixedAmount: number | undefined;
  readonly typed: number | undefined;
  readonly cards: unknown;
  /** The input, where the amount is not fixed. */
  readonly amount: TemplateResult | undefined;
  /** What the gateway asked for and is not filled in yet. */
  readonly wanted: RequiredFields;
  /** What there is to say about the price. */
  readonly quoteText: (quote: Quote) => string;
  /** Masked, once it is known. */
  readonly goesTo: string | undefined;
  /** The last four digits of the recipient's card, once they are known. */
  readonly last4: string | undefined;
  /** The recipient's card of the attempt before, masked. */
  readonly before: string | undefined;
  /** `asked`: the payer decides whether their cards are saved; `agreed`: they have agreed. */
  readonly saves: 'asked' | 'agreed' | undefined;
  readonly agree: (isAgreed: boolean) => void;
  /** The part that pays could not be loaded; a press tries again. */
  readonly isPartMissing: boolean;
  /** The gateway does not know the shop's key. */
  readonly keyRefusal: CheckoutError | undefined;
  /** Milliseconds left to confirm; undefined without `expired-at`. */
  readonly timeLeft: number | undefined;
  /** Whether money may have been sent, in this visit or an earlier one. */
  readonly mayHaveSent: boolean;
  /** The time is over, and the payer wants to go on. */
  readonly startAgain: () => void;
  /** Whether a press waits to be carried out. */
  readonly isBusy: boolean;
  readonly secondsToWait: number;
  readonly submit: () => void;
}

/**
 * The form. It stays in the page, hidden, while the transfer goes on: what was typed is there again after a decline.
 */
export function detailsView(context: DetailsContext): TemplateResult {
  const { state, speech, currency, fixedAmount, typed, goesTo, last4, before, timeLeft, secondsToWait, submit } = context;
  const { words } = speech;
  const over = timeLeft !== undefined && timeLeft <= 0;
  const hidden = state.step !== 'details';
  const quote = shownQuote(context);
  const sum = fixedAmount ?? typed;
  const busy = context.isBusy || (quote.status === 'running' && quote.pressed);
  const refusal = fixedAmount === undefined ? undefined : amountRefusal(state);
  const problem = context.isPartMissing
    ? words.part_missing
    : state.step === 'details'
      ? generalProblem(state, refusal, words, context.isTest)
      : undefined;
  const total = totalOf(quote);
  const impossible = quote.status === 'impossible';
  const asksOfCard = quote.status === 'given' && quote.confirm === 'same_card';
  const isUnread = quote.status === 'given' && quote.isUnread;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    submit();
  };
  return html`
    <div class=${context.isAway ? 'details away' : 'details'} part="details-step" ?hidden=${hidden}>
      ${context.cards}
      <form part="transfer-form" novalidate autocomplete="off" @submit=${onSubmit}>
        ${before && !last4 ? html`<p part="recipient-before" class="remark">${fill(words.recipient_before, { card: before })}</p>` : nothing}
        ${context.amount}
        ${problem ? html`<p part="problem" class="error" role="alert">${problem}</p>` : nothing}
        ${summaryView({ quote, quoteText: context.quoteText(quote), speech, currency, sum, goesTo })}
        ${timeLeft === undefined ? nothing : deadlineView(timeLeft, context)}
        ${savesView(context)}
        <button
          part="button submit"
          type="submit"
          class=${impossible ? 'submit quiet' : 'submit'}
          ?disabled=${secondsToWait > 0 || over || refusal !== undefined}
          aria-disabled=${isUnread ? 'true' : nothing}
          aria-busy=${busy}
        >
          ${
            secondsToWait > 0
              ? speech.fill(words.transfer_wait, { seconds: secondsToWait })
              : impossible
                ? words.check_again
                : sum === undefined
                  ? words.transfer_bare
                  : html`${fill(words[asksOfCard ? 'transfer_same_card' : last4 ? 'transfer_to' : 'transfer'], { amount: unbroken(speech.sum(sum, currency)), last4: last4 ?? '' })}
                    ${total === undefined ? nothing : html`<small>${fill(words.transfer_total, { amount: speech.sum(total, currency) })}</small>`}`
          }
        </button>
      </form>
    </div>
  `;
}

/** Whether the cards will be saved, or the question. What the payer has ticked is theirs, so it is never written over. */
function savesView({ saves, agree, speech }: DetailsContext): TemplateResult | typeof nothing {
  const { words } = speech;
  if (saves === undefined) return nothing;
  if (saves === 'agreed') return html`<p part="saves-card" class="goes-to">${words.saves_card}</p>`;
  const change = ({ currentTarget }: Event): void => agree((currentTarget as HTMLInputElement).checked);
  return html`<label part="save-card" class="save-card"><input type="checkbox" name="save-card" @change=${change} />${words.save_card}</label>`;
}

/** A sum and its currency stay in one line. */
const unbroken = (sum: string): string => sum.replaceAll(' ', '\u00a0');

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** With so many minutes left, the payer is warned: once there is time to finish, once to hurry. */
const WARNED_AT = [1, 5];

/** Until when the payer has to confirm: counted down in the last hour, a date before. */
function deadlineView(left: number, { speech, mayHaveSent, startAgain }: DetailsContext): TemplateResult {
  const { words } = speech;
  if (left <= 0) {
    return html`
      <p part="deadline" class="error">${overText(mayHaveSent, words)}</p>
      <button part="button" type="button" class="quiet" @click=${startAgain}>${words.start_again}</button>
    `;
  }
  const seconds = Math.ceil(left / 1000);
  const text =
    left < HOUR
      ? fill(words.deadline, { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })
      : fill(words.deadline_at, { time: speech.date(systemClock.now() + left) });
  return html`<p part="deadline" class="remark">${text}</p>`;
}

/** That the time is over. After an attempt, it is not for the deadline to say whether anything was sent. */
const overText = (mayHaveSent: boolean, words: Messages): string => (mayHaveSent ? words.deadline_passed : words.deadline_over);

/** What a screen reader hears of the deadline: when few minutes are left, when one is left, and when it is over. */
export function deadlineSentence(left: number, mayHaveSent: boolean, speech: Speech): string {
  const { words } = speech;
  if (left <= 0) return overText(mayHaveSent, words);
  const minutes = WARNED_AT.find((each) => left <= each * MINUTE);
  return minutes === undefined ? '' : speech.fill(words.deadline_soon, { count: minutes });
}

/** The quote as it is shown: of the fields that the gateway asked for, only those that are still empty. */
function shownQuote({ state, wanted, keyRefusal }: DetailsContext): Quote {
  if (state.step !== 'details') return { status: 'none' };
  if (state.quote.status === 'none' && keyRefusal) return { status: 'unavailable', error: keyRefusal };
  if (state.quote.status !== 'fields') return state.quote;
  const missing = [wanted.credit_card, wanted.recipient_card].some((fields) => fields && fields.length > 0);
  return missing ? { status: 'fields', required: wanted } : { status: 'running', pressed: false };
}

/** What is wrong but belongs to no input on the page. `refusal` is of an amount that the payer can't edit. */
function generalProblem(
  { trouble, hasLapsed }: Extract<State, { step: 'details' }>,
  refusal: string | undefined,
  words: Messages,
  isTest: boolean,
): string | undefined {
  if (trouble) return troubleText(trouble, words, isTest);
  if (refusal !== undefined) return fill(words.amount_refused, { message: refusal });
  return hasLapsed ? words.nothing_sent : undefined;
}
