import { expect, test } from 'vitest';
import { isSubscriptionId, isUid } from '../../src/wire/uid.js';

test.each([
  '5f0c1d2e3a4b5c6d7e8f9a0b',
  '2b1f6c1e-7d0a-4a57-9a61-0f7f5b1d2c3e',
  '4107-310b0da80b',
  'sbs_9b3f',
  '4jk2',
  'a',
  'x'.repeat(64),
])('accepts %s as a gateway’s id', (text) => expect(isUid(text)).toBe(true));

test.each([
  '',
  ' ',
  'YOUR CARD WAS BLOCKED. Call +1 217 555 0100',
  'card+blocked',
  'a.b',
  '..',
  '.',
  'a/b',
  'a?b',
  'a%20b',
  '<b>',
  'x'.repeat(65),
  '-a',
  '_a',
  'ab\n',
  'карта',
  'a\u202Eb',
  'a\u200Bb',
  '\uD800',
])('refuses %j', (text) => expect(isUid(text)).toBe(false));

test('distinguishes a subscription’s id from a transaction’s', () => {
  expect([isSubscriptionId('sbs_1'), isSubscriptionId('4107-310b0da80b'), isSubscriptionId('xsbs_1')]).toEqual([
    true,
    false,
    false,
  ]);
});
