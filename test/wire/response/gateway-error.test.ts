import { expect, test } from 'vitest';
import { PAGE, readRefusal } from '../../../src/wire/response/gateway-error.js';

const BODY = { message: 'amount is wrong.', errors: { amount: ['is wrong'] }, error_code: 'invalid_params' };
const POST = { method: 'POST', path: '/ctp/api/p2p' } as const;
const SERVER = {
  credentials: 'shop id and secret key',
  merchant: ['credentials_refused', 'not_found', 'request_refused'],
} as const;
const NO_HEADERS = new Headers();
const BY_ID = { method: 'GET', path: '/products/{product_id}' } as const;

test.each([
  [POST, 400, BODY, 'request_refused'],
  [POST, 422, BODY, 'request_refused'],
  [POST, 409, BODY, 'request_refused'],
  // Gateways of this family differ more in statuses than in bodies.
  [POST, 200, BODY, 'request_refused'],
  [POST, 200, { message: 'Transfer is possible' }, 'answer_off_contract'],
  [POST, 422, '<h1>', 'answer_off_contract'],
  [POST, 302, undefined, 'answer_off_contract'],
  [POST, 401, BODY, 'credentials_refused'],
  [POST, 403, undefined, 'credentials_refused'],
  [POST, 404, undefined, 'answer_off_contract'],
  [POST, 404, BODY, 'not_found'],
  [BY_ID, 404, undefined, 'not_found'],
  [POST, 429, BODY, 'rate_limited'],
  [POST, 500, BODY, 'gateway_unavailable'],
  [POST, 503, undefined, 'gateway_unavailable'],
])('%j with status %d and %j is %s', (endpoint, status, json, code) => {
  expect(readRefusal(endpoint, { status, headers: NO_HEADERS, body: json }, 0)).toMatchObject({ code });
});

test.each([
  ['page', 401, 'merchant'],
  ['page', 404, 'gateway'],
  // What a payer typed, for example.
  ['page', 422, 'gateway'],
  ['page', 500, 'gateway'],
  ['server', 401, 'merchant'],
  ['server', 404, 'merchant'],
  ['server', 422, 'merchant'],
  ['server', 429, 'gateway'],
  ['server', 302, 'gateway'],
] as const)('a %s’s request that is answered with %d is for the %s to act on', (asker, status, party) => {
  const body = status === 302 ? undefined : BODY;
  expect(readRefusal(POST, { status, headers: NO_HEADERS, body }, 0, asker === 'page' ? PAGE : SERVER)).toMatchObject({ party });
});

test('the error has the status, the body, its fields, and how long to wait', () => {
  const headers = new Headers({ 'Retry-After': '7' });
  const error = readRefusal(POST, { status: 429, headers, body: BODY }, 0, SERVER);
  expect(error).toMatchObject({ status: 429, retryAfter: 7000, fields: [{ path: ['amount'], messages: ['is wrong'] }] });
  expect(error.body?.code).toBe('invalid_params');
  expect(readRefusal(POST, { status: 500, headers: NO_HEADERS, body: undefined }, 0, SERVER).fields).toEqual([]);
});

test('the message contains the call, the status and the gateway’s message, and the credentials only as a noun', () => {
  expect(readRefusal(POST, { status: 422, headers: NO_HEADERS, body: BODY }, 0).message).toBe(
    'The gateway refused POST /ctp/api/p2p with status 422: amount is wrong.',
  );
  expect(readRefusal(POST, { status: 401, headers: NO_HEADERS, body: undefined }, 0).message).toBe(
    'The gateway refused the public key at POST /ctp/api/p2p with status 401. Check that the public key and the address belong to the same shop.',
  );
  expect(readRefusal(POST, { status: 401, headers: NO_HEADERS, body: undefined }, 0, SERVER).message).toContain(
    'Check that shop id and secret key and the address belong to the same shop.',
  );
});
