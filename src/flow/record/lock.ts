import { abortable, type Clock, sleep } from '../../clock/clock.js';
import { LockError } from '../errors.js';

/** The part of the Web Locks API that the flow uses. */
export interface Locks {
  request(name: string, options: { ifAvailable?: boolean }, callback: (lock: unknown) => unknown): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly LockState[]; readonly pending?: readonly LockState[] }>;
}

interface LockState {
  readonly name?: string;
}

/** How long to wait for another tab's lock, and the pause between attempts to get it; in milliseconds. */
const PATIENCE = 1000;
const PAUSE = 50;

/**
 * How long a lock is kept after the work under it, in milliseconds. Browsers show other tabs what one tab writes to
 * localStorage after a delay that locks do not wait for: in Chromium it was usually 8 ms, and 91 ms on a busy machine. The
 * payer who pays does not wait for it. Only a press in another tab does.
 */
const PROPAGATION = 300;

/** The lock under which a press becomes a record: one at a time on this origin, since a record of another key or product asks, too. */
export const START_LOCK = 'checkout-elements:start';

/** The lock that a page keeps while it waits for the answer to the request of an attempt. */
export const sendingLock = (key: string, trackingId: string): string => `checkout-elements:sending:${key}:${trackingId}`;

interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/** Tries once. Resolves to undefined if another tab has the lock, or the work was canceled before it could begin. */
function attempt<Result>(
  locks: Locks | undefined,
  name: string,
  work: () => Result,
  { clock, signal }: Waiting,
): Promise<Outcome<Result> | undefined> {
  return new Promise((resolve) => {
    let wasAsked = false;
    const run = (): void => {
      if (signal.aborted) return resolve(undefined);
      try {
        resolve({ result: work() });
      } catch (error) {
        resolve({ error });
      }
    };
    const hold = (lock: unknown): unknown => {
      wasAsked = true;
      if (!lock || signal.aborted) return resolve(undefined);
      run();
      return sleep(clock, PROPAGATION);
    };
    // Without locks the call throws. A page with an opaque origin may use neither locks nor storage, so there is nothing to guard. A lock
    // that another script steals ends in the same way, after the work is done.
    Promise.resolve()
      .then(() => locks!.request(name, { ifAvailable: true }, hold))
      .catch(() => wasAsked || run());
  });
}

/**
 * Runs `work` while no other tab of this browser runs work under the same name.
 *
 * @param work Synchronous, so that nothing it has read can change before it writes.
 * @throws LockError if another tab keeps the lock for longer than a second; any error of `work`; the signal's reason.
 */
export async function withLock<Result>(
  locks: Locks | undefined,
  name: string,
  work: () => Result,
  waiting: Waiting,
): Promise<Result> {
  const { clock, signal } = waiting;
  const patience = new AbortController();
  const until = { clock, signal: patience.signal };
  const end = (): void => patience.abort(signal.reason);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  // Also where no answer comes at all. A lock that is granted later runs nothing.
  const cancel = clock.after(PATIENCE, () => patience.abort(new LockError()));
  try {
    for (;;) {
      const outcome = await abortable(attempt(locks, name, work, until), patience.signal);
      if (outcome && 'error' in outcome) throw outcome.error;
      if (outcome) return outcome.result;
      await sleep(clock, PAUSE, patience.signal);
    }
  } finally {
    cancel();
    signal.removeEventListener('abort', end);
  }
}

/**
 * Keeps a lock until a promise settles, so that other tabs know that this one is still at work. It queues for the lock: a page that
 * has it for another reason must not keep this one from being seen. The lock ends with the page.
 */
export function keepLockUntil(locks: Locks | undefined, name: string, settled: Promise<unknown>): void {
  Promise.resolve()
    .then(() => locks?.request(name, {}, () => settled.catch(() => undefined)))
    .catch(() => undefined);
}

/**
 * Whether a page of this browser has a lock or waits for it. It only looks: taking the lock to find out would keep it from its
 * owner. Undefined where the browser can't answer that.
 */
export async function isLockTaken(locks: Locks | undefined, name: string): Promise<boolean | undefined> {
  const state = await Promise.resolve()
    .then(() => locks?.query())
    .catch(() => undefined);
  return state && [state.held, state.pending].some((list) => list?.some((lock) => lock.name === name));
}
