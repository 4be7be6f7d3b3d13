import type { Logger } from 'pino';
import type { Store, Task } from '../store/store.js';
import type { Clock } from './clock.js';
import { createDatabaseRetry, type DatabaseRetry } from './database-retry.js';
import { createEarliestAlarm, type EarliestAlarm } from './earliest-alarm.js';
import { serialQueue } from './serial-queue.js';
import { createStoredClock, type StoredClock } from './stored-clock.js';
import { TaskRunner, type Workers } from './task-runner.js';

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly newId: () => string;
  readonly workers: Workers;
}

// Milliseconds of real time between polls of a shared store, where other processes add work and move the clock.
const POLL_EVERY = 500;
const TAKE_AGAIN = 20;

/** Runs work when it is due, and moves the clock. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #log: Logger;
  readonly #newId: () => string;
  readonly #ending = new AbortController();
  readonly #retry: DatabaseRetry;
  readonly #runner: TaskRunner;
  readonly #alarm: EarliestAlarm;
  readonly #storedClock: StoredClock;
  // Changes of the clock run one by one: two at a time would move it past each other's work.
  readonly #oneChange = serialQueue();
  #cancelPoll: (() => void) | undefined;

  /** Continues the store's pending work. */
  constructor({ clock, store, log, newId, workers }: SchedulerOptions) {
    this.#clock = clock;
    this.#store = store;
    this.#log = log;
    this.#newId = newId;
    this.#retry = createDatabaseRetry(clock, log, this.#ending.signal);
    this.#runner = new TaskRunner({ store, log, workers }, this.#retry);
    this.#storedClock = createStoredClock(clock, store);
    this.#alarm = createEarliestAlarm(
      clock,
      () => this.#inBackground(this.#retry.retryOutages(() => this.#runDue())),
      this.#ending.signal,
    );
    this.#inBackground(store.shared ? this.#pollSharedStore() : this.#setAlarm());
  }

  /**
   * Adds work due at `dueAt`, in milliseconds since the epoch, in place of pending work with the same kind and subject. Inside
   * `Store.atomically` it belongs to the transaction.
   */
  async add(kind: Task['kind'], subject: string, dueAt: number, within: Store = this.#store): Promise<void> {
    await within.tasks.add({ id: this.#newId(), kind, subject, dueAt });
    within.afterCommit(() => this.#alarm.set(dueAt));
  }

  /** Moves the time forward and runs everything that becomes due, in order and each at its own time. */
  advance(milliseconds: number): Promise<void> {
    return this.#changeClock(() => this.#runUntil(this.#clock.now() + Math.round(milliseconds)));
  }

  freeze(): Promise<void> {
    return this.#changeClock(() => this.#storedClock.change(() => this.#clock.freeze()));
  }

  release(): Promise<void> {
    return this.#changeClock(() => this.#storedClock.change(() => this.#clock.release()));
  }

  /** Starts no more work and waits for the running work. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#cancelPoll?.();
    await this.#runner.finish();
  }

  /** Logs the failure of work that no caller awaits. */
  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#ending.signal.aborted) this.#log.error({ err: error }, 'the scheduler failed');
    });
  }

  async #setAlarm(): Promise<void> {
    const dueAt = await this.#store.tasks.nextDueAt();
    if (dueAt !== undefined) this.#alarm.set(dueAt);
  }

  // Tasks start in order but don't wait for each other: a slow merchant must not delay a job.
  async #runDue(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const task = await this.#store.tasks.take(this.#clock.now());
      if (!task) break;
      this.#inBackground(this.#runner.start(task));
    }
    await this.#setAlarm();
  }

  /** Adopts the clock that another process set. */
  async #adoptSharedClock(): Promise<void> {
    if (await this.#storedClock.follow()) this.#alarm.drop();
  }

  async #pollSharedStore(): Promise<void> {
    try {
      await this.#adoptSharedClock();
      await this.#setAlarm();
    } finally {
      if (!this.#ending.signal.aborted) {
        this.#cancelPoll = this.#clock.alarm(POLL_EVERY, () => this.#inBackground(this.#pollSharedStore()));
      }
    }
  }

  async #runUntil(end: number): Promise<void> {
    await this.#runner.settle();
    for (;;) {
      this.#ending.signal.throwIfAborted();
      const dueAt = await this.#store.tasks.nextDueAt({ taken: true });
      if (dueAt === undefined || dueAt > end) break;
      if (dueAt > this.#clock.now()) await this.#storedClock.change(() => this.#clock.moveTo(dueAt));
      const task = await this.#store.tasks.take(this.#clock.now());
      if (task) {
        await this.#runner.run(task);
      } else {
        // Another process runs it, and later work has to wait.
        await this.#retry.wait(TAKE_AGAIN);
      }
      await this.#runner.settle();
    }
    await this.#storedClock.change(() => this.#clock.moveTo(end));
  }

  /** Changes the clock under a lock, starting from the state that the last process left. */
  async #changeClock(act: () => Promise<void>): Promise<void> {
    await this.#oneChange(() =>
      this.#store.withLock(async () => {
        if (this.#store.shared) await this.#adoptSharedClock();
        await act();
      }),
    );
    this.#alarm.drop();
    await this.#setAlarm();
  }
}
