import { expect, test } from 'vitest';
import { brandOf } from '../../src/card/brand.js';
import { checkVerificationValue, verificationValue } from '../../src/card/verification-value.js';

const visa = brandOf('4');
const amex = brandOf('37');

test.each([
  ['123', visa],
  ['000', visa],
  ['1234', amex],
  ['123', undefined],
  ['1234', undefined],
  [' 1 2 3 ', visa],
  ['\t123\n', visa],
  ['１２３', visa],
])('accepts %j for %o', (text, brand) => {
  expect(checkVerificationValue(text, brand)).toEqual({ state: 'valid' });
});

test.each([
  ['', visa, 'incomplete', 'empty'],
  ['  ', visa, 'incomplete', 'empty'],
  ['12', visa, 'incomplete', 'too_short'],
  ['1234', visa, 'invalid', 'too_long'],
  ['123', amex, 'incomplete', 'too_short'],
  ['12345', amex, 'invalid', 'too_long'],
  ['12', undefined, 'incomplete', 'too_short'],
  ['12345', undefined, 'invalid', 'too_long'],
  ['12a', visa, 'invalid', 'characters'],
  ['-12', visa, 'invalid', 'characters'],
  ['12\t3', visa, 'invalid', 'characters'],
  ['12\n3', visa, 'invalid', 'characters'],
])('refuses %j', (text, brand, state, reason) => {
  expect(checkVerificationValue(text, brand)).toEqual({ state, reason });
});

test('is sent as ASCII digits', () => {
  expect(verificationValue(' ۱۲ ۳')).toBe('123');
});
