/** Time as everything here sees it, so that a test can move it. */
export interface Clock {
  /** Wall time: milliseconds since 1970-01-01T00:00:00Z. For records and seals; it can be set, also backwards. */
  now(): number;
  /** Milliseconds since a fixed moment, unaffected by changes of the wall time. Every duration is measured by it. */
  monotonic(): number;
  /** Calls back once after `milliseconds`; the returned function calls it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

// A platform counts a timer in 31 bits; a longer wait would ring at once.
const LONGEST_TIMER = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER));
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

/** What the promise brings, unless the signal aborts first: then its reason, and nobody waits for the promise any more. */
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
