import { Hono } from 'hono';
import { notFound } from '../http/error-response.js';
import { readJson } from '../http/request-body.js';
import { readFault } from './fault-request.js';
import { KINDS, ENDPOINTS_BY_ROLE, kindOf, type Extra } from './kinds.js';
import type { ActiveFault, ActiveFaults } from './active-faults.js';

/** The body of a fault in `/sandbox/faults`. */
export function faultBody(fault: ActiveFault): Readonly<Record<string, unknown>> {
  const { id, kind, endpoints, left, met, probability, seed, delay, status, retryAfter, committed } = fault;
  const extras: Readonly<Record<Extra, unknown>> = { delay_ms: delay, status, retry_after: retryAfter, committed };
  return {
    id,
    kind,
    endpoints: endpoints ?? ENDPOINTS_BY_ROLE[KINDS[kind].role] ?? 'all',
    requests_left: left ?? null,
    requests_met: met,
    probability,
    seed,
    ...Object.fromEntries(kindOf(kind).takes.map((name) => [name, extras[name]])),
  };
}

/** `/sandbox/faults`: lists active faults, switches one on, and switches one or all off. */
export function createFaultRoutes(activeFaults: ActiveFaults): Hono {
  const faults = new Hono();
  faults.get('/sandbox/faults', (context) => context.json(activeFaults.list().map(faultBody)));
  faults.post('/sandbox/faults', async (context) =>
    context.json(faultBody(activeFaults.add(readFault(await readJson(context.req.raw)))), 201),
  );
  faults.delete('/sandbox/faults', (context) => {
    activeFaults.clear();
    return context.body(null, 204);
  });
  faults.delete('/sandbox/faults/:id', (context) => {
    if (!activeFaults.remove(context.req.param('id'))) throw notFound('The fault');
    return context.body(null, 204);
  });
  return faults;
}
