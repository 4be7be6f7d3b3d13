import { invalidParams } from '../../http/error-response.js';
import { bareFields, refuseUnknown } from '../../http/judge-fields.js';
import { Problems } from '../../http/problems.js';
import { readJson } from '../../http/request-body.js';

/**
 * Reads the body of a request that says everything by its address: none, or an object without fields.
 *
 * @throws Refusal 422 for every field; what `readJson` throws for another body.
 */
export async function refuseFields(request: Request): Promise<void> {
  const { headers } = request;
  // Over HTTP every POST has a stream for its body; what it says of it tells whether there is one.
  const saysNothing = !['content-type', 'content-length', 'transfer-encoding'].some((name) => headers.has(name));
  if (!request.body || saysNothing || headers.get('content-length') === '0') return;
  const problems = new Problems();
  refuseUnknown(bareFields(await readJson(request)), [], problems);
  if (problems.any) throw invalidParams(problems);
}
