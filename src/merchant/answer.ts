import type { Answer } from '../http/request.js';
import { readRetryAfter } from '../http/retry-after.js';
import type { Endpoint } from '../wire/endpoint.js';
import { readErrorBody } from '../wire/error-body.js';
import { GatewayAnswerError } from './errors.js';

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
  throw refusal(endpoint, answer, now);
}

function refusal({ method, path }: Endpoint<unknown>, answer: Answer, now: number): GatewayAnswerError {
  const { status } = answer;
  const body = readErrorBody(answer.body);
  const retryAfter = readRetryAfter(answer.headers.get('retry-after'), now);
  const said = `${method} ${path} with status ${status}${body ? `: ${body.message.replace(/\.$/, '')}` : ''}.`;
  const make = (code: GatewayAnswerError['code'], message: string): GatewayAnswerError =>
    new GatewayAnswerError(code, message, { status, body, retryAfter });

  if (status === 429) return make('rate_limited', `The gateway asked to slow down at ${said}`);
  if (status >= 500) return make('gateway_unavailable', `The gateway failed at ${said}`);
  if (status === 401 || status === 403) {
    return make(
      'credentials_refused',
      `The gateway refused shop id and secret key at ${said} Check that both, and the addresses, are the same shop's.`,
    );
  }
  // Spec 7.2 leaves the body of a 404 open, so only the address tells one from a wrong host's.
  if (status === 404 && (body || path.includes('{'))) {
    return make('not_found', `The gateway knows of no such thing at ${said} Check the id, that it is this shop's, and the address.`);
  }
  if (status >= 400 && body) return make('request_refused', `The gateway refused ${said}`);
  return make(
    'answer_off_contract',
    `Expected the answer that the gateway's contract describes; got something else from ${said} ` +
      'Check the addresses, and the gateway.',
  );
}
