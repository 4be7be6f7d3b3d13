import type { Answer } from '../../http/request.js';
import type { Endpoint } from '../../wire/endpoint.js';
import { type Asker, readRefusal } from '../../wire/response/gateway-error.js';

const SERVER: Asker = {
  credentials: 'shop id and secret key',
  merchant: ['credentials_refused', 'not_found', 'request_refused'],
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Reads an endpoint's response. The form of the body decides, and only then the status, as everywhere in this package.
 *
 * @param now milliseconds since 1970, to read a Retry-After that is a date.
 * @throws GatewayError when it is not the expected response.
 */
export function readAnswer<Response>(endpoint: Endpoint<Response>, answer: Answer, now: number): Response {
  const { status } = answer;
  // The answer to a change has no body (spec 4.2), and a failure may have none either: then only the status counts. The body
  // of a successful change is ignored.
  const body = endpoint.method === 'PUT' && isSuccess(status) ? undefined : answer.body;
  if (status < 500 && (body !== undefined || isSuccess(status))) {
    const parsed = endpoint.response.safeParse(body);
    if (parsed.success) return parsed.data;
  }
  throw readRefusal(endpoint, answer, now, SERVER);
}
