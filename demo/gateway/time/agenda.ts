import type { Logger } from 'pino';
import { isOutage } from '../store/outage.js';
import type { Store, Task } from '../store/store.js';
import type { Clock } from './clock.js';
import { createDatabaseRetry } from './database-retry.js';

/** Does one kind of due work on `subject`, the task's id of a job, payment and so on. May run again; must be idempotent. */
export type Worker = (subject: string) => Promise<void>;

/** Runs work when it is due, and moves the clock. */
export interface Agenda {
  /**
   * Adds work due at `dueAt`, in milliseconds since the epoch, in place of pending work with the same kind and subject. Inside
   * `Store.atomically` it belongs to the transaction.
   */
  add(kind: Task['kind'], subject: string, dueAt: number, within?: Store): Promise<void>;
  /** Moves the time forward and runs everything that becomes due, in order and each at its own time. */
  advance(milliseconds: number): Promise<void>;
  freeze(): Promise<void>;
  release(): Promise<void>;
  /** Starts no more work and waits for the running work. */
  close(): Promise<void>;
}

export interface AgendaOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly newId: () => string;
  readonly workers: Readonly<Record<Task['kind'], Worker>>;
}

// Milliseconds of real time between looks at a shared store, where other processes add work and move the clock.
const LOOK_EVERY = 500;
const LOOK_AGAIN = 20;

/** Creates the agenda and continues the store's pending work. */
export function createAgenda({ clock, store, log, newId, workers }: AgendaOptions): Agenda {
  const running = new Set<Promise<void>>();
  let cancelAlarm: (() => void) | undefined;
  let alarmAt = Infinity;
  let cancelLook: (() => void) | undefined;
  const ending = new AbortController();
  const { wait, retryOutages } = createDatabaseRetry(clock, log, ending.signal);
  // Changes of the clock run one by one: two at a time would move it past each other's work.
  let steering = Promise.resolve();
  // Reads and writes of the stored clock run one by one, or a late response would set it back.
  let syncing = Promise.resolve();

  // While the database is unavailable the work remains a task, for the next process too.
  async function carryOut({ id, kind, subject }: Task): Promise<void> {
    await retryOutages(() =>
      workers[kind](subject).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        log.error({ err: error, kind, subject }, 'due work failed');
      }),
    );
    await retryOutages(() => store.tasks.finish(id));
  }

  /** Logs the failure of work that no caller awaits. */
  function inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!ending.signal.aborted) log.error({ err: error }, 'the agenda failed');
    });
  }

  function start(task: Task): void {
    const work = carryOut(task).finally(() => running.delete(work));
    running.add(work);
    inBackground(work);
  }

  function dropAlarm(): void {
    cancelAlarm?.();
    cancelAlarm = undefined;
    alarmAt = Infinity;
  }

  function ringAt(dueAt: number): void {
    if (ending.signal.aborted || dueAt >= alarmAt) return;
    const left = Math.max(0, dueAt - clock.now());
    // A frozen clock reaches nothing that is not due already.
    if (clock.frozen && left > 0) return;
    dropAlarm();
    alarmAt = dueAt;
    cancelAlarm = clock.alarm(left, () => {
      dropAlarm();
      inBackground(retryOutages(runDue));
    });
  }

  async function setAlarm(): Promise<void> {
    const dueAt = await store.tasks.nextDueAt();
    if (dueAt !== undefined) ringAt(dueAt);
  }

  // Tasks start in order but don't wait for each other: a slow merchant must not delay a job.
  async function runDue(): Promise<void> {
    while (!ending.signal.aborted) {
      const task = await store.tasks.take(clock.now());
      if (!task) break;
      start(task);
    }
    await setAlarm();
  }

  /** Waits for the running work, but not for work that starts later: on a running clock that would never end. */
  const settle = async (): Promise<void> => void (await Promise.allSettled(running));

  /** Runs `act` after the earlier calls. */
  function sync(act: () => Promise<void>): Promise<void> {
    const turn = syncing.then(act);
    syncing = turn.catch(() => undefined);
    return turn;
  }

  /** Changes the clock of every process on the store. */
  const change = (act: () => void): Promise<void> =>
    sync(async () => {
      const { offset, stoppedAt } = clock.state;
      act();
      if (clock.state.offset !== offset || clock.state.stoppedAt !== stoppedAt) await store.settings.setClock(clock.state);
    });

  /** Adopts the clock that another process set. */
  const follow = (): Promise<void> =>
    sync(async () => {
      const state = await store.settings.clock();
      const { offset, stoppedAt } = clock.state;
      if (!state || (state.offset === offset && state.stoppedAt === stoppedAt)) return;
      clock.follow(state);
      dropAlarm();
    });

  async function look(): Promise<void> {
    try {
      await follow();
      await setAlarm();
    } finally {
      if (!ending.signal.aborted) cancelLook = clock.alarm(LOOK_EVERY, () => inBackground(look()));
    }
  }

  async function runUntil(end: number): Promise<void> {
    await settle();
    for (;;) {
      ending.signal.throwIfAborted();
      const dueAt = await store.tasks.nextDueAt({ taken: true });
      if (dueAt === undefined || dueAt > end) break;
      if (dueAt > clock.now()) await change(() => clock.moveTo(dueAt));
      const task = await store.tasks.take(clock.now());
      if (task) await carryOut(task);
      // Another process runs it, and later work has to wait.
      else await wait(LOOK_AGAIN);
      await settle();
    }
    await change(() => clock.moveTo(end));
  }

  /** Changes the clock under a lock, starting from the state that the last process left. */
  async function steer(act: () => Promise<void>): Promise<void> {
    const turn = steering.then(() =>
      store.withLock(async () => {
        if (store.shared) await follow();
        await act();
      }),
    );
    steering = turn.catch(() => undefined);
    await turn;
    dropAlarm();
    await setAlarm();
  }

  inBackground(store.shared ? look() : setAlarm());
  return {
    async add(kind, subject, dueAt, within = store) {
      await within.tasks.add({ id: newId(), kind, subject, dueAt });
      within.afterCommit(() => ringAt(dueAt));
    },
    advance: (milliseconds) => steer(() => runUntil(clock.now() + Math.round(milliseconds))),
    freeze: () => steer(() => change(() => clock.freeze())),
    release: () => steer(() => change(() => clock.release())),
    async close() {
      ending.abort();
      dropAlarm();
      cancelLook?.();
      while (running.size > 0) await settle();
    },
  };
}
