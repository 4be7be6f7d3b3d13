/** The time source of everything here, so that tests can control it. */
export interface Clock {
  /** Wall time: milliseconds since 1970-01-01T00:00:00Z. For records and seals; it can be changed, even backwards. */
  now(): number;
  /** Milliseconds since a fixed moment, unaffected by changes to the wall time. Use it to measure every duration. */
  monotonic(): number;
  /** Calls back once after `milliseconds`; the returned function cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
}

// Platforms store a timer's delay in 31 bits; a longer one would fire at once.
const MAX_TIMER = 2 ** 31 - 1;

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, MAX_TIMER));
    return () => clearTimeout(timer);
  },
};

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Settles like the promise, unless the signal aborts first: then it rejects with the signal's reason and stops waiting. */
export async function abortable<Result>(promise: PromiseLike<Result> | Result, signal: AbortSignal): Promise<Result> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
