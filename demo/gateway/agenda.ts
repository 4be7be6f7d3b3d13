import type { Logger } from 'pino';
import type { Clock } from './clock.js';
import type { Store, Task } from './store/store.js';

/** Carries out one kind of work that falls due; `subject` is the id the task was added with. */
export type Worker = (subject: string) => Promise<void>;

/** Runs work when it falls due on the clock, and moves the clock over it. */
export interface Agenda {
  /**
   * Adds work due at `dueAt`, in milliseconds since the epoch. `within` is the store of a transaction that the work is
   * added in: whoever ends it calls `wake` then.
   */
  add(kind: Task['kind'], subject: string, dueAt: number, within?: Store): Promise<void>;
  /** Looks for work that was added within a transaction. */
  wake(): Promise<void>;
  /** Moves the time on and runs everything that falls due on the way, each at its own time, in order. */
  advance(milliseconds: number): Promise<void>;
  freeze(): void;
  release(): void;
  /** Starts no more work and waits for what is under way. */
  close(): Promise<void>;
}

export interface AgendaOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly newId: () => string;
  readonly workers: Readonly<Record<Task['kind'], Worker>>;
}

/** Creates the agenda and takes up whatever the store still holds. */
export function createAgenda({ clock, store, log, newId, workers }: AgendaOptions): Agenda {
  const underWay = new Set<Promise<void>>();
  let cancelAlarm: (() => void) | undefined;
  let alarmAt = Infinity;
  const ending = new AbortController();
  // Advances run one after another: two at once would move the clock past each other's work.
  let advancing = Promise.resolve();

  async function carryOut({ id, kind, subject }: Task): Promise<void> {
    try {
      await workers[kind](subject);
    } catch (error) {
      log.error({ err: error, kind, subject }, 'work that fell due failed');
    }
    await store.tasks.finish(id);
  }

  function start(task: Task): void {
    const work = carryOut(task).finally(() => underWay.delete(work));
    underWay.add(work);
  }

  function dropAlarm(): void {
    cancelAlarm?.();
    cancelAlarm = undefined;
    alarmAt = Infinity;
  }

  async function setAlarm(): Promise<void> {
    const dueAt = await store.tasks.nextDueAt();
    if (ending.signal.aborted || dueAt === undefined || dueAt >= alarmAt) return;
    const wait = Math.max(0, dueAt - clock.now());
    // A frozen clock reaches only what is due already.
    if (clock.frozen && wait > 0) return;
    dropAlarm();
    alarmAt = dueAt;
    cancelAlarm = clock.alarm(wait, () => {
      dropAlarm();
      void runDue();
    });
  }

  // Tasks start in order but don't wait for each other: one slow merchant must not hold up a job.
  async function runDue(): Promise<void> {
    while (!ending.signal.aborted) {
      const task = await store.tasks.take(clock.now());
      if (!task) break;
      start(task);
    }
    await setAlarm();
  }

  async function settle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  async function runUntil(end: number): Promise<void> {
    await settle();
    for (;;) {
      const dueAt = await store.tasks.nextDueAt();
      if (dueAt === undefined || dueAt > end) break;
      clock.moveTo(dueAt);
      const task = await store.tasks.take(clock.now());
      if (task) await carryOut(task);
      await settle();
    }
    clock.moveTo(end);
  }

  void setAlarm();
  return {
    async add(kind, subject, dueAt, within) {
      await (within ?? store).tasks.add({ id: newId(), kind, subject, dueAt });
      // A store that is asked while a transaction is open may wait for its end, and the transaction for the answer.
      if (!within) await setAlarm();
    },
    wake: setAlarm,
    async advance(milliseconds) {
      const turn = advancing.then(() => runUntil(clock.now() + milliseconds));
      advancing = turn.catch(() => undefined);
      await turn;
      dropAlarm();
      await setAlarm();
    },
    freeze() {
      clock.freeze();
      dropAlarm();
      void setAlarm();
    },
    release() {
      clock.release();
      void setAlarm();
    },
    async close() {
      ending.abort();
      dropAlarm();
      await settle();
    },
  };
}
