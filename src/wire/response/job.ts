import * as z from 'zod/mini';
import { type Endpoint, PATH_STEP } from '../endpoint.js';
import { lazily } from './lazily.js';
import { flagOrNone } from './values.js';

/** Reads the id of a job, which becomes part of the address that is polled. */
export const jobId = /* @__PURE__ */ z.string().check(z.maxLength(255), z.regex(PATH_STEP));

/**
 * Spec 2.4: the immediate answer of an asynchronous endpoint. Its status is `new`. With another one, the job has begun as well, and only
 * its own answer says what became of it.
 */
export const jobAccepted = lazily(() => z.looseObject({ status: z.string(), job_id: jobId }));
export type JobAccepted = z.infer<typeof jobAccepted>;

/**
 * Spec 2.4: the answer to a poll. The type of `response` depends on the operation: for a job that is done it is the answer
 * of the synchronous operation, for a failed job a `jobFailure`.
 */
export const job = lazily(() =>
  z.looseObject({
    status: z.enum(['new', 'done', 'failed']),
    // Any type: an id of another form must not read as an absent one.
    job_id: z.optional(z.unknown()),
    response: z.optional(z.unknown()),
  }),
);
export type Job = z.infer<typeof job>;

/** Spec 2.4: why a job failed. With `finished: false`, the result of the operation is still open. */
export const jobFailure = lazily(() =>
  z.looseObject({
    errors: z.optional(z.unknown()),
    message: z.optional(z.unknown()),
    finished: flagOrNone,
  }),
);

/** Spec 4.1 row 4. */
export const jobEndpoint: Endpoint<Job> = {
  method: 'GET',
  host: 'checkout',
  path: '/ctp/api/async/jobs/{job_id}',
  authorization: 'bearer',
  response: job,
};
