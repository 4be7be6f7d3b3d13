import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.js';
import { flagOrNone } from './reading.js';

const jobId = /* @__PURE__ */ z.string().check(z.minLength(1));

/** Spec 2.4: the immediate answer of an asynchronous endpoint. */
export const jobAccepted = z.looseObject({ status: z.literal('new'), job_id: jobId });
export type JobAccepted = z.infer<typeof jobAccepted>;

/** Spec 2.4: why a job failed. `finished: false` leaves open what became of the operation. */
export const jobFailure = z.looseObject({ errors: z.unknown(), message: z.unknown(), finished: flagOrNone });

/**
 * Spec 2.4: the answer to a poll. What `response` holds is the asker's to know: it is the answer of the synchronous
 * operation.
 */
export const job = z.discriminatedUnion('status', [
  jobAccepted,
  z.looseObject({ status: z.literal('done'), job_id: jobId, response: z.unknown() }),
  z.looseObject({ status: z.literal('failed'), job_id: jobId, response: z.nullish(jobFailure) }),
]);
export type Job = z.infer<typeof job>;

/** Spec 4.1 row 4. */
export const pollJob: Endpoint<Job> = {
  method: 'GET', host: 'checkout', path: '/ctp/api/async/jobs/{job_id}', authorization: 'bearer', response: job,
};
