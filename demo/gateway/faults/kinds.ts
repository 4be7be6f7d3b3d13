import type { EndpointName } from '../http/endpoint-names.js';

/** What a kind of fault touches; of each role at most one fault meets a request. */
export type Role = 'delay' | 'answer' | 'job' | 'duplicates' | 'notification';

/** The settings that some kinds take beside those that all take. */
export type Extra = 'delay_ms' | 'status' | 'retry_after' | 'committed';

interface Kind {
  readonly role: Role;
  /** What happens, in a developer's words. */
  readonly says: string;
  readonly takes: readonly Extra[];
}

/** Every kind of fault that can be switched on. */
export const KINDS = {
  slow: { role: 'delay', says: 'The work is done at once, the answer comes late', takes: ['delay_ms'] },
  server_error: {
    role: 'answer', says: 'A 5xx with an error body; when committed, after the work was done', takes: ['status', 'committed'],
  },
  rate_limited: { role: 'answer', says: '429 with Retry-After, nothing is done', takes: ['retry_after'] },
  closed_before: { role: 'answer', says: 'The connection closes before anything is done', takes: [] },
  closed_after: { role: 'answer', says: 'The work is done, then the connection closes without an answer', takes: [] },
  truncated: { role: 'answer', says: 'The work is done, half of the answer comes, then the connection closes', takes: [] },
  invalid_json: { role: 'answer', says: 'The work is done, the answer is called JSON and is none', takes: [] },
  wrong_schema: { role: 'answer', says: 'The work is done, the answer is JSON with values of the wrong types', takes: [] },
  html: { role: 'answer', says: "The work is done, the answer is somebody else's page", takes: [] },
  job_slow: { role: 'job', says: 'The job that the request starts takes longer', takes: ['delay_ms'] },
  job_failed: { role: 'job', says: 'The job fails with finished false, though its work is done', takes: [] },
  job_lost: { role: 'job', says: 'The job cannot be found any more once its work is done', takes: [] },
  duplicates_by_pan: { role: 'duplicates', says: 'The duplicate check compares PANs', takes: [] },
  duplicates_by_token: { role: 'duplicates', says: 'The duplicate check compares tokens as they were sent', takes: [] },
  notification_down: { role: 'notification', says: "The merchant's notification address does not answer", takes: [] },
} as const satisfies Readonly<Record<string, Kind>>;

export type FaultName = keyof typeof KINDS;
export const FAULT_NAMES = Object.keys(KINDS) as readonly FaultName[];

/** The kind of a fault by its name. */
export const kindOf = (name: FaultName): Kind => KINDS[name];

const JOBS: readonly EndpointName[] = ['verifyP2pAsync', 'p2pAsync', 'confirmOrder'];
const PAYMENTS: readonly EndpointName[] = ['p2ps', 'p2p', 'p2pAsync', 'confirmOrder'];

/** Where faults of a role can happen; undefined: at every endpoint. Notifications are nobody's endpoint. */
export const PLACES: Readonly<Record<Role, readonly EndpointName[] | undefined>> = {
  delay: undefined, answer: undefined, job: JOBS, duplicates: PAYMENTS, notification: [],
};
