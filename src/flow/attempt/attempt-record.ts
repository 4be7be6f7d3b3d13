import { StorageError } from '../errors.js';
import type { FlowSurroundings } from '../options.js';
import type { PaymentRecord } from '../record/payment-record.js';
import type { WrittenPhase } from '../record/record-store.js';
import { reportRejection, runCallback } from '../run-callback.js';
import type { Attempt } from '../state.js';

/** The dependencies of an attempt's record. */
interface AttemptRecordOptions {
  readonly surroundings: FlowSurroundings;
  /** Whether the payer can see the attempt. */
  readonly isShown: () => boolean;
}

/** Keeps the record of an attempt up to date. If the browser refuses it, the page gets one error. */
export class AttemptRecord {
  readonly #options: AttemptRecordOptions;
  readonly #key: string;
  #isStorageReported = false;

  /** @param key Thumbprint of the shop's key. */
  constructor(options: AttemptRecordOptions, key: string) {
    this.#options = options;
    this.#key = key;
  }

  /** Records that a copy of the request leaves: from the first on, the attempt is the newest with its tracking id. */
  begin(attempt: Attempt): void {
    this.#report(this.#records.begin(this.#key, attempt));
  }

  /** Records what is known of the attempt, and what it has come to, for others that follow it as well. */
  write(attempt: Attempt, phase?: WrittenPhase, outcome?: PaymentRecord['outcome']): void {
    this.#report(this.#records.write(this.#key, attempt, phase, { outcome, unseen: outcome !== undefined && !this.#isShown }));
  }

  /** How the attempt ended, according to what is on record by now. */
  outcomeOf(attempt: Attempt): PaymentRecord['outcome'] {
    return this.#records.ofAttempt(this.#key, attempt)?.outcome;
  }

  /** What decides about the tracking id instead of this attempt, if anything: a newer attempt, or one that has paid. */
  newer(attempt: Attempt): PaymentRecord | undefined {
    const deciding = this.#records.find(this.#key, attempt.trackingId);
    return deciding?.id === attempt.id ? undefined : deciding;
  }

  get #isShown(): boolean {
    try {
      return this.#options.isShown();
    } catch (error) {
      reportRejection(Promise.reject(error));
      return true;
    }
  }

  get #records(): FlowSurroundings['records'] {
    return this.#options.surroundings.records;
  }

  #report(isStored: boolean): void {
    if (isStored || this.#isStorageReported) return;
    this.#isStorageReported = true;
    runCallback(() => this.#options.surroundings.report(new StorageError()));
  }
}
