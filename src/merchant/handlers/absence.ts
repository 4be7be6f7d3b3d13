import type { Clock } from '../../clock/clock.js';

/** When the absence of a transaction proves that no money moved. Only the gateway's operator can promise it. */
export interface AbsencePromise {
  /**
   * How long (s) the gateway accepts a sealed card after it was sealed: 900 by the published seal. The operator must
   * promise two things: older seals are refused, and a transaction is found by its tracking id as soon as its request was
   * accepted.
   */
  readonly sealWindow: number;
}

/** How far the page's idea of the gateway's time may be off between two questions, in milliseconds. */
const TOLERANCE = 5000;

/** Room for clocks that differ and requests that are slow, in milliseconds. */
const MARGIN = 60_000;

/** How many attempts are remembered at once. Forgetting one only makes its answer later. */
const MOST_ATTEMPTS = 10_000;

/**
 * Decides when an attempt without a transaction has failed: no copy of its request can be accepted any more.
 *
 * The time counts from the first question about the attempt, by this server's clock, so no clock of a page can shorten it.
 */
export class AbsenceProof {
  readonly #clock: Clock;
  readonly #wait: number;
  /** By tracking id: the attempt asked about, by when it began, and when that was asked first (monotonic). */
  readonly #asked = new Map<string, { readonly since: number; readonly first: number }>();

  /** @throws TypeError when the window is not a whole number of seconds from 1 on. */
  constructor({ sealWindow }: AbsencePromise, clock: Clock) {
    if (!Number.isSafeInteger(sealWindow) || sealWindow < 1) {
      throw new TypeError(`absence.sealWindow: expected a whole number of seconds, 1 or more; came ${String(sealWindow)}.`);
    }
    this.#clock = clock;
    // A page may seal once more, with the gateway's time, when it finds that the clocks differ.
    this.#wait = 2 * sealWindow * 1000 + MARGIN;
  }

  /** Takes note of a question about an attempt that began at `since` (ms, gateway time). */
  note(trackingId: string, since: number): void {
    const known = this.#asked.get(trackingId);
    // A later attempt with the same id has a request of its own that may still be on its way.
    if (known && since <= known.since + TOLERANCE) return;
    this.#asked.delete(trackingId);
    this.#asked.set(trackingId, { since, first: this.#clock.monotonic() });
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MOST_ATTEMPTS && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** Whether no request of that attempt can be accepted any more, so that an absent transaction stays absent. */
  proves(trackingId: string, since: number): boolean {
    const known = this.#asked.get(trackingId);
    return known !== undefined && since <= known.since + TOLERANCE && this.#clock.monotonic() - known.first > this.#wait;
  }
}
