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

test('every secret is the same as itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await sameSecret(text, text)).toBe(true);
    }),
  );
});

test('no secret is the same as another one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (one, other) => {
      fc.pre(one !== other);
      expect(await sameSecret(one, other)).toBe(false);
    }),
    // A comparison that looks at one byte only is right 255 times out of 256.
    { numRuns: 3000 },
  );
});
