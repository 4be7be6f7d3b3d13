import type { Logger } from 'pino';
import type { Clock } from './clock.js';
import { isOutage } from '../store/outage.js';

/** Waits, until it is called off. */
export interface Patience {
  /** Waits in milliseconds of real time; ends early when it is called off. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /**
   * Does what needs the database, again and again while that is out of reach. `act` is called again for what it may have
   * done, and then does nothing twice.
   *
   * @throws What `act` throws for another reason, or when waiting was called off.
   */
  readonly despiteOutages: (act: () => Promise<void>) => Promise<void>;
}

/** Milliseconds of real time from the n-th try without a database to the next. */
const waitAfter = (tries: number): number => Math.min(100 * 2 ** (tries - 1), 10_000);

/** Creates patience that lasts until `signal` aborts. */
export function createPatience(clock: Pick<Clock, 'alarm'>, log: Pick<Logger, 'error'>, signal: AbortSignal): Patience {
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
    async despiteOutages(act) {
      for (let tries = 1; ; tries += 1) {
        try {
          await act();
          return;
        } catch (error) {
          if (!isOutage(error) || signal.aborted) throw error;
          log.error({ err: error, tries }, 'the database is out of reach');
          await wait(waitAfter(tries));
        }
      }
    },
  };
}
