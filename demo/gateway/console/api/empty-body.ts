import { invalidParams } from '../../http/error-response.js';
import { bareFields, refuseUnknown } from '../../http/judge-fields.js';
import { Problems } from '../../http/problems.js';
import { readJson } from '../../http/request-body.js';

/**
 * Reads the body of a request without parameters: nothing, or an object without fields.
 *
 * @throws Refusal 422 for any field, and the refusals of `readJson`.
 */
export async function refuseFields(request: Request): Promise<void> {
  const { headers } = request;
  // Every POST over HTTP has a stream for its body; only the headers show whether there is one.
  const hasNoBody = !['content-type', 'content-length', 'transfer-encoding'].some((name) => headers.has(name));
  if (!request.body || hasNoBody || headers.get('content-length') === '0') return;
  const problems = new Problems();
  refuseUnknown(bareFields(await readJson(request)), [], problems);
  if (problems.any) throw invalidParams(problems);
}
