import { abortable, sleep } from '../../clock/clock.js';
import { askShop, type ExpectedSum, hasSum, type Question } from './ask-shop.js';
import { reportRejection } from '../run-callback.js';
import type { FlowSurroundings, ResolvedStatus } from '../options.js';
import type { ConfirmedPayment, FlowEvent, PaidSum, State } from '../state.js';
import type { PaymentSettings } from '../payment-kind.js';
import { shopOf } from '../record/journal.js';

/** How long the payer's press waits for the answer about its order, in milliseconds. */
const PRESS_PATIENCE = 3000;

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

/** The dependencies of questions about what this browser has no record of. */
export interface OrdersOptions {
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
export const sumOf = ({ amount }: ResolvedStatus, { currency }: AskedSum): PaidSum => ({
  amount: Number.isSafeInteger(amount) ? amount : undefined,
  currency,
});

/**
 * Asks about a payment that this browser has no readable record of: when it began is not known, and the sum is the page's.
 *
 * @param settings Returns the page's current settings: they may change while the server answers.
 */
export function askWithoutRecord(
  surroundings: FlowSurroundings,
  settings: () => PaymentSettings,
  question: Omit<Question, 'startedAt'>,
  on: Parameters<typeof askShop>[3],
): Promise<ResolvedStatus | undefined> {
  const expected = (): ExpectedSum | undefined => {
    const terms = settings();
    return terms.currency ? expectedOf(terms) : undefined;
  };
  return askShop(surroundings, { ...question, startedAt: undefined }, expected, on);
}

/** What the merchant's server knows of orders that this browser has no readable record of: above all, of the one with a fixed tracking id. */
export class Orders {
  readonly #options: FlowSurroundings;
  readonly #settings: () => PaymentSettings;
  readonly #key: () => string;
  readonly #state: () => State;
  readonly #dispatch: (event: FlowEvent) => void;
  readonly #confirm: (confirmation: Confirmation) => void;
  /** By tracking id. A paid order stays paid. */
  readonly #orders = new Map<string, AskedOrder>();
  #isOpen = false;

  constructor({ surroundings: options, settings, key, state, dispatch, confirm }: OrdersOptions) {
    this.#options = options;
    this.#settings = settings;
    this.#key = key;
    this.#state = state;
    this.#dispatch = dispatch;
    this.#confirm = confirm;
  }

  /** Starts to ask about the form's order, and about attempts that can't be read. Called when the form is set up. */
  open(): void {
    const { records } = this.#options;
    const unreadable = records.unreadableOpen().filter(({ kind, key }) => kind === records.kind && key === shopOf(this.#key()));
    if (!this.#isOpen)
      for (const { trackingId } of unreadable.slice(0, MAX_UNREADABLE)) reportRejection(this.#askOfUnreadable(trackingId));
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
    const earlier = this.#orders.get(trackingId);
    // Without a price there is nothing to compare an answer with.
    if (earlier || !resolveStatus || !terms.currency || records.find(this.#key(), trackingId)) return earlier;
    const order: AskedOrder = { settled: Promise.resolve(), answer: undefined, answeredAt: undefined };
    this.#orders.set(trackingId, order);
    const answered = new AbortController();
    const answer = this.#askOfOrder(trackingId, order).finally(() => answered.abort());
    reportRejection(answer);
    order.settled = Promise.race([answer, sleep(clock, PRESS_PATIENCE, answered.signal).catch(() => undefined)]);
    return order;
  }

  async #askOfOrder(trackingId: string, order: AskedOrder): Promise<void> {
    const { clock } = this.#options;
    const answer = await this.#ask('order', trackingId);
    order.answer = answer;
    order.answeredAt = clock.monotonic();
    if (answer) this.#dismissUnreadable(trackingId, answer);
    const terms = this.#settings();
    if (!answer || terms.trackingId !== trackingId) return;
    if (answer.outcome === 'successful' && hasSum(answer, expectedOf(terms), 'page')) {
      this.#confirm({ payment: { ...sumOf(answer, terms), trackingId }, outcome: 'successful' });
      return;
    }
    this.#showElsewhere(answer);
  }

  async #askOfUnreadable(trackingId: string): Promise<void> {
    // That of the form's own order is asked about as its order.
    if (trackingId === this.#settings().trackingId) return;
    const answer = await this.#ask('unreadable', trackingId);
    if (answer) this.#dismissUnreadable(trackingId, answer);
  }

  /**
   * The server knows that an order failed, so what can't be read about it asks nothing any more. What can't be read of a success is
   * all that keeps the payer from paying it again.
   */
  #dismissUnreadable(trackingId: string, { outcome }: ResolvedStatus): void {
    const { records } = this.#options;
    if (outcome !== 'failed') return;
    for (const attempt of records.unreadable()) if (attempt.trackingId === trackingId) records.dismiss(attempt);
  }

  #showElsewhere({ outcome, redirectUrl: page }: ResolvedStatus): void {
    const verdict = page === undefined ? undefined : this.#options.judgeRedirect(page);
    const redirectUrl = verdict && 'url' in verdict ? verdict.url.href : undefined;
    this.#dispatch({ type: 'ordered', elsewhere: outcome === 'pending' ? { redirectUrl } : undefined });
  }

  #ask(about: 'order' | 'unreadable', trackingId: string): Promise<ResolvedStatus | undefined> {
    const on = { signal: new AbortController().signal, report: this.#options.report };
    return askWithoutRecord(this.#options, this.#settings, { about, trackingId, uid: undefined }, on);
  }
}
