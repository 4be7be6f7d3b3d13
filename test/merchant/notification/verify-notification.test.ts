import { createPublicKey } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyNotification } from '../../../src/merchant/index.js';
import { der, hex, integer, RSA_ENCRYPTION, spki } from '../../wire/der.js';
import { makeShop, notificationFor, transfer } from './notification.js';
import { shop, text, refusal } from './signing-shops.js';

const stranger = makeShop();

const credentials = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('a genuine notification', () => {
  test('returns its transaction', async () => {
    const notification = await verifyNotification(notificationFor(shop), shop);
    const { uid, status, amount, currency, tracking_id } = notification.kind === 'transaction' ? notification.transaction : {};
    expect({ uid, status, amount, currency, tracking_id }).toEqual({
      uid: '4107-310b0da80b',
      status: 'successful',
      amount: 10000,
      currency: 'USD',
      tracking_id: 'order-1',
    });
  });

  test('is verified over its raw bytes, with any spacing, key order and script', async () => {
    const body = `{ "x": 1,\n  "transaction": ${JSON.stringify(transfer({ description: 'Деньги на карту €' }), null, 3)} }\n`;
    await expect(verifyNotification(notificationFor(shop, { body }), shop)).resolves.toMatchObject({
      transaction: { description: 'Деньги на карту €' },
    });
  });

  test('is accepted with a status that this package does not know', async () => {
    const body = text({ status: 'rescuing' });
    await expect(verifyNotification(notificationFor(shop, { body }), shop)).resolves.toMatchObject({
      transaction: { status: 'rescuing' },
    });
  });

  test('is accepted with the scheme in any case (RFC 9110, 11.1)', async () => {
    const headers = { authorization: credentials('361:sk_hidden_361').replace('Basic', 'bAsIc') };
    await expect(verifyNotification(notificationFor(shop, { headers }), shop)).resolves.toBeDefined();
  });

  test('is accepted with several spaces after the scheme (RFC 9110, 11.4)', async () => {
    const headers = { authorization: credentials('361:sk_hidden_361').replace(' ', '   ') };
    await expect(verifyNotification(notificationFor(shop, { headers }), shop)).resolves.toBeDefined();
  });

  test('is verified with a secret key outside of ASCII', async () => {
    const foreign = { ...shop, secretKey: 'ключ€' };
    await expect(verifyNotification(notificationFor(foreign), foreign)).resolves.toBeDefined();
  });
});

describe('credentials', () => {
  test.each([
    ['absent', undefined, 'no Authorization header'],
    ['of another scheme', 'Bearer abc', 'another scheme'],
    ['an empty Basic', 'Basic', 'another scheme'],
    ['of another shop', credentials('362:sk_hidden_361'), 'other credentials'],
    ['with another secret', credentials('361:sk_hidden_362'), 'other credentials'],
    ['with a longer secret', credentials('361:sk_hidden_3610'), 'other credentials'],
    ['with a shorter secret', credentials('361:sk_hidden_36'), 'other credentials'],
    ['in clear', 'Basic 361:sk_hidden_361', 'other credentials'],
    ['after another word', `Not ${credentials('361:sk_hidden_361')}`, 'another scheme'],
    ['before another word', `${credentials('361:sk_hidden_361')} too`, 'another scheme'],
  ])('refuses credentials %s', async (_, authorization, got) => {
    const error = await refusal(notificationFor(shop, { headers: { authorization } }));
    expect(error).toMatchObject({ code: 'notification_unauthorized', status: 401, party: 'merchant' });
    expect(error.message).toContain(`got ${got}.`);
  });
});

describe('the signature', () => {
  test('refuses a body without Content-Signature', async () => {
    const error = await refusal(notificationFor(shop, { headers: { 'content-signature': undefined } }));
    expect(error).toMatchObject({ code: 'notification_unsigned', status: 401 });
  });

  test.each([
    ['another amount', text({ amount: 99_900 })],
    ['another tracking_id', text({ tracking_id: 'order-2' })],
    ['the same JSON with another spacing', JSON.stringify({ transaction: transfer() }, null, 1)],
    ['an additional line feed', `${text()}\n`],
    ['no body', ''],
  ])('refuses a signed body that arrives with %s', async (_, body) => {
    const error = await refusal(notificationFor(shop, { body, signed: text() }));
    expect(error).toMatchObject({ code: 'notification_signature_mismatch', status: 401 });
  });

  test("refuses another shop's signature", async () => {
    const forged = notificationFor({ ...shop, privateKey: stranger.privateKey });
    expect(await refusal(forged)).toMatchObject({ code: 'notification_signature_mismatch' });
  });

  test.each([
    ['not base64', '*** no ***', 'not base64'],
    ['base64 of something else', 'AAAA', 'one that does not match'],
  ])('refuses a signature that is %s', async (_, signature, got) => {
    const error = await refusal(notificationFor(shop, { headers: { 'content-signature': signature } }));
    expect(error).toMatchObject({ code: 'notification_signature_mismatch' });
    expect(error.message).toContain(got);
  });

  test('refuses a body with any bit changed', async () => {
    const signed = text();
    const length = Buffer.byteLength(signed);
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.nat(7), async (index, bit) => {
        const body = new Uint8Array(Buffer.from(signed));
        body[index] = body[index]! ^ (1 << bit);
        const error = await refusal(notificationFor(shop, { body, signed }));
        expect(error.code).toBe('notification_signature_mismatch');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a test transaction', () => {
  test('is refused unless allowed, and the error explains who can create one', async () => {
    const error = await refusal(notificationFor(shop, { body: text({ test: true }) }));
    expect(error).toMatchObject({ code: 'notification_is_test', status: 403 });
    expect(error.message).toMatch(/any visitor can switch the page to test mode/);
  });

  test.each([['true'], [1], ['false'], [{}]])('is refused when test is %j', async (odd) => {
    expect(await refusal(notificationFor(shop, { body: text({ test: odd }) }))).toMatchObject({
      code: 'notification_is_test',
    });
  });

  test('is refused when only its plan is one', async () => {
    const request = notificationFor(shop, { body: text({ plan: { id: 'pln_1', test: true } }) });
    expect(await refusal(request)).toMatchObject({ code: 'notification_is_test' });
  });

  test('is returned when allowed', async () => {
    const request = notificationFor(shop, { body: text({ test: true }) });
    await expect(verifyNotification(request, { ...shop, allowTest: true })).resolves.toMatchObject({
      transaction: { test: true },
    });
  });

  test.each([[false], [null], [undefined]])('is not assumed when test is %j', async (live) => {
    await expect(verifyNotification(notificationFor(shop, { body: text({ test: live }) }), shop)).resolves.toBeDefined();
  });
});

describe('misuse is a TypeError', () => {
  const keyBytes = (): Buffer => Buffer.from(shop.publicKey, 'base64');
  const modulus = (): Buffer => {
    const { n } = createPublicKey({ key: keyBytes(), format: 'der', type: 'spki' }).export({ format: 'jwk' });
    return integer(Buffer.from(n!, 'base64url'));
  };

  test.each([['publicKey'], ['shopId'], ['secretKey']] as const)('names an absent or empty %s', async (name) => {
    await expect(verifyNotification(notificationFor(shop), { ...shop, [name]: '' })).rejects.toThrow(
      new TypeError(`${name}: expected a text that is not empty; got an empty one.`),
    );
    await expect(verifyNotification(notificationFor(shop), { ...shop, [name]: undefined as unknown as string })).rejects.toThrow(
      new TypeError(`${name}: expected a text that is not empty; got undefined.`),
    );
  });

  test.each([
    ['with PEM armour', () => `-----BEGIN PUBLIC KEY-----\n${shop.publicKey}\n-----END PUBLIC KEY-----`],
    ['that is not a key', () => 'AAAA'],
    ['cut short', () => shop.publicKey.slice(0, 200)],
    ['of 1024 bits', () => makeShop(1024).publicKey],
    ['with exponent 3', () => makeShop(2048, 3).publicKey],
    ['with a byte after the key', () => Buffer.concat([keyBytes(), hex('00')]).toString('base64')],
    ['with a second key after the key', () => Buffer.concat([keyBytes(), keyBytes()]).toString('base64')],
    ['with an additional byte in the bit string', () => spki({ n: modulus(), inBits: [hex('00')] })],
    [
      'with a length in more bytes than it needs',
      () => Buffer.concat([hex('30 83 00'), keyBytes().subarray(2)]).toString('base64'),
    ],
    ['without the parameter of its algorithm', () => spki({ n: modulus(), algorithm: RSA_ENCRYPTION.subarray(0, -2) })],
    ['for RSASSA-PSS', () => spki({ n: modulus(), algorithm: hex('06 09 2a864886f70d01010a') })],
    ['for RSAES-OAEP', () => spki({ n: modulus(), algorithm: hex('06 09 2a864886f70d010107 30 00') })],
    ['with an even modulus', () => spki({ n: integer(Buffer.alloc(256, 0xfe)) })],
    ['with a modulus of 1 MB', () => spki({ n: integer(Buffer.alloc(1 << 20, 0xff)) })],
    ['with a negative modulus', () => spki({ n: der(0x02, Buffer.alloc(256, 0xff)) })],
  ])('refuses a public key %s', async (_, publicKey) => {
    // Signed with the right key, so that only the encoding of the key can be the reason for the refusal.
    const attempt = verifyNotification(notificationFor(shop), { ...shop, publicKey: publicKey() });
    await expect(attempt).rejects.toBeInstanceOf(TypeError);
    await expect(attempt).rejects.toThrow(
      /^publicKey: expected .{1,100}; got .{1,100}\. Paste the shop's public key .* one line of base64, without BEGIN and END lines\.$/,
    );
  });

  test.each([
    ['no base64', 'no base64!', 'expected base64; got a text that is not.'],
    ['no key', 'AAAA', 'expected an RSA public key (DER SubjectPublicKeyInfo); got something else.'],
  ])('says what it got in place of a public key: %s', async (_, publicKey, message) => {
    await expect(verifyNotification(notificationFor(shop), { ...shop, publicKey })).rejects.toThrow(message);
  });

  test.each([
    ['a request of node:http', { headers: { authorization: 'Basic x' }, method: 'POST' }],
    ['nothing', undefined],
    ['an object without headers', {}],
  ])('explains what to do with %s', async (_, request) => {
    const attempt = verifyNotification(request as unknown as Request, shop);
    await expect(attempt).rejects.toBeInstanceOf(TypeError);
    await expect(attempt).rejects.toThrow(
      /^request: expected a web-standard Request; .*new Request\(.*, with the raw bytes as body\.$/,
    );
  });

  test('says when the body has already been read', async () => {
    const request = notificationFor(shop);
    await request.json();
    await expect(verifyNotification(request, shop)).rejects.toThrow(
      /its raw bytes; this body has been read\. .*, or pass request\.clone\(\)\.$/,
    );
  });
});

test('no error contains a secret, a header or the body', async () => {
  const secrets = ['sk_hidden_361', credentials('361:sk_hidden_361').slice(6), 'Money to a card', '420000', 'stolen'];
  const requests = [
    notificationFor(shop, { headers: { authorization: 'Basic stolen' } }),
    notificationFor(shop, { headers: { 'content-signature': 'stolen' } }),
    notificationFor(shop, { headers: { 'content-signature': undefined } }),
    notificationFor(shop, { body: `${text()} stolen` }),
    notificationFor(shop, { body: `{"transaction":{"stolen":"Money to a card"}}` }),
    notificationFor(shop, { body: text({ test: true }) }),
  ];
  for (const request of requests) {
    const error = await refusal(request);
    const details = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
    for (const secret of secrets) expect(details).not.toContain(secret);
  }
});

/** What the message of each error tells the developer to do, or why there is nothing to do. */
const CURES: readonly (readonly [code: string, changes: Parameters<typeof notificationFor>[1], cure: RegExp])[] = [
  [
    'notification_unauthorized',
    { headers: { authorization: undefined } },
    /compare shopId and secretKey with the ones it shows, and check that no proxy removes the Authorization header\.$/,
  ],
  ['notification_unsigned', { headers: { 'content-signature': undefined } }, /check that no proxy removes the header\.$/],
  [
    'notification_signature_mismatch',
    { signed: 'something else' },
    /signature of the received body; got .*compare publicKey with the one it shows, and check that nothing rewrites the body on its way\.$/,
  ],
  [
    'notification_malformed',
    { body: '{}' },
    /^Expected JSON with a transaction .* check which notifications it is registered for\.$/,
  ],
  [
    'notification_unknown',
    { body: '{"token":"3241","status":"error"}' },
    /no money was paid, and there is nothing to do: it is answered with 200, so that the gateway does not deliver it again\.$/,
  ],
  [
    'notification_is_test',
    { body: text({ test: true }) },
    /^Expected a payment of real money; .* published test card\. Deliver nothing; set allowTest only where nothing of value is delivered\.$/,
  ],
  [
    'notification_too_large',
    { body: ' '.repeat(256 * 1024 + 1) },
    /at most 262144 bytes; .* find out what else posts to this address\.$/,
  ],
];

test.each(CURES)('the message of %s says what to do', async (code, changes, cure) => {
  const error = await refusal(notificationFor(shop, changes));
  expect(error.code).toBe(code);
  expect(error.message).toMatch(cure);
});
