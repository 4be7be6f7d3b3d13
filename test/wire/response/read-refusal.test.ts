import { expect, test } from 'vitest';
import { readRefusal } from '../../../src/wire/response/read-refusal.js';

const BODY = { message: 'amount is wrong.', errors: { amount: ['is wrong'] }, error_code: 'invalid_params' };
const POST = { method: 'POST', path: '/ctp/api/p2p' } as const;
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
  expect(readRefusal(endpoint, status, json, 'the public key')).toMatchObject({ code });
});

test('the message contains the call, the status and the gateway’s message, and the credentials only as a noun', () => {
  expect(readRefusal(POST, 422, BODY, 'the public key').message).toBe(
    'The gateway refused POST /ctp/api/p2p with status 422: amount is wrong.',
  );
  expect(readRefusal(POST, 401, undefined, 'the public key').message).toBe(
    'The gateway refused the public key at POST /ctp/api/p2p with status 401. Check that the public key and the address belong to the same shop.',
  );
});
