import type { Clock } from '../../clock/clock.js';
import type { CardPort } from '../cards/card-port.js';
import type { RecordStore } from '../record/record-store.js';
import { isOpen, lastSentAt, type PaymentRecord, type UnreadableRecord } from '../record/payment-record.js';
import type { Attempt, ConfirmReason, Price } from '../state.js';

/** Spec 8: within this time of the last request, the same amount from the same card is rejected as a duplicate. */
const DUPLICATE_WINDOW = 30_000;

/** How long after a successful payment an equal one may be a mistake, in milliseconds. */
const RECENT = 10 * 60_000;

/** How long the records that lock the button are not read anew, in milliseconds: the form is drawn at every key. */
const FRESH_FOR = 1000;

/** The dependencies of a guard. */
export interface GuardOptions {
  readonly clock: Clock;
  readonly cards: CardPort;
  readonly records: RecordStore;
  /** The card that distinguishes two payments of the same amount: the recipient's, or for an order the buyer's. */
  readonly distinguishedBy: 'source' | 'recipient';
}

/** An earlier attempt that the payer may be repeating. */
export type Repeated = PaymentRecord | UnreadableRecord;

/**
 * Prevents accidental duplicate payments. For 30 seconds after a request, the button is locked for an equal one, because the gateway
 * would reject it. After that, the payer is asked before they repeat a payment that is unfinished or unknown, or that succeeded in
 * the last ten minutes.
 */
export class RepeatGuard {
  readonly #options: GuardOptions;
  /** The requests that were sent from here, by attempt, and when they were answered or else sent (monotonic). */
  readonly #sent = new Map<
    string,
    { readonly amount: number | undefined; readonly last4: string | undefined; readonly at: number }
  >();
  /** The random ids of attempts that the payer put aside. */
  readonly #aside = new Set<string>();
  /** The records with an equal sum that were found last, for which form, and when (monotonic). */
  #equal: { readonly sum: string; readonly at: number; readonly payments: readonly PaymentRecord[] } | undefined;
  /** When a record with a time in the future was first noticed (monotonic). */
  readonly #firstNoticed = new Map<string, number>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * Remembers that a request leaves now, or that its answer has come: the gateway counts from when it received the request, which is
   * then at the latest.
   */
  sentOrAnswered({ id, amount, source: { last4 } }: Attempt): void {
    this.#sent.set(id, { amount, last4, at: this.#options.clock.monotonic() });
    this.#equal = undefined;
  }

  /** Forgets a request that the gateway refused. */
  withdraw({ id }: Attempt): void {
    this.#sent.delete(id);
    this.#equal = undefined;
  }

  /** Remembers that the payer put an attempt aside before the bank confirmed it: no other payment leaves without a question. */
  putAside({ id }: Attempt): void {
    this.#aside.add(id);
  }

  /**
   * How long (ms) the gateway would still reject the filled-in payment as a duplicate of a request from this page or another
   * tab; 0 when it would not. A new key of the shop does not end that.
   *
   * @param isShown Only to be shown: then the records may have been read a moment ago.
   */
  waitFor(amount: number | undefined, isShown = false): number {
    const { cards, clock } = this.#options;
    // An incomplete number can't be compared, and the whole storage need not be searched at each digit.
    if (!cards.snapshot.checkable) return 0;
    const sentHere = [...this.#sent.values()].filter((one) => one.amount === amount && this.#isSource(one.last4));
    const others = this.#equalSums(amount, isShown ? FRESH_FOR : 0).filter(({ id }) => !this.#sent.has(id));
    const now = clock.monotonic();
    return Math.max(0, ...sentHere.map(({ at }) => DUPLICATE_WINDOW - (now - at)), ...others.map((one) => this.#left(one)));
  }

  /** Whether one of the payments that `waitFor` waits for has succeeded. */
  hasSucceeded(amount: number | undefined): boolean {
    return this.#equalSums(amount, FRESH_FOR).some((one) => one.outcome === 'successful' && this.#left(one) > 0);
  }

  /**
   * The earlier attempts that the payer may be repeating: equal payments with an unknown outcome, equal ones that have just succeeded,
   * those that were put aside, with any sum, and attempts at the same order that don't decide it: of another product or key, or of
   * unknown outcome long ago. An attempt that can't be read may have been any of these.
   *
   * @param key Thumbprint of the shop's key.
   * @param order The payment's tracking id, if it has one. What is on record about it decides, and is shown instead of sent again.
   */
  needConfirmation(key: string, price: Price, order: string | undefined): Repeated[] {
    const { records } = this.#options;
    const deciding = order === undefined ? undefined : records.find(key, order)?.id;
    const isOrder = ({ trackingId }: Repeated): boolean => trackingId === order;
    const asks = (one: PaymentRecord): boolean => {
      if (one.id === deciding || one.outcome === 'failed') return false;
      const isAside = this.#aside.has(one.id);
      const isEqual = one.kind === records.kind && this.#isEqual(one, price);
      if (isOpen(one)) return isAside || isOrder(one) || (isEqual && records.isAlive(one));
      return (isOrder(one) && records.isAlive(one)) || ((isAside || isEqual) && records.since(one) < RECENT);
    };
    const unreadable = records.unreadable().filter((one) => isOrder(one) || one.kind === records.kind);
    return [...records.everywhere().filter(asks), ...unreadable];
  }

  /** The question about an attempt of `needConfirmation`. */
  reasonAbout(one: Repeated): ConfirmReason {
    if (this.#aside.has(one.id) || ('phase' in one && one.phase === 'authentication')) return 'unconfirmed';
    return 'phase' in one && one.phase === 'ended' ? 'repeated' : 'unfinished';
  }

  #equalSums(amount: number | undefined, maxAge: number): readonly PaymentRecord[] {
    const { cards, clock, records } = this.#options;
    const sum = `${amount} ${cards.snapshot.source.last4}`;
    const now = clock.monotonic();
    if (this.#equal?.sum !== sum || now - this.#equal.at >= maxAge) {
      // Spec 8 compares only amount and card, not what was paid for. Here only the last four digits are known.
      const payments = records.everywhere().filter((one) => one.amount === amount && this.#isSource(one.source.last4));
      this.#equal = { sum, at: now, payments };
    }
    return this.#equal.payments;
  }

  #isEqual({ amount, currency, recipient, source }: PaymentRecord, price: Price): boolean {
    const { cards, distinguishedBy } = this.#options;
    // An order is the same product from the same card, also at a price that has changed since.
    if (distinguishedBy === 'source') return this.#isSource(source.last4);
    return amount === price.amount && currency === price.currency && recipient.last4 === cards.snapshot.recipient.last4;
  }

  /** Whether the source may be the one with these last four digits. A wallet's token shows none, and is never the same card. */
  #isSource(last4: string | undefined): boolean {
    return last4 !== undefined && last4 === this.#options.cards.snapshot.source.last4;
  }

  /** How long the duplicate window of another tab's request stays open (ms). */
  #left(one: PaymentRecord): number {
    const { clock, records } = this.#options;
    const now = clock.monotonic();
    const since = records.since(one, Math.max(lastSentAt(one), one.answeredAt ?? 0));
    // The record's time is in the future, so the wall clock was set back. When the request was sent is then not known: its window
    // counts from the moment at which this is noticed, which is late rather than early.
    if (since < 0 && !this.#firstNoticed.has(one.id)) this.#firstNoticed.set(one.id, now);
    const noticed = this.#firstNoticed.get(one.id);
    return DUPLICATE_WINDOW - (noticed === undefined ? since : now - noticed);
  }
}
