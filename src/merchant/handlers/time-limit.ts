import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import { TransportError } from '../../http/request.js';

/**
 * Runs `ask`, which may call the gateway several times, for at most `milliseconds`.
 *
 * @throws TransportError `network_timeout` when it takes longer, or the error of `ask`.
 */
export const within = <Result>(
  milliseconds: number,
  clock: Clock,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> =>
  withDeadline(ask, {
    clock,
    milliseconds,
    late: () =>
      new TransportError('network_timeout', `Expected the gateway's answer within ${milliseconds / 1000} seconds; got none.`),
  });
