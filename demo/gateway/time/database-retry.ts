import type { Logger } from 'pino';
import { isOutage } from '../store/outage.js';
import type { Clock } from './clock.js';

/** Waits and retries until it is cancelled. */
export interface DatabaseRetry {
  /** Waits in milliseconds of real time; ends early when cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /**
   * Runs `act`, again and again while the database is unavailable. `act` must be idempotent.
   *
   * @throws the error of `act` if it has another reason, or once cancelled.
   */
  readonly retryOutages: (act: () => Promise<void>) => Promise<void>;
}

/** Milliseconds of real time between the n-th attempt without a database and the next. */
const waitAfter = (tries: number): number => Math.min(100 * 2 ** (tries - 1), 10_000);

/** Creates a retry that `signal` cancels. */
export function createDatabaseRetry(clock: Pick<Clock, 'alarm'>, log: Pick<Logger, 'error'>, signal: AbortSignal): DatabaseRetry {
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        signal.removeEventListener('abort', end);
        cancel();
        resolve();
      };
      const cancel = clock.alarm(milliseconds, end);
      signal.addEventListener('abort', end);
    });

  return {
    wait,
    async retryOutages(act) {
      for (let tries = 1; ; tries += 1) {
        try {
          await act();
          return;
        } catch (error) {
          if (!isOutage(error) || signal.aborted) throw error;
          log.error({ err: error, tries }, 'the database is unavailable');
          await wait(waitAfter(tries));
        }
      }
    },
  };
}
