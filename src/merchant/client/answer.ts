import type { Answer } from '../../http/request.js';
import { readRetryAfter } from '../../http/retry-after.js';
import type { Endpoint } from '../../wire/endpoint.js';
import { readRefusal } from '../../wire/response/refusal.js';
import { GatewayAnswerError } from '../errors.js';

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * What an endpoint answered. The body's form decides, its status only then, as everywhere in this package.
 *
 * @param now milliseconds since 1970, to read a Retry-After that is a date.
 * @throws GatewayAnswerError when it is not what was asked for.
 */
export function readAnswer<Response>(endpoint: Endpoint<Response>, answer: Answer, now: number): Response {
  const { status } = answer;
  // A change is answered without a body (spec 4.2), and so can be a failure: there the status is all there is. A body
  // that comes along with a success is of no interest.
  const body = endpoint.method === 'PUT' && isSuccess(status) ? undefined : answer.body;
  if (status < 500 && (body !== undefined || isSuccess(status))) {
    const parsed = endpoint.response.safeParse(body);
    if (parsed.success) return parsed.data;
  }
  const { code, message, body: refused } = readRefusal(endpoint, status, answer.body, 'shop id and secret key');
  throw new GatewayAnswerError(code, message, {
    status, body: refused, retryAfter: readRetryAfter(answer.headers.get('retry-after'), now),
  });
}
