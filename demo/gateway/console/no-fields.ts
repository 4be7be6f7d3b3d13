import { invalidParams } from '../error-answer.js';
import { bareFields, refuseUnknown } from '../judge-fields.js';
import { Problems } from '../problems.js';
import { readJson } from '../request-body.js';

/**
 * Reads the body of a request that says everything by its address: none, or an object without fields.
 *
 * @throws Refusal 422 for every field; what `readJson` throws for another body.
 */
export async function refuseFields(request: Request): Promise<void> {
  if (!request.body) return;
  const problems = new Problems();
  refuseUnknown(bareFields(await readJson(request)), [], problems);
  if (problems.any) throw invalidParams(problems);
}
