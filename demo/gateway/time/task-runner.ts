import type { Logger } from 'pino';
import { isOutage } from '../store/outage.js';
import type { Store, Task } from '../store/store.js';
import type { DatabaseRetry } from './database-retry.js';

/** Does one kind of due work on `subject`, the task's id of a job, payment and so on. May run again; must be idempotent. */
export type Worker = (subject: string) => Promise<void>;

/** The worker for each kind of task. */
export type Workers = Readonly<Record<Task['kind'], Worker>>;

/** Does the work of tasks. */
export class TaskRunner {
  readonly #store: Pick<Store, 'tasks'>;
  readonly #log: Logger;
  readonly #workers: Workers;
  readonly #retryOutages: DatabaseRetry['retryOutages'];
  readonly #running = new Set<Promise<void>>();

  constructor(
    { store, log, workers }: { readonly store: Pick<Store, 'tasks'>; readonly log: Logger; readonly workers: Workers },
    { retryOutages }: DatabaseRetry,
  ) {
    this.#store = store;
    this.#log = log;
    this.#workers = workers;
    this.#retryOutages = retryOutages;
  }

  /**
   * Does a task and marks it as finished, even if its worker fails. While the database is unavailable the work remains a task,
   * for the next process too.
   */
  async run({ id, kind, subject }: Task): Promise<void> {
    await this.#retryOutages(() =>
      this.#workers[kind](subject).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        this.#log.error({ err: error, kind, subject }, 'due work failed');
      }),
    );
    await this.#retryOutages(() => this.#store.tasks.finish(id));
  }

  /** Runs a task that `settle` waits for. */
  start(task: Task): Promise<void> {
    const work = this.run(task).finally(() => this.#running.delete(work));
    this.#running.add(work);
    return work;
  }

  /** Waits for the started tasks, but not for those that start later: on a running clock that would never end. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** Waits until no task is left. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await this.settle();
  }
}
