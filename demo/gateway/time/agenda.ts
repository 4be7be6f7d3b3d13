import type { Logger } from 'pino';
import type { Clock } from './clock.js';
import { createPatience } from './database-retry.js';
import { isOutage } from '../store/outage.js';
import type { Store, Task } from '../store/store.js';

/**
 * Carries out one kind of work that falls due; `subject` is the id the task was added with. It may be called again for what
 * it has done, wholly or not at all, and then does nothing twice.
 */
export type Worker = (subject: string) => Promise<void>;

/** Runs work when it falls due on the clock, and moves the clock over it. */
export interface Agenda {
  /**
   * Adds work due at `dueAt`, in milliseconds since the epoch; work of that kind and subject that was still to be done
   * gives way to it. Inside of `Store.atomically` it is kept or dropped with the other steps.
   */
  add(kind: Task['kind'], subject: string, dueAt: number, within?: Store): Promise<void>;
  /** Moves the time on and runs everything that falls due on the way, each at its own time, in order. */
  advance(milliseconds: number): Promise<void>;
  freeze(): Promise<void>;
  release(): Promise<void>;
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

// Milliseconds of real time, where other processes add work, move the clock, or leave work undone.
const LOOK_EVERY = 500;
const LOOK_AGAIN = 20;

/** Creates the agenda and takes up whatever the store still holds. */
export function createAgenda({ clock, store, log, newId, workers }: AgendaOptions): Agenda {
  const underWay = new Set<Promise<void>>();
  let cancelAlarm: (() => void) | undefined;
  let alarmAt = Infinity;
  let cancelLook: (() => void) | undefined;
  const ending = new AbortController();
  const { wait, despiteOutages } = createPatience(clock, log, ending.signal);
  // What steers the clock happens one after another: two at once would move it past each other's work.
  let steering = Promise.resolve();
  // The clock and what the store knows of it are read and written in one order, or a late answer would set it back.
  let agreeing = Promise.resolve();

  // What could not be done for want of the database stays a task, for the next process too.
  async function carryOut({ id, kind, subject }: Task): Promise<void> {
    await despiteOutages(() =>
      workers[kind](subject).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        log.error({ err: error, kind, subject }, 'work that fell due failed');
      }));
    await despiteOutages(() => store.tasks.finish(id));
  }

  /** Sees to what nobody waits for. */
  function unattended(doing: Promise<void>): void {
    doing.catch((error: unknown) => {
      if (!ending.signal.aborted) log.error({ err: error }, 'the agenda failed');
    });
  }

  function start(task: Task): void {
    const work = carryOut(task).finally(() => underWay.delete(work));
    underWay.add(work);
    unattended(work);
  }

  function dropAlarm(): void {
    cancelAlarm?.();
    cancelAlarm = undefined;
    alarmAt = Infinity;
  }

  function ringAt(dueAt: number): void {
    if (ending.signal.aborted || dueAt >= alarmAt) return;
    const left = Math.max(0, dueAt - clock.now());
    // A frozen clock reaches only what is due already.
    if (clock.frozen && left > 0) return;
    dropAlarm();
    alarmAt = dueAt;
    cancelAlarm = clock.alarm(left, () => {
      dropAlarm();
      unattended(despiteOutages(runDue));
    });
  }

  async function setAlarm(): Promise<void> {
    const dueAt = await store.tasks.nextDueAt();
    if (dueAt !== undefined) ringAt(dueAt);
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

  /** Waits for what is under way; what begins meanwhile, on a clock that runs, has no end. */
  const settle = async (): Promise<void> => void (await Promise.allSettled(underWay));

  /** Runs `act` after those before it. */
  function agree(act: () => Promise<void>): Promise<void> {
    const turn = agreeing.then(act);
    agreeing = turn.catch(() => undefined);
    return turn;
  }

  /** Changes the clock, for every process on the store. */
  const change = (act: () => void): Promise<void> =>
    agree(async () => {
      const { offset, stoppedAt } = clock.state;
      act();
      if (clock.state.offset !== offset || clock.state.stoppedAt !== stoppedAt) await store.settings.setClock(clock.state);
    });

  /** Goes as another process made the clock go. */
  const follow = (): Promise<void> =>
    agree(async () => {
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
      if (!ending.signal.aborted) cancelLook = clock.alarm(LOOK_EVERY, () => unattended(look()));
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
      // Another process is at it, and what comes later has to wait for it.
      else await wait(LOOK_AGAIN);
      await settle();
    }
    await change(() => clock.moveTo(end));
  }

  /** Steers the clock while no other process does, from where the last one left it. */
  async function steer(act: () => Promise<void>): Promise<void> {
    const turn = steering.then(() =>
      store.alone(async () => {
        if (store.shared) await follow();
        await act();
      }),
    );
    steering = turn.catch(() => undefined);
    await turn;
    dropAlarm();
    await setAlarm();
  }

  unattended(store.shared ? look() : setAlarm());
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
      while (underWay.size > 0) await settle();
    },
  };
}
