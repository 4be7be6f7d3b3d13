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

  /** Records the attempt's phase. If that fails, the page gets one error. */
  write(attempt: Attempt, phase: PaymentRecord['phase'], outcome?: PaymentRecord['outcome']): void {
    const {
      surroundings: { records, report },
      isShown,
    } = this.#options;
    if (records.write(this.#key, attempt, phase, { outcome, unseen: !isShown() }) || this.#isStorageReported) return;
    this.#isStorageReported = true;
    runCallback(() => report(new StorageError()));
  }

  /** Removes the record of a request that was refused, unless another tab has written one since. */
  withdraw({ trackingId, startedAt }: Attempt): void {
    const { records } = this.#options.surroundings;
    const one = records.find(this.#key, trackingId);
    if (one?.phase === 'sent' && one.started_at === startedAt) records.remove(this.#key, trackingId);
  }
}
