import { abortable, type Clock } from '../clock/clock.js';
import { TransportError } from '../http/request.js';

/**
 * What `ask` brings within `patience` milliseconds, however often it asks.
 *
 * @throws TransportError `network_timeout` when it takes longer; what `ask` throws.
 */
export async function within<Result>(
  patience: number,
  clock: Clock,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const cancel = clock.after(patience, () =>
    controller.abort(
      new TransportError('network_timeout', `Expected the gateway's answer within ${patience / 1000} seconds; none came.`),
    ),
  );
  try {
    return await abortable(ask(controller.signal), controller.signal);
  } finally {
    cancel();
  }
}
