import { abortable, type Clock, sleep } from '../clock/clock.js';

/** The part of the Web Locks API that the flow uses. */
export interface Locks {
  request(name: string, options: { ifAvailable: true }, callback: (lock: unknown) => void): Promise<unknown>;
}

/** How long another tab may hold the lock, in milliseconds: it does nothing under it that takes time. */
const PATIENCE = 1000;
const PAUSE = 50;

/**
 * Does something while no other tab of this browser does the same, where the browser has locks. It narrows a race and
 * decides nothing: where there is no lock to be had, in time or at all, it is done without one.
 *
 * @param work Does not wait: the lock is held for as long as it takes.
 * @throws What `work` throws, or the signal's reason.
 */
export async function alone<Result>(
  locks: Locks | undefined,
  name: string,
  work: () => Result,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Result> {
  if (!locks) return work();
  const until = clock.monotonic() + PATIENCE;
  for (;;) {
    let done: { readonly result: Result } | { readonly error: unknown } | undefined;
    const hold = (lock: unknown): void => {
      // Asked for long ago, and given up since.
      if (!lock || signal.aborted) return;
      try {
        done = { result: work() };
      } catch (error) {
        done = { error };
      }
    };
    try {
      await abortable(locks.request(name, { ifAvailable: true }, hold), signal);
    } catch {
      signal.throwIfAborted();
      // A page without an origin of its own is refused locks.
      if (!done) return work();
    }
    if (done && 'error' in done) throw done.error;
    if (done) return done.result;
    if (clock.monotonic() >= until) return work();
    await sleep(clock, PAUSE, signal);
  }
}
