import { expect, test } from 'vitest';
import { unsealed, withoutCiphertext } from './sealed-body.js';

const header = btoa(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k', typ: 'JOSE', cty: 'application/json' }));
const jwe = `${header.replaceAll('=', '')}.AAAA.BBBB.CCCC.DDDD`;
const body = (credit_card: unknown, more = {}): string => JSON.stringify({ request: { amount: 1, credit_card, ...more } });

test('a section that is one JWE, and a body without sections, break no rule', () => {
  expect(unsealed(body({ token: jwe }, { recipient_card: { token: jwe } }))).toBeUndefined();
  expect(unsealed('{"amount":100}')).toBeUndefined();
  expect(unsealed('code=123456&action=confirm')).toBeUndefined();
});

test.each([
  ['a field beside the token', { token: jwe, holder: 'ANN LEE' }],
  ['a field alone', { number: '4200000000000000' }],
  ['a token of four parts', { token: 'a.b.c.d' }],
  ['a header that is not JSON', { token: 'eyJ.b.c.d.e' }],
  ['a header with another member', { token: `${btoa('{"alg":"RSA-OAEP-256","number":"1"}')}.b.c.d.e` }],
  ['text', 'none'],
])('%s breaks the rule', (_, section) => {
  expect(unsealed(body(section))).toContain('credit_card');
  expect(unsealed(body({ token: jwe }, { recipient_card: section }))).toContain('recipient_card');
});

test('the token of a saved recipient may be sent in plain text, a source’s may not', () => {
  const saved = { token: 'K2TB6S2Y7QZ3AVDJ' };
  expect(unsealed(body({ token: jwe }, { recipient_card: saved }))).toBeUndefined();
  expect(unsealed(body(saved))).toContain('credit_card');
  expect(unsealed(body({ token: jwe }, { recipient_card: { ...saved, holder: 'ANN LEE' } }))).toContain('recipient_card');
});

test('everything in a JWE but its header is removed', () => {
  const clear = withoutCiphertext(body({ token: jwe }));
  expect(clear).toContain('RSA-OAEP-256');
  expect(clear).not.toMatch(/AAAA|BBBB|CCCC|DDDD/);
});
