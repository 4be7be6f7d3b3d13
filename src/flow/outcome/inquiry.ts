import { abortable, sleep } from '../../clock/clock.js';
import type { CheckoutError } from '../../http/error.js';
import { askAgain } from './ask-again.js';
import { askShop, type ExpectedSum, hasSum, type Question } from './ask-shop.js';
import { reportRejection } from '../run-callback.js';
import type { FlowSurroundings, ResolvedStatus } from '../options.js';
import type { ConfirmedPayment, FlowEvent, PaidSum, State } from '../state.js';
import type { PaymentSettings } from '../payment-kind.js';
import { shopOf } from '../record/journal.js';

/** How long the payer's press waits for the answer about its order, in milliseconds. */
const PRESS_PATIENCE = 3000;

/** How long the payer waits for the answer about the page's address before they can go to the form, in milliseconds. */
const PATIENCE = 5000;

/** How long an answer that an order is not paid counts for a press, in milliseconds: another browser may pay it meanwhile. */
const UNPAID_LIFETIME = 30_000;

/** How many attempts that can't be read are asked about. */
const MAX_UNREADABLE = 5;

/** A payment that the merchant's server confirmed. */
export type Confirmation = Pick<Extract<FlowEvent, { type: 'confirmed' }>, 'payment' | 'outcome'>;

/** An order that has been asked about. */
interface AskedOrder {
  /** Settles with the answer, or when no press waits for it any longer. */
  settled: Promise<unknown>;
  /** The server's answer; undefined before it comes, and when the question failed. */
  answer: ResolvedStatus | undefined;
  /** When an answer came, or the question failed (monotonic ms). */
  answeredAt: number | undefined;
}

/** What the merchant's server says of an order before it is paid from here; nothing if nothing is known, or it has failed. */
export interface OrderStanding {
  readonly payment?: ConfirmedPayment;
  readonly reason?: 'pending' | 'unanswered' | 'reported_paid';
}

/** The dependencies of an inquiry. */
export interface InquiryOptions {
  readonly surroundings: FlowSurroundings;
  /** The page's current settings for the payment. */
  readonly settings: () => PaymentSettings;
  /** Thumbprint of the shop's key; empty while it is not known. */
  readonly key: () => string;
  readonly state: () => State;
  readonly dispatch: (event: FlowEvent) => void;
  /** Ends the form with what the server confirmed. */
  readonly confirm: (confirmation: Confirmation) => void;
}

/** The sum that the page asks for, as far as it is known. */
type AskedSum = Pick<PaymentSettings, 'amount' | 'currency' | 'isAmountTyped'>;

const expectedOf = ({ amount, currency, isAmountTyped }: AskedSum): ExpectedSum => ({
  amount: isAmountTyped ? undefined : amount,
  currency,
});

/** The sum of an answer that matches the page's sum. */
const sumOf = ({ amount }: ResolvedStatus, { currency }: AskedSum): PaidSum => ({
  amount: Number.isSafeInteger(amount) ? amount : undefined,
  currency,
});

/**
 * Asks the merchant's server about payments that this browser has no record of: the order with a fixed tracking id, and the payment
 * that the page's address names.
 */
export class Inquiry {
  readonly #options: FlowSurroundings;
  readonly #settings: () => PaymentSettings;
  readonly #key: () => string;
  readonly #state: () => State;
  readonly #dispatch: (event: FlowEvent) => void;
  readonly #confirm: (confirmation: Confirmation) => void;
  /** By tracking id. A paid order stays paid. */
  readonly #orders = new Map<string, AskedOrder>();
  #isOpen = false;
  #run: AbortController | undefined;

  constructor({ surroundings: options, settings, key, state, dispatch, confirm }: InquiryOptions) {
    this.#options = options;
    this.#settings = settings;
    this.#key = key;
    this.#state = state;
    this.#dispatch = dispatch;
    this.#confirm = confirm;
  }

  /** Starts to ask about the form's order, and about attempts that can't be read. To be called when the form is set up. */
  open(): void {
    const { records } = this.#options;
    const own = records.unreadableOpen().filter(({ kind, key }) => kind === records.kind && key === shopOf(this.#key()));
    if (!this.#isOpen)
      for (const { trackingId } of own.slice(0, MAX_UNREADABLE)) reportRejection(this.#askOfUnreadable(trackingId));
    this.#isOpen = true;
    this.changed();
  }

  /** Call this when settings changed: another tracking id is another order. */
  changed(): void {
    const { trackingId } = this.#settings();
    if (this.#isOpen && trackingId !== undefined && this.#state().step === 'details') this.#askOrder(trackingId);
  }

  /** Whether an order is paid, or being paid elsewhere, as far as the server knows; waits for the answer, but not for long. */
  async standing(trackingId: string, asked: AskedSum, signal: AbortSignal): Promise<OrderStanding> {
    this.#forgetUnpaid(trackingId);
    const order = this.#askOrder(trackingId);
    if (!order) return {};
    await abortable(order.settled, signal);
    const { answer } = order;
    if (!answer) return { reason: 'unanswered' };
    if (answer.outcome === 'pending') return { reason: 'pending' };
    if (answer.outcome !== 'successful') return {};
    const expected = expectedOf(asked);
    // Paid, with another sum: what the server says does not fit this page, so it clears nothing. Without a whole sum it may well be paid.
    if (!hasSum(answer, expected, 'page'))
      return { reason: hasSum(answer, expected, 'attempt') ? 'reported_paid' : 'unanswered' };
    return { payment: { ...sumOf(answer, asked), trackingId } };
  }

  /** Shows again that the order is being paid elsewhere, because the form is shown again. */
  remind(): void {
    const { trackingId } = this.#settings();
    const answer = trackingId === undefined ? undefined : this.#orders.get(trackingId)?.answer;
    if (answer) this.#showElsewhere(answer);
  }

  /** Asks about the payment that the page's address names. Unless the server confirms it, the state becomes `unrecognized`. */
  async recognize(uid: string): Promise<void> {
    const { clock, presence, report } = this.#options;
    this.stop();
    const { signal } = (this.#run = new AbortController());
    this.#dispatch({ type: 'hinted', uid });
    const overdue = (): void => this.#dispatch({ type: 'unconfirmed' });
    reportRejection(sleep(clock, PATIENCE, signal).then(overdue, () => undefined));
    try {
      // The order comes first, by its own id: a uid in an address must not keep the payer from learning that it is paid.
      const asked = this.#settings();
      const { trackingId } = asked;
      const { payment } = trackingId === undefined ? {} : await this.standing(trackingId, asked, signal);
      const found = payment ? { payment, outcome: 'successful' as const } : await this.#askOfUid(uid, signal, report);
      if (found) this.#conclude(found);
      else if (!signal.aborted) this.#dispatch({ type: 'unconfirmed' });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (this.#state().step !== 'unrecognized' || signal.aborted) return;
    const askOnce = (): Promise<Confirmation | undefined> => this.#askOfUid(uid, signal, () => undefined);
    reportRejection(askAgain(askOnce, { clock, presence, signal }).then((found) => found && this.#conclude(found)));
  }

  /** Stops waiting for an answer about the payment that the address names. */
  cancel(): void {
    if (this.#state().step !== 'recognizing') return;
    this.stop();
    this.#dispatch({ type: 'unconfirmed' });
  }

  /** Stops asking about the payment that the address names. */
  stop(): void {
    this.#run?.abort();
  }

  #forgetUnpaid(trackingId: string): void {
    const { answeredAt, answer } = this.#orders.get(trackingId) ?? {};
    const isPaid = answer?.outcome === 'successful' && hasSum(answer, expectedOf(this.#settings()), 'page');
    if (answeredAt === undefined || isPaid) return;
    const isOld = this.#options.clock.monotonic() - answeredAt >= UNPAID_LIFETIME;
    // A question that failed is asked again with each press.
    if (isOld || !answer) this.#orders.delete(trackingId);
  }

  /** Asks about an order, unless it was asked about already or this browser's record decides. */
  #askOrder(trackingId: string): AskedOrder | undefined {
    const { clock, records, resolveStatus } = this.#options;
    const terms = this.#settings();
    const asked = this.#orders.get(trackingId);
    // Without a price there is nothing to compare an answer with.
    if (asked || !resolveStatus || !terms.currency || records.find(this.#key(), trackingId)) return asked;
    const order: AskedOrder = { settled: Promise.resolve(), answer: undefined, answeredAt: undefined };
    this.#orders.set(trackingId, order);
    const answered = new AbortController();
    const answer = this.#askOfOrder(trackingId, order).finally(() => answered.abort());
    reportRejection(answer);
    order.settled = Promise.race([answer, sleep(clock, PRESS_PATIENCE, answered.signal).catch(() => undefined)]);
    return order;
  }

  async #askOfOrder(trackingId: string, order: AskedOrder): Promise<void> {
    const { clock, report } = this.#options;
    const { signal } = new AbortController();
    const answer = await this.#ask({ about: 'order', trackingId, uid: undefined }, signal, report);
    order.answer = answer;
    order.answeredAt = clock.monotonic();
    if (answer) this.#dismissUnreadable(trackingId, answer);
    const asked = this.#settings();
    if (!answer || asked.trackingId !== trackingId) return;
    if (answer.outcome === 'successful' && hasSum(answer, expectedOf(asked), 'page')) {
      this.#conclude({ payment: { ...sumOf(answer, asked), trackingId }, outcome: 'successful' });
      return;
    }
    this.#showElsewhere(answer);
  }

  async #askOfUnreadable(trackingId: string): Promise<void> {
    // That of the form's own order is asked about as its order.
    if (trackingId === this.#settings().trackingId) return;
    const { signal } = new AbortController();
    const answer = await this.#ask({ about: 'unreadable', trackingId, uid: undefined }, signal, this.#options.report);
    if (answer) this.#dismissUnreadable(trackingId, answer);
  }

  /**
   * The server knows that an order failed, so what can't be read about it asks nothing any more. What can't be read of a success is
   * all that keeps the payer from paying it again.
   */
  #dismissUnreadable(trackingId: string, { outcome }: ResolvedStatus): void {
    const { records } = this.#options;
    if (outcome !== 'failed') return;
    for (const one of records.unreadable()) if (one.trackingId === trackingId) records.dismiss(one);
  }

  #showElsewhere({ outcome, redirectUrl: page }: ResolvedStatus): void {
    const verdict = page === undefined ? undefined : this.#options.judgeRedirect(page);
    const redirectUrl = verdict && 'url' in verdict ? verdict.url.href : undefined;
    this.#dispatch({ type: 'ordered', elsewhere: outcome === 'pending' ? { redirectUrl } : undefined });
  }

  async #askOfUid(uid: string, signal: AbortSignal, report: (error: CheckoutError) => void): Promise<Confirmation | undefined> {
    const { trackingId } = this.#settings();
    const answer = await this.#ask({ about: 'address', trackingId, uid }, signal, report);
    const { outcome } = answer ?? {};
    // Nothing but its end is shown.
    if (!answer || signal.aborted || (outcome !== 'successful' && outcome !== 'failed')) return undefined;
    const sum = sumOf(answer, this.#settings());
    // When asked by both ids, the server may have found the payment by either. The page's own id is kept.
    const payment = trackingId === undefined ? { ...sum, uid } : { ...sum, trackingId };
    return { payment, outcome };
  }

  #conclude(found: Confirmation): void {
    this.stop();
    this.#confirm(found);
  }

  /** Asks about what this browser has no readable record of: when it began is not known, and the sum is the page's. */
  #ask(
    question: Omit<Question, 'startedAt'>,
    signal: AbortSignal,
    report: (error: CheckoutError) => void,
  ): Promise<ResolvedStatus | undefined> {
    const expected = (): ExpectedSum | undefined => {
      const asked = this.#settings();
      return asked.currency ? expectedOf(asked) : undefined;
    };
    return askShop(this.#options, { ...question, startedAt: undefined }, expected, { signal, report });
  }
}
