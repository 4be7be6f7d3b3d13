import * as z from 'zod/mini';
import { invalidParams } from '../../http/error-response.js';
import { bareFields, judgeFields, refuseUnknown } from '../../http/judge-fields.js';
import { Problems } from '../../http/problems.js';

const FARTHEST = 10 * 366 * 86_400;

const clockRequest = z.object({
  advance_seconds: z.optional(
    z.number('must be a number').check(z.gte(0, 'must not be negative'), z.lte(FARTHEST, 'is more than ten years')),
  ),
  frozen: z.optional(z.boolean('must be true or false')),
});

/**
 * Reads the body of `POST /sandbox/clock`.
 *
 * @throws Refusal 422 with every problem, unknown fields included.
 */
export function readClockChange(body: unknown): z.infer<typeof clockRequest> {
  const problems = new Problems();
  const fields = bareFields(body);
  const change = judgeFields(clockRequest, fields, problems);
  refuseUnknown(fields, Object.keys(clockRequest.shape), problems);
  if (problems.any || !change) throw invalidParams(problems);
  return change;
}
