import type { Clock } from '../../clock/clock.js';
import type { CardSource } from '../cards/card-source.js';
import type { RecordStore } from '../record/record-store.js';
import type { PaymentRecord } from '../record/payment-record.js';
import { lastSentAt, writtenAt } from '../record/payment-record.js';
import type { Attempt, ConfirmReason, Price } from '../state.js';

/** Spec 8: within this time of the last request, the same amount from the same card is rejected as a duplicate. */
const DUPLICATE_WINDOW = 30_000;

/** How long after a successful payment an equal one may be a mistake, in milliseconds. */
const RECENT = 10 * 60_000;

/** The dependencies of a guard. */
export interface GuardOptions {
  readonly clock: Clock;
  readonly cards: CardSource;
  readonly records: RecordStore;
  /** The card that distinguishes two payments of the same amount: the recipient's, or for an order the buyer's. */
  readonly distinguishedBy: 'source' | 'recipient';
}

/**
 * Prevents accidental duplicate payments. For 30 seconds after a request, the button is locked for an equal one, because the gateway
 * would reject it. After that, the payer is asked before they repeat a payment that is unfinished or unknown, or that succeeded in
 * the last ten minutes.
 */
export class RepeatGuard {
  readonly #options: GuardOptions;
  /** The requests that were sent from here, and when (monotonic). */
  readonly #sent = new Map<
    string,
    { readonly amount: number | undefined; readonly last4: string | undefined; readonly at: number }
  >();
  /** The random ids of attempts that the payer put aside. */
  readonly #aside = new Set<string>();
  /** When a record with a time in the future was first seen (monotonic). */
  readonly #seen = new Map<string, number>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Remembers that a request leaves now. */
  sending({ trackingId, amount, source: { last4 } }: Attempt): void {
    this.#sent.set(trackingId, { amount, last4, at: this.#options.clock.monotonic() });
  }

  /** Forgets a request that the gateway refused. */
  withdraw(trackingId: string): void {
    this.#sent.delete(trackingId);
  }

  /** Remembers that the payer put an attempt aside before the bank confirmed it: no other payment leaves without a question. */
  putAside({ id }: Attempt): void {
    this.#aside.add(id);
  }

  /**
   * How long (ms) the gateway would still reject the filled-in payment as a duplicate of a request from this page or another
   * tab; 0 when it would not.
   *
   * @param key Thumbprint of the shop's key.
   */
  waitFor(key: string, amount: number | undefined): number {
    const { cards, records, clock } = this.#options;
    const { checkable } = cards.state;
    // An incomplete number can't be compared, and the shop's whole storage need not be searched at each digit.
    if (!checkable) return 0;
    const own = [...this.#sent.values()].filter((one) => one.amount === amount && this.#isSource(one.last4));
    // Spec 8 compares only amount and card, not what was paid for. Here only the last four digits are known.
    const others = records
      .ofShop(key)
      .filter((one) => one.amount === amount && this.#isSource(one.source_last_4) && !this.#sent.has(one.tracking_id));
    const now = clock.monotonic();
    return Math.max(0, ...own.map(({ at }) => DUPLICATE_WINDOW - (now - at)), ...others.map((one) => this.#left(one)));
  }

  /** Whether one of the payments that `waitFor` waits for has succeeded. */
  hasSucceeded(key: string, amount: number | undefined): boolean {
    const equal = this.#options.records.ofShop(key).filter((one) => one.amount === amount && this.#isSource(one.source_last_4));
    return equal.some((one) => one.outcome === 'successful' && this.#left(one) > 0);
  }

  /**
   * Equal payments with an unknown outcome, and equal ones that have just succeeded: the payer may be repeating one of them. Also
   * those that were put aside, with any sum.
   *
   * @param own Its own tracking id: a record with it is this very payment, which is shown instead of sent again.
   */
  needConfirmation(key: string, { amount, currency }: Price, own: string | undefined): PaymentRecord[] {
    const { clock, records } = this.#options;
    return records
      .all(key)
      .filter((one) => one.tracking_id !== own && (this.#aside.has(one.attempt) || this.#isEqual(one, amount, currency)))
      .filter((one) => one.phase !== 'ended' || (one.outcome === 'successful' && clock.now() - writtenAt(one) < RECENT));
  }

  #isEqual(one: PaymentRecord, amount: number, currency: string): boolean {
    return one.amount === amount && one.currency === currency && this.#isSameCard(one);
  }

  /** The question about a payment of `needConfirmation`. */
  reasonAbout({ phase, attempt }: PaymentRecord): ConfirmReason {
    if (this.#aside.has(attempt) || phase === 'authentication') return 'unconfirmed';
    return phase === 'ended' ? 'repeated' : 'unfinished';
  }

  #isSameCard({ recipient_last_4: recipient, source_last_4: source }: PaymentRecord): boolean {
    const { cards, distinguishedBy } = this.#options;
    return distinguishedBy === 'recipient' ? recipient === cards.state.recipient.last4 : this.#isSource(source);
  }

  /** Whether the source may be the one with these last four digits. A wallet's token shows none, and is never the same card. */
  #isSource(last4: string | undefined): boolean {
    return last4 !== undefined && last4 === this.#options.cards.state.source.last4;
  }

  /** How long the duplicate window of another tab's request stays open (ms). */
  #left(one: PaymentRecord): number {
    const { clock } = this.#options;
    const { tracking_id: id } = one;
    const sentAt = lastSentAt(one);
    const now = clock.monotonic();
    // The record's time is in the future, so the wall clock was set back. When the request was sent is then not known: its window
    // counts from the moment at which this is noticed, which is late rather than early.
    if (sentAt > clock.now() && !this.#seen.has(id)) this.#seen.set(id, now);
    const seen = this.#seen.get(id);
    return DUPLICATE_WINDOW - (seen === undefined ? clock.now() - sentAt : now - seen);
  }
}
