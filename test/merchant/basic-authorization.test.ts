import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { basicAuthorization, sameSecret } from '../../src/merchant/basic-authorization.js';

test.each([
  // RFC 7617, section 2 and 2.1
  ['Aladdin', 'open sesame', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  ['test', '123£', 'Basic dGVzdDoxMjPCow=='],
])('writes HTTP Basic for %s as RFC 7617 shows it', (shopId, secretKey, header) => {
  expect(basicAuthorization(shopId, secretKey)).toBe(header);
});

test('every secret equals itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await sameSecret(text, text)).toBe(true);
    }),
  );
});

test('no secret equals a different one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (one, other) => {
      fc.pre(one !== other);
      expect(await sameSecret(one, other)).toBe(false);
    }),
    // A comparison of only one byte would be right 255 times out of 256.
    { numRuns: 3000 },
  );
});
