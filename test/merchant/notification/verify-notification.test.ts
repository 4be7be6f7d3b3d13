import { createPublicKey } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { NotificationError, verifyNotification } from '../../../src/merchant/index.js';
import { der, hex, integer, RSA_ENCRYPTION, spki } from '../../wire/der.js';
import { makeShop, notificationFor, transfer, type SigningShop } from './notification.js';

let shop: SigningShop;
let stranger: SigningShop;
beforeAll(() => {
  shop = makeShop();
  stranger = makeShop();
});

const text = (changes?: Readonly<Record<string, unknown>>): string => JSON.stringify({ transaction: transfer(changes) });
const credentials = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

async function refusal(request: Request, options: Partial<Parameters<typeof verifyNotification>[1]> = {}) {
  const error: unknown = await verifyNotification(request, { ...shop, ...options }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotificationError);
  return error as NotificationError;
}

describe('a genuine notification', () => {
  test('gives its transaction', async () => {
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

  test('counts with a status that this package does not know', async () => {
    const body = text({ status: 'rescuing' });
    await expect(verifyNotification(notificationFor(shop, { body }), shop)).resolves.toMatchObject({
      transaction: { status: 'rescuing' },
    });
  });

  test('is accepted with the scheme in any case (RFC 9110, 11.1)', async () => {
    const headers = { authorization: credentials('361:sk_hidden_361').replace('Basic', 'bAsIc') };
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
  ])('refuses credentials %s', async (_, authorization, came) => {
    const error = await refusal(notificationFor(shop, { headers: { authorization } }));
    expect(error).toMatchObject({ code: 'notification_unauthorized', status: 401, party: 'merchant' });
    expect(error.message).toContain(`came ${came}.`);
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
  ])('refuses a signature that is %s', async (_, signature, came) => {
    const error = await refusal(notificationFor(shop, { headers: { 'content-signature': signature } }));
    expect(error).toMatchObject({ code: 'notification_signature_mismatch' });
    expect(error.message).toContain(came);
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

  test('is returned when allowed', async () => {
    const request = notificationFor(shop, { body: text({ test: true }) });
    await expect(verifyNotification(request, { ...shop, allowTest: true })).resolves.toMatchObject({
      transaction: { test: true },
    });
  });

  test.each([[false], [null], [undefined]])('is not what a test of %j means', async (live) => {
    await expect(verifyNotification(notificationFor(shop, { body: text({ test: live }) }), shop)).resolves.toBeDefined();
  });
});

describe('a subscription', () => {
  const subscription = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
    id: 'sbs_5f0c1d2e3a4b5c6d',
    state: 'active',
    event: 'renewed',
    tracking_id: 'order-2',
    customer: { id: 'cst_1' },
    plan: {
      id: 'pln_1',
      title: 'Tea',
      currency: 'USD',
      plan: { amount: 1000, interval: 1, interval_unit: 'month' },
      test: false,
    },
    last_transaction: { uid: '4107-1', status: 'successful', test: false },
    created_at: '2026-11-21T10:42:00Z',
    ...changes,
  });
  const verified = (body: Readonly<Record<string, unknown>>, allowTest = false) =>
    verifyNotification(notificationFor(shop, { body: JSON.stringify(body) }), { ...shop, allowTest });

  test('is returned with its event', async () => {
    await expect(verified(subscription())).resolves.toMatchObject({
      kind: 'subscription',
      event: 'renewed',
      subscription: { id: 'sbs_5f0c1d2e3a4b5c6d', state: 'active', tracking_id: 'order-2', last_transaction: { uid: '4107-1' } },
    });
  });

  test.each([
    ['wrapped, with the event inside', { subscription: subscription() }],
    ['wrapped, with the event beside it', { event: 'renewed', subscription: subscription({ event: undefined }) }],
  ])('is read %s', async (_, body) => {
    await expect(verified(body)).resolves.toMatchObject({
      kind: 'subscription',
      event: 'renewed',
      subscription: { state: 'active' },
    });
  });

  test('counts without an event, and in a state that this package does not know', async () => {
    const notification = await verified(subscription({ event: null, state: 'resting' }));
    expect(notification).toMatchObject({ kind: 'subscription', event: undefined, subscription: { state: 'resting' } });
  });

  test.each<[string, Record<string, unknown>]>([
    ['itself', { test: true }],
    ['its plan', { plan: { id: 'pln_1', test: true } }],
    ['its last transaction', { last_transaction: { uid: '1', status: 'successful', test: true } }],
    ['its last transaction’s malformed test', { last_transaction: { test: 'yes' } }],
  ])('is refused as a test by %s, wrapped or not, unless allowed', async (_, changes) => {
    for (const body of [subscription(changes), { subscription: subscription(changes) }]) {
      await expect(verified(body)).rejects.toMatchObject({ code: 'notification_is_test', status: 403 });
      await expect(verified(body, true)).resolves.toMatchObject({ kind: 'subscription' });
    }
  });
});

describe('a body that does not match the contract', () => {
  test.each([
    ['is not JSON', 'transaction=1', 'not JSON'],
    ['is empty', '', 'not JSON'],
    ['is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'not JSON'],
    ['is null', 'null', 'its root'],
    ['has no transaction', '{"payment":{"uid":"1"}}', 'transaction'],
    ['is a list with a transaction', '[{"transaction":{"uid":"1","status":"successful"}}]', 'its root'],
    ['is a subscription without a state', '{"id":"sbs_1","event":"renewed"}', 'state'],
    ['wraps a subscription without an id', '{"subscription":{"state":"active"}}', 'subscription.id'],
    ['wraps no subscription', '{"subscription":null}', 'subscription.its root'],
    ['has a transaction without a uid', '{"transaction":{"status":"successful"}}', 'transaction.uid'],
    ['has a transaction without a status', '{"transaction":{"uid":"1"}}', 'transaction.status'],
  ])('is refused when it %s', async (_, body, came) => {
    const error = await refusal(notificationFor(shop, { body }));
    expect(error).toMatchObject({ code: 'notification_malformed', status: 400, party: 'gateway' });
    expect(error.message).toContain(came);
  });

  const LIMIT = 262_144;
  const padded = (bytes: number): string => text().padEnd(bytes, ' ');

  test('is refused above 256 KiB, whatever its signature', async () => {
    const error = await refusal(notificationFor(shop, { body: padded(LIMIT + 1) }));
    expect(error).toMatchObject({ code: 'notification_too_large', status: 413 });
  });

  test('is accepted at 256 KiB', async () => {
    await expect(verifyNotification(notificationFor(shop, { body: padded(LIMIT) }), shop)).resolves.toBeDefined();
  });

  test('is refused by its Content-Length before a byte is read', async () => {
    const request = notificationFor(shop, { headers: { 'content-length': String(LIMIT + 1) } });
    expect(await refusal(request)).toMatchObject({ code: 'notification_too_large' });
    expect(request.bodyUsed).toBe(false);
  });

  test('is not read beyond the limit when it never ends', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const { url, headers } = notificationFor(shop);
    // Node requires `duplex` with a stream; the DOM's type does not have it.
    const init = { method: 'POST', headers, body: endless, duplex: 'half' };
    expect(await refusal(new Request(url, init))).toMatchObject({ code: 'notification_too_large' });
    expect(pulled).toBeLessThan(LIMIT * 3);
  });

  test('is recognized as interrupted when the connection ends in its middle', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    const { url, headers } = notificationFor(shop);
    const init = { method: 'POST', headers, body: broken, duplex: 'half' };
    expect(await refusal(new Request(url, init))).toMatchObject({ code: 'notification_interrupted', party: 'network' });
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
      new TypeError(`${name}: expected a text that is not empty; came an empty one.`),
    );
    await expect(verifyNotification(notificationFor(shop), { ...shop, [name]: undefined as unknown as string })).rejects.toThrow(
      new TypeError(`${name}: expected a text that is not empty; came undefined.`),
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
    await expect(attempt).rejects.toThrow(/^publicKey: expected .{1,300}$/);
  });

  test.each([
    ['a request of node:http', { headers: { authorization: 'Basic x' }, method: 'POST' }],
    ['nothing', undefined],
  ])('explains what to do with %s', async (_, request) => {
    const attempt = verifyNotification(request as unknown as Request, shop);
    await expect(attempt).rejects.toBeInstanceOf(TypeError);
    await expect(attempt).rejects.toThrow(/^request: expected a web-standard Request; .*new Request\(/);
  });

  test('says when the body has already been read', async () => {
    const request = notificationFor(shop);
    await request.json();
    await expect(verifyNotification(request, shop)).rejects.toThrow(/its raw bytes; this body has been read/);
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
