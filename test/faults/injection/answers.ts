import type { RawMessage } from '../network/raw-http.js';

type Headers = Readonly<Record<string, string>>;

/** The headers that a page needs to read an answer. */
const CORS: Headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Date, Retry-After' };

/** An answer of this status with this text, readable by pages. */
export const text = (status: number, body: string, headers: Headers = {}): RawMessage => ({
  first: `HTTP/1.1 ${status} Status`,
  headers: Object.entries({ ...CORS, 'content-type': 'application/json', ...headers }),
  body: Buffer.from(body),
});

export const json = (status: number, body: unknown, headers: Headers = {}): RawMessage =>
  text(status, JSON.stringify(body), headers);

/** Spec 7.1: a refusal in the form of the contract. */
export const refusal = (
  status: number,
  errors: unknown,
  code = 'invalid_params',
  message = 'The request is not valid.',
): RawMessage => json(status, { error_code: code, message, errors });

export const page = (status: number, headers: Headers = {}): RawMessage =>
  text(status, '<!doctype html><html><body><h1>Sign in to this network</h1></body></html>', {
    'content-type': 'text/html',
    ...headers,
  });

/** The body as JSON; undefined when it is not JSON. */
export function parsed({ body }: RawMessage): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

export const withBody = (message: RawMessage, body: string | Buffer): RawMessage => ({
  first: message.first,
  headers: message.headers.filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name)),
  body: Buffer.from(body),
});
