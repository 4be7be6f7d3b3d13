import { abortable, type Clock } from './clock.js';

/** How long something may take, and what ends it early. */
export interface Deadline {
  readonly clock: Clock;
  /** How long it may take. */
  readonly milliseconds: number;
  /** Creates the error to throw when it takes longer. */
  readonly late: () => Error;
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` until it settles, its time is up, or the caller's signal aborts. In the last two cases the signal passed to
 * `work` aborts; if `work` ignores it, the result is no longer awaited.
 *
 * @throws `late()`, the signal's reason, or what `work` throws.
 */
export async function withDeadline<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { clock, milliseconds, late, signal }: Deadline,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  const cancel = clock.after(milliseconds, () => controller.abort(late()));
  try {
    return await abortable(work(controller.signal), controller.signal);
  } finally {
    cancel();
    signal?.removeEventListener('abort', end);
  }
}
