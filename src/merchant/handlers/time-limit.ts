import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import { TransportError } from '../../http/request.js';

/**
 * The answer of `ask`, which may ask the gateway several times, within `milliseconds`.
 *
 * @throws TransportError `network_timeout` when it takes longer; what `ask` throws.
 */
export const within = <Result>(
  milliseconds: number,
  clock: Clock,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> =>
  withDeadline(ask, {
    clock,
    milliseconds,
    late: () => new TransportError('network_timeout', `Expected the gateway's answer within ${milliseconds / 1000} seconds; none came.`),
  });
