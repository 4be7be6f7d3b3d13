import type { Clock } from '../../clock/clock.js';

/** The condition under which a missing transaction proves that no money moved. Only the gateway's operator can promise it. */
export interface AbsencePromise {
  /**
   * How long (s) the gateway accepts a sealed card after it was sealed: 900 in the published format. The operator must
   * promise two things: older seals are refused, and a transaction can be found by its tracking id as soon as its request
   * is accepted.
   */
  readonly sealWindow: number;
}

/** How far the page's estimate of the gateway's time may change between two requests, in milliseconds. */
const TOLERANCE = 5000;

/** A margin for clock differences and slow requests, in milliseconds. */
export const MARGIN = 60_000;

/** How many attempts are remembered at once. Forgetting one only delays its answer. */
const MAX_ATTEMPTS = 10_000;

/**
 * Decides when an attempt without a transaction has failed: when no copy of its request can be accepted any more.
 *
 * The time starts at the first request about the attempt, by this server's clock, so that no page's clock can shorten it.
 */
export class MissingTransactionProof {
  readonly #clock: Clock;
  readonly #wait: number;
  /** By tracking id: when the attempt began, and when this server was first asked about it (monotonic). */
  readonly #asked = new Map<string, { readonly since: number; readonly first: number }>();

  /** @throws TypeError when the window is not a whole number of seconds, 1 or more. */
  constructor({ sealWindow }: AbsencePromise, clock: Clock) {
    if (!Number.isSafeInteger(sealWindow) || sealWindow < 1) {
      throw new TypeError(`absence.sealWindow: expected a whole number of seconds, 1 or more; got ${String(sealWindow)}.`);
    }
    this.#clock = clock;
    // A page may seal a second time, with the gateway's time, when it notices that the clocks differ.
    this.#wait = 2 * sealWindow * 1000 + MARGIN;
  }

  /** Records a request about an attempt that began at `since` (ms, gateway time). */
  note(trackingId: string, since: number): void {
    const known = this.#asked.get(trackingId);
    // A later attempt with the same id has its own request, which may still be on its way.
    if (known && since <= known.since + TOLERANCE) return;
    this.#asked.delete(trackingId);
    this.#asked.set(trackingId, { since, first: this.#clock.monotonic() });
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_ATTEMPTS && oldest !== undefined) this.#asked.delete(oldest);
  }

  /**
   * Whether no request of the attempt that was noted can be accepted any more, so that a missing transaction stays missing. If a later
   * attempt with the same id was noted meanwhile, its time counts.
   */
  proves(trackingId: string): boolean {
    const known = this.#asked.get(trackingId);
    return known !== undefined && this.#clock.monotonic() - known.first > this.#wait;
  }
}
