import type { MiddlewareHandler } from 'hono';
import type { GatewayEnv } from '../http/gateway-env.js';
import type { Clock } from '../time/clock.js';
import { endpointOf } from '../http/endpoint-names.js';
import { instead, spoil } from './spoil-response.js';
import type { Switch, Switches } from './switches.js';
import { underWay } from './request-faults.js';

function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.alarm(milliseconds, resolve);
    // Nobody is there any more who could be kept waiting.
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    }, { once: true });
  });
}

const doesNothing = (fault: Switch | undefined): boolean =>
  fault?.kind === 'rate_limited' || fault?.kind === 'closed_before' || (fault?.kind === 'server_error' && !fault.committed);

/**
 * Lets the endpoints of the API meet the faults that are switched on. It stands next to the endpoints, so that what
 * surrounds them (date, CORS, the log) is the same as ever; closing the connection is left to `cutting`.
 */
export const injecting = (switches: Switches, clock: Clock): MiddlewareHandler<GatewayEnv> => async (context, next) => {
  const endpoint = endpointOf(context.req.method, context.req.path);
  if (!endpoint) return next();
  const faults = switches.meet(endpoint);
  const { answer: fault, delay } = faults;
  const kinds = Object.values(faults).map(({ kind }) => kind);
  if (kinds.length > 0) context.set('faults', kinds);

  if (!doesNothing(fault)) await underWay(faults, next);
  // Real time, not the sandbox's: it is the caller who waits.
  if (delay) await wait(clock, delay.delay, context.req.raw.signal);
  if (!fault) return undefined;
  if (fault.kind === 'closed_before' || fault.kind === 'closed_after' || fault.kind === 'truncated') {
    context.set('cut', fault.kind === 'truncated' ? 'halfway' : 'at once');
    return doesNothing(fault) ? instead(fault) : undefined;
  }
  const spoilt = doesNothing(fault) ? instead(fault) : await spoil(fault, context.res);
  // Assigned over the first answer, it would take on its headers.
  context.res = undefined;
  context.res = spoilt;
  return undefined;
};
