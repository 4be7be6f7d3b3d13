import type { MiddlewareHandler } from 'hono';
import { endpointOf } from '../http/endpoint-names.js';
import type { GatewayEnv } from '../http/gateway-env.js';
import type { Clock } from '../time/clock.js';
import { withFaults } from './request-faults.js';
import { faultResponse, spoil } from './spoil-response.js';
import type { ActiveFault, ActiveFaults } from './active-faults.js';

function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.alarm(milliseconds, resolve);
    // The client has disconnected.
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        resolve();
      },
      { once: true },
    );
  });
}

const doesNothing = (fault: ActiveFault | undefined): boolean =>
  fault?.kind === 'rate_limited' || fault?.kind === 'closed_before' || (fault?.kind === 'server_error' && !fault.committed);

/**
 * Applies active faults to requests. Use it next to the endpoints, so that date, CORS and log work as usual;
 * `closingConnections` closes the connection.
 */
export const injectFaults =
  (activeFaults: ActiveFaults, clock: Clock): MiddlewareHandler<GatewayEnv> =>
  async (context, next) => {
    const endpoint = endpointOf(context.req.method, context.req.path);
    if (!endpoint) return next();
    const faults = activeFaults.meet(endpoint);
    const { answer: fault, delay } = faults;
    const kinds = Object.values(faults).map(({ kind }) => kind);
    if (kinds.length > 0) context.set('faults', kinds);

    if (!doesNothing(fault)) await withFaults(faults, next);
    // Real time, not the sandbox's: the client waits.
    if (delay) await wait(clock, delay.delay, context.req.raw.signal);
    if (!fault) return undefined;
    if (fault.kind === 'closed_before' || fault.kind === 'closed_after' || fault.kind === 'truncated') {
      context.set('cut', fault.kind === 'truncated' ? 'halfway' : 'at once');
      return doesNothing(fault) ? faultResponse(fault) : undefined;
    }
    const spoilt = doesNothing(fault) ? faultResponse(fault) : await spoil(fault, context.res);
    // Assigned over the first response, it would inherit its headers.
    context.res = undefined;
    context.res = spoilt;
    return undefined;
  };
