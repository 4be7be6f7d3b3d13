import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobConduct } from '../issuer/cards.js';
import type { FaultsMet } from './switches.js';

// A fault of a job or of the duplicate check happens deep inside the work. Rooms on the way there need not hand it on.
const met = new AsyncLocalStorage<FaultsMet>();

/** Runs the work of a request that meets these faults. */
export const underWay = <Result>(faults: FaultsMet, work: () => Result): Result => met.run(faults, work);

/** How the job goes that this request starts, as far as a fault says so. */
export function jobFault(): JobConduct {
  const fault = met.getStore()?.job;
  if (!fault) return {};
  if (fault.kind === 'job_slow') return { lasts: fault.delay };
  return { ending: fault.kind === 'job_lost' ? 'lost' : 'failed' };
}

/** What the duplicate check of this request compares, as far as a fault says so. */
export function duplicatesFault(): 'pan' | 'token' | undefined {
  const fault = met.getStore()?.duplicates;
  return fault && (fault.kind === 'duplicates_by_token' ? 'token' : 'pan');
}
