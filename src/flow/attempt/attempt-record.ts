import { StorageError } from '../errors.js';
import type { FlowSurroundings } from '../options.js';
import type { PaymentRecord } from '../record/payment-record.js';
import { runCallback } from '../run-callback.js';
import type { Attempt } from '../state.js';

/** The dependencies of an attempt's record. */
interface AttemptRecordOptions {
  readonly surroundings: FlowSurroundings;
  /** Whether the payer can see the attempt. */
  readonly isShown: () => boolean;
}

/** Keeps the record of an attempt up to date. */
export class AttemptRecord {
  readonly #options: AttemptRecordOptions;
  readonly #key: string;
  #isStorageReported = false;

  /** @param key Thumbprint of the shop's key. */
  constructor(options: AttemptRecordOptions, key: string) {
    this.#options = options;
    this.#key = key;
  }

  /** Records that the request leaves, in place of an earlier attempt with the same tracking id. */
  begin(attempt: Attempt): void {
    if (!this.#options.surroundings.records.begin(this.#key, attempt)) this.#reportStorage();
  }

  /**
   * Records the attempt's phase. If the browser refuses it, the page gets one error.
   *
   * @returns the record of the newer attempt that has replaced this one, if any.
   */
  write(attempt: Attempt, phase: PaymentRecord['phase'], outcome?: PaymentRecord['outcome']): PaymentRecord | undefined {
    const { surroundings, isShown } = this.#options;
    const written = surroundings.records.write(this.#key, attempt, phase, { outcome, unseen: !isShown() });
    if (written === 'refused') this.#reportStorage();
    return written === 'replaced' ? this.newer(attempt) : undefined;
  }

  /** The record of the newer attempt with the same tracking id that has replaced this one, if any. */
  newer({ id, trackingId }: Attempt): PaymentRecord | undefined {
    const one = this.#options.surroundings.records.find(this.#key, trackingId);
    return one?.attempt === id ? undefined : one;
  }

  /** Records that the request was refused as a whole, for others that follow the attempt. */
  withdraw(attempt: Attempt): void {
    this.#options.surroundings.records.write(this.#key, attempt, 'withdrawn');
  }

  #reportStorage(): void {
    if (this.#isStorageReported) return;
    this.#isStorageReported = true;
    runCallback(() => this.#options.surroundings.report(new StorageError()));
  }
}
