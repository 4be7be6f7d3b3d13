import { hasInput } from '../../card/card-fields.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { pause } from '../../checkout/poll-job.js';
import { CheckoutError } from '../../http/error.js';
import { TransportError } from '../../http/request.js';
import { type Fee, feeOf } from '../../money/commission.js';
import type { CheckResponse, RequiredFields } from '../../wire/response/check.js';
import { CANCELED } from '../canceled.js';
import { reportRejection } from '../run-callback.js';
import { editableProblems, isEditableOfTransfer } from '../request/judge-refusal.js';
import { askQuote, type QuoteOptions } from './quote.js';
import type { TransferSettings } from '../request/transfer-body.js';
import { type FlowEvent, isChecking, type Price, type Quote, type State, TIME_TO_READ, waitingPress } from '../state.js';
import type { Pricing } from '../payment-kind.js';

type Options = Omit<QuoteOptions, 'signal'> & { readonly settings: () => TransferSettings };
type Answer = Exclude<Quote, { status: 'running' }>;

/** How long the payer must pause before a check is sent, in milliseconds. */
const DEBOUNCE = 400;
/** A live quote asks at most this often a minute. */
const PER_MINUTE = 6;
/** How long a quote is valid, in milliseconds. */
const LIFETIME = 5 * 60_000;

/** A field that is asked for, by its path: `credit_card.holder`. */
interface AskedField {
  readonly path: string;
  /** Whether the form has an input for it. No check is without a number. */
  readonly isKnown: boolean;
}

const askedFields = (required: RequiredFields): AskedField[] =>
  (['credit_card', 'recipient_card'] as const).flatMap((section) =>
    (required[section] ?? []).map((field) => ({
      path: `${section}.${field}`,
      isKnown: field !== 'number' && hasInput(section, field),
    })),
  );

/** Whether a price is higher than the one the payer has seen, or can't be compared with it. */
const hasRisen = (seen: Fee | undefined, now: Fee | undefined): boolean => {
  if (!seen || !now || seen.kind === 'terms' || now.kind === 'terms') return JSON.stringify(seen) !== JSON.stringify(now);
  return now.currency !== seen.currency || now.fee > seen.fee;
};

/** Why the payer has to confirm a price: they have not seen it, or it was lower when they did. */
function questionAbout(price: Price, seen: Price | undefined): 'first_seen' | 'risen' | undefined {
  if (seen?.amount !== price.amount || seen.currency !== price.currency) return 'first_seen';
  return hasRisen(seen.fee, price.fee) ? 'risen' : undefined;
}

/** Keeps the quote of a transfer current: live while the payer types, and checked before money moves. */
export class Quoting implements Pricing {
  readonly #options: Options;
  readonly #state: () => State;
  readonly #dispatch: (event: FlowEvent) => void;
  readonly #asked: number[] = [];
  readonly #required = new Set<string>();
  #content = '';
  /** Whether its basis could not be asked about yet: a frame may say so, and the contrary, of the same revision. */
  #isOwed = false;
  #run: AbortController | undefined;
  #cancelTimer: (() => void) | undefined;
  #seen: Price | undefined;
  #quotedAt = 0;
  /** When the price rose last before the payer's eyes (monotonic ms). */
  #risenAt = -Infinity;
  #notBefore = 0;

  constructor(options: Options, state: () => State, dispatch: (event: FlowEvent) => void) {
    this.#options = options;
    this.#state = state;
    this.#dispatch = dispatch;
  }

  /** Drops the quote when its basis has changed, and asks again once the payer pauses. */
  changed(): void {
    const content = this.#describe();
    const isEdited = content !== this.#content;
    if (!isEdited && !this.#isOwed) return;
    this.#content = content;
    if (this.#state().step !== 'details') return;
    const { settings, cards } = this.#options;
    const isAskable = settings().amount !== undefined && cards.snapshot.checkable;
    this.#isOwed = !isAskable;
    if (isEdited) {
      this.#halt();
      this.#dispatch({ type: 'edited', isDue: isAskable && this.#delay === DEBOUNCE });
    }
    if (isAskable) this.schedule();
  }

  /** How long until the next live quote, in milliseconds: once the payer pauses and the limit per minute allows it. */
  get #delay(): number {
    const oldest = this.#asked.at(-PER_MINUTE);
    const due = Math.max(oldest === undefined ? 0 : oldest + 60_000, this.#notBefore);
    return Math.max(DEBOUNCE, due - this.#options.clock.monotonic());
  }

  /** Asks for a live quote once the payer pauses and the limit per minute allows it. */
  schedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#options.clock.after(this.#delay, () => {
      reportRejection(this.ask());
    });
  }

  /** Starts again: no fields were asked for, and the payer has seen no price. */
  forget(): void {
    this.stop();
    this.#required.clear();
    this.#seen = undefined;
  }

  /** Cancels a running check and a planned one; a payer who pressed for it can press again. */
  stop(): void {
    this.#halt();
    const state = this.#state();
    if (state.step === 'details' && isChecking(state.quote)) this.#dispatch({ type: 'edited' });
  }

  #halt(): void {
    this.#cancelTimer?.();
    this.#run?.abort();
    this.#run = undefined;
  }

  /**
   * The price to transfer for, checked now unless the payer has just seen it. Undefined when no price came, or
   * when they have to see it first: a press never costs more than what was shown.
   */
  async confirmedPrice(): Promise<Price | undefined> {
    const state = this.#state();
    if (state.step !== 'details') return undefined;
    const { quote } = state;
    const now = this.#options.clock.monotonic();
    if (quote.status === 'given' && now - this.#risenAt < TIME_TO_READ) {
      // They pressed for the lower price that stood there a moment ago.
      this.#risenAt = -Infinity;
      this.#dispatch({ type: 'priced', price: quote.price, confirm: 'risen' });
      return undefined;
    }
    if (quote.status === 'given' && now - this.#quotedAt < LIFETIME) return quote.price;
    const answer = await this.#ask();
    return answer?.status === 'given' && !answer.confirm ? answer.price : undefined;
  }

  /** Makes a check now. One that a press waits for goes on: another would cancel the press. */
  async ask(): Promise<void> {
    const state = this.#state();
    const isAwaited = state.step === 'details' && state.quote.status === 'running' && waitingPress(state) !== undefined;
    if (isAwaited) return;
    const answer = this.#ask();
    // There was nothing to ask.
    if (!this.#run) this.stop();
    await answer;
  }

  /** Makes a check. @returns its result; undefined when there was nothing to ask, or a newer check began. */
  async #ask(): Promise<Answer | undefined> {
    const { settings: read, cards, clock } = this.#options;
    const settings = read();
    const { amount, currency } = settings;
    const state = this.#state();
    if (state.step !== 'details' || amount === undefined || !cards.snapshot.checkable) return undefined;
    this.#halt();
    this.#content = this.#describe();
    this.#isOwed = false;
    const run = (this.#run = new AbortController());
    this.#asked.push(clock.monotonic());
    if (this.#asked.length > PER_MINUTE) this.#asked.shift();
    this.#dispatch({ type: 'quoting' });
    let answer: Answer;
    try {
      const response = await askQuote({ ...settings, amount }, { ...this.#options, signal: run.signal });
      if (run.signal.aborted) return undefined;
      answer = this.#read(response, amount, currency);
    } catch (error) {
      if (run.signal.aborted) return undefined;
      if (!(error instanceof CheckoutError)) {
        // Not as an edit, which would cancel a press before it gets the error.
        this.#dispatch({ type: 'quoted', quote: { status: 'none' } });
        if (error === CANCELED) return undefined;
        throw error;
      }
      answer = { status: 'unavailable', error };
      if (error instanceof TransportError) this.#goOnWhenBack(run.signal);
      if (error instanceof GatewayError) this.#notBefore = clock.monotonic() + (error.retryAfter ?? 0);
      const problems = error instanceof GatewayError && error.body && editableProblems(error.body, isEditableOfTransfer);
      if (problems) {
        this.#dispatch({ type: 'complained', problems });
        cards.post({ kind: 'refuse', errors: problems });
        return answer;
      }
    }
    const press = waitingPress(this.#state());
    if (answer.status === 'given') {
      const question = questionAbout(answer.price, this.#seen);
      // A press for the price is answered by it: also one that the payer has seen before.
      const confirm = press?.isForPrice ? (question ?? 'first_seen') : press && question;
      this.#risenAt = question === 'risen' && !confirm ? clock.monotonic() : -Infinity;
      this.#seen = answer.price;
      this.#quotedAt = clock.monotonic();
      if (confirm) answer = { ...answer, confirm };
    }
    this.#dispatch({ type: 'quoted', quote: answer });
    if (answer.status === 'fields') {
      // The source may already have the fields. Then its state changes, and the check is repeated.
      cards.post({ kind: 'require', fields: answer.required });
      this.changed();
      if (press && !cards.snapshot.complete) cards.post({ kind: 'focus', where: 'unfinished' });
    }
    return answer;
  }

  /** The connection was lost: the check is repeated once the page is online, or in view again. */
  #goOnWhenBack(signal: AbortSignal): void {
    const { clock, presence } = this.#options;
    pause(Infinity, { clock, soonest: 0, presence, signal }).then(
      () => this.schedule(),
      () => undefined,
    );
  }

  /** Describes everything that a check's answer depends on, without card data. */
  #describe(): string {
    const { amount, currency, test, p2pType } = this.#options.settings();
    return JSON.stringify([amount, currency, test, p2pType, this.#options.cards.snapshot.revision]);
  }

  #read({ status, message, commission, required_fields: required }: CheckResponse, amount: number, currency: string): Answer {
    const missing = required ? askedFields(required).filter(({ path }) => !this.#required.has(path)) : [];
    const isUnknown = missing.some(({ isKnown }) => !isKnown);
    if (required && missing.length > 0 && !isUnknown) {
      for (const { path } of missing) this.#required.add(path);
      return { status: 'fields', required };
    }
    // The gateway asks again for a field that it got, or for a field that does not exist here: more typing would not help.
    if (status === 'failed' || isUnknown) return { status: 'impossible', message: message ?? undefined };
    return { status: 'given', price: { amount, currency, fee: feeOf(commission, amount, currency) } };
  }
}
