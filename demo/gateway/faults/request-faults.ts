import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobBehavior } from '../issuer/cards.js';
import type { RequestFaults } from './active-faults.js';

// Faults of jobs and of the duplicate check happen deep inside the work. The context spares the code in between passing them on.
const met = new AsyncLocalStorage<RequestFaults>();

/** Runs the work of a request with these faults. */
export const withFaults = <Result>(faults: RequestFaults, work: () => Result): Result =>
  // Before Node 24 a context slows down every promise in it, and most requests meet no fault.
  Object.keys(faults).length === 0 ? work() : met.run(faults, work);

/** How a fault changes the job of the current request. */
export function jobFault(): JobBehavior {
  const fault = met.getStore()?.job;
  if (!fault) return {};
  if (fault.kind === 'job_slow') return { lasts: fault.delay };
  return { ending: fault.kind === 'job_lost' ? 'lost' : 'failed' };
}

/** The kind of duplicate check that a fault of the current request selects; undefined without such a fault. */
export function duplicatesFault(): 'pan' | 'token' | undefined {
  const fault = met.getStore()?.duplicates;
  return fault && (fault.kind === 'duplicates_by_token' ? 'token' : 'pan');
}
