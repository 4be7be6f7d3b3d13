import * as z from 'zod/mini';
import { type Endpoint, isPathStep } from '../endpoint.js';
import { flagOrNone } from './values.js';

/** Reads the id of a job, which is polled at an address with that id in it. */
export const jobId = z.custom<string>(
  (value) => typeof value === 'string' && value.length < 256 && isPathStep(value) && !/\p{Cc}/u.test(value),
);

/** Spec 2.4: the immediate answer of an asynchronous endpoint. */
export const jobAccepted = z.looseObject({ status: z.enum(['new']), job_id: jobId });
export type JobAccepted = z.infer<typeof jobAccepted>;

/**
 * Spec 2.4: the answer to a poll. What `response` holds is the asker's to know: of a job that is done the answer of the
 * synchronous operation, of a failed one a `jobFailure`.
 */
export const job = z.looseObject({ status: z.enum(['new', 'done', 'failed']), response: z.optional(z.unknown()) });
export type Job = z.infer<typeof job>;

/** Spec 2.4: why a job failed. `finished: false` leaves open what became of the operation. */
export const jobFailure = z.looseObject({
  errors: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  finished: flagOrNone,
});

/** Spec 4.1 row 4. */
export const pollJob: Endpoint<Job> = {
  method: 'GET', host: 'checkout', path: '/ctp/api/async/jobs/{job_id}', authorization: 'bearer', response: job,
};
