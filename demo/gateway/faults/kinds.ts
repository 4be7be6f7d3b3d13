import type { EndpointName } from '../http/endpoint-names.js';

/** The part of a request that a fault affects. A request meets at most one fault of each role. */
export type Role = 'delay' | 'answer' | 'job' | 'duplicates' | 'notification';

/** The settings of some kinds only. */
export type Extra = 'delay_ms' | 'status' | 'retry_after' | 'committed';

interface Kind {
  readonly role: Role;
  /** The effect, described for developers. */
  readonly effect: string;
  readonly takes: readonly Extra[];
}

/** Every kind of fault that can be switched on. */
export const KINDS = {
  slow: { role: 'delay', effect: 'The work is done at once, the response is late', takes: ['delay_ms'] },
  server_error: {
    role: 'answer',
    effect: 'A 5xx with an error body; with committed, after the work is done',
    takes: ['status', 'committed'],
  },
  rate_limited: { role: 'answer', effect: '429 with Retry-After, nothing is done', takes: ['retry_after'] },
  closed_before: { role: 'answer', effect: 'The connection closes before anything is done', takes: [] },
  closed_after: { role: 'answer', effect: 'The work is done, then the connection closes without a response', takes: [] },
  truncated: { role: 'answer', effect: 'The work is done, then the connection closes after half of the response', takes: [] },
  invalid_json: { role: 'answer', effect: 'The work is done, the response is invalid JSON', takes: [] },
  wrong_schema: { role: 'answer', effect: 'The work is done, the response is JSON with values of the wrong types', takes: [] },
  wrapped_errors: {
    role: 'answer',
    effect: 'Refusals come as {response: {message, errors}}; other responses as usual',
    takes: [],
  },
  html: { role: 'answer', effect: 'The work is done, the response is an unrelated HTML page', takes: [] },
  job_slow: { role: 'job', effect: "The request's job takes longer", takes: ['delay_ms'] },
  job_failed: { role: 'job', effect: 'The job fails with finished false, although its work is done', takes: [] },
  job_lost: { role: 'job', effect: 'The job can no longer be found once its work is done', takes: [] },
  duplicates_by_pan: { role: 'duplicates', effect: 'The duplicate check compares PANs', takes: [] },
  duplicates_by_token: { role: 'duplicates', effect: 'The duplicate check compares tokens as sent', takes: [] },
  notification_down: { role: 'notification', effect: "The merchant's notification address does not respond", takes: [] },
} as const satisfies Readonly<Record<string, Kind>>;

export type FaultName = keyof typeof KINDS;
export const FAULT_NAMES = Object.keys(KINDS) as readonly FaultName[];

/** A kind of fault by its name. */
export const kindOf = (name: FaultName): Kind => KINDS[name];

const JOBS: readonly EndpointName[] = ['verifyP2pAsync', 'p2pAsync', 'confirmOrder'];
const PAYMENTS: readonly EndpointName[] = ['p2ps', 'p2p', 'p2pAsync', 'confirmOrder'];

/** The endpoints where faults of a role can happen; undefined: all of them. */
export const ENDPOINTS_BY_ROLE: Readonly<Record<Role, readonly EndpointName[] | undefined>> = {
  delay: undefined,
  answer: undefined,
  job: JOBS,
  duplicates: PAYMENTS,
  notification: [],
};
