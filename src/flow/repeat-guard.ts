import type { PaymentFlowOptions } from './options.js';
import type { TransferRecord } from './record.js';
import type { Price } from './state.js';
import type { PaymentSettings } from './undertaking.js';

/** Spec 8: within this time of the last request, the same amount from the same card is rejected as a duplicate. */
const DUPLICATE_WINDOW = 30_000;

/** How long a press is not taken for an answer, in milliseconds. */
const TIME_TO_READ = 1500;

/** Keeps haste from paying the same thing twice. */
export class RepeatGuard {
  readonly #options: PaymentFlowOptions<PaymentSettings>;
  readonly #key: () => string;
  /** When the payer was told of an attempt of unknown outcome. */
  readonly #told = new Map<string, number>();

  /** @param key Thumbprint of the shop's key; empty while it is not known. */
  constructor(options: PaymentFlowOptions<PaymentSettings>, key: () => string) {
    this.#options = options;
    this.#key = key;
  }

  /** Until when (ms) the gateway would take what is filled in for a duplicate of what was sent, here or in another tab. */
  get waitUntil(): number | undefined {
    const { clock, settings } = this.#options;
    const { amount } = settings();
    const times = this.#alike(amount)
      .map(({ started_at: sentAt }) => sentAt + DUPLICATE_WINDOW)
      // Longer than that nobody waits: the clock was set back, or the record is not ours.
      .filter((time) => time > clock.now() && time <= clock.now() + DUPLICATE_WINDOW);
    return times.length > 0 ? Math.max(...times) : undefined;
  }

  /** Whether an attempt like this one is still of unknown outcome, and the payer has not been told of it yet. */
  hasDoubt({ amount, currency }: Price): boolean {
    const { cards, records, clock } = this.#options;
    const { last4 } = cards.state.recipient;
    const doubtful = records
      .unfinished(this.#key())
      .filter((one) => one.amount === amount && one.currency === currency && one.recipient_last_4 === last4);
    // The second click of a double click has not read anything yet.
    const unread = doubtful.filter(({ tracking_id: id }) => clock.now() - (this.#told.get(id) ?? clock.now()) < TIME_TO_READ);
    for (const { tracking_id: id } of unread) if (!this.#told.has(id)) this.#told.set(id, clock.now());
    return unread.length > 0;
  }

  /** What was sent with this amount from this card, as far as four digits tell cards apart. */
  #alike(amount: number | undefined): TransferRecord[] {
    const { records, cards } = this.#options;
    const { checkable, source: { last4 } } = cards.state;
    // Half a number is like none; and the storage, the whole shop's, is not searched at each digit.
    if (!this.#key() || amount === undefined || !checkable) return [];
    // Spec 8 asks for amount and card alone, not for what was paid.
    return records.ofShop(this.#key()).filter((record) => record.amount === amount && record.source_last_4 === last4);
  }
}
