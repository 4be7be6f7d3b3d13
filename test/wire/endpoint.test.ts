import { expect, test } from 'vitest';
import { API_VERSION, fillPath } from '../../src/wire/endpoint.js';
import { endpoints } from '../../src/wire/endpoints.js';

test('the table of spec 4.1, row by row, and the status queries', () => {
  const rows = Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, host, path, authorization, request }]) => [
      name,
      `${method} {${host}}${path} ${authorization}${request ? ' with a body' : ''}`,
    ]),
  );
  expect(rows).toMatchObject({
    p2pRestrictions: 'POST {gateway}/p2p-restrictions basic with a body',
    verifyP2p: 'POST {checkout}/ctp/api/verify-p2p bearer with a body',
    verifyP2pAsync: 'POST {checkout}/ctp/api/async/verify-p2p bearer with a body',
    pollJob: 'GET {checkout}/ctp/api/async/jobs/{job_id} bearer',
    p2ps: 'POST {gateway}/transactions/p2ps basic with a body',
    p2p: 'POST {checkout}/ctp/api/p2p bearer with a body',
    p2pAsync: 'POST {checkout}/ctp/api/async/p2p bearer with a body',
    transactionByUid: 'GET {gateway}/transactions/{uid} basic',
    transactionsByTrackingId: 'GET {gateway}/v2/transactions/tracking_id/{tracking_id} basic',
  });
  expect(API_VERSION).toBe('2');
});

test('endpoints 3 and 7 accept the same requests as 2 and 6 (spec 4.1, rule 1)', () => {
  expect(endpoints.verifyP2pAsync.request).toBe(endpoints.verifyP2p.request);
  expect(endpoints.p2pAsync.request).toBe(endpoints.p2p.request);
  expect(endpoints.p2ps.request).toBe(endpoints.p2p.request);
});

test.each([
  ['4107-310b0da80b', '/jobs/4107-310b0da80b'],
  ['../admin', '/jobs/..%2Fadmin'],
  ['a b?c#d', '/jobs/a%20b%3Fc%23d'],
  ['$&', '/jobs/%24%26'],
])('the parameter %j fills a path as %s', (value, path) => {
  expect(fillPath('/jobs/{job_id}', { job_id: value })).toBe(path);
});

test.each([{}, { job_id: '' }, { other: 'x' }])('a path is not filled from %j', (parameters) => {
  expect(() => fillPath('/jobs/{job_id}', parameters)).toThrow(TypeError);
});

// Browsers and servers resolve these before sending, so another address would get the credentials.
test.each(['\ud800', 'a\udc00', '\udbff\ud800'])(
  'a parameter with a lone surrogate, which no address can contain, is refused: %j',
  (value) => {
    expect(() => fillPath('/jobs/{job_id}', { job_id: value })).toThrow(
      new TypeError('The path /jobs/{job_id} needs a value for {job_id}; got one that no address can contain.'),
    );
  },
);

test.each(['.', '..'])('the parameter "%s" is refused: it would change the address', (value) => {
  expect(() => fillPath('/jobs/{job_id}', { job_id: value })).toThrow(TypeError);
});
