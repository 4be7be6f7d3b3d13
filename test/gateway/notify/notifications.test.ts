import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RETRIES, retriesOf } from '../../../demo/gateway/notify/notifications.js';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { Sandbox, START } from '../sandbox.js';

const TO = 'http://127.0.0.1:4020/notifications?shop=1';
async function notified(changes: object = {}, sandbox = new Sandbox()) {
  const transaction = await sandbox.transfer({ notification_url: TO, ...changes });
  await sandbox.advance(0);
  return { sandbox, transaction };
}

const attemptsOf = async (sandbox: Sandbox) => {
  const { body } = await sandbox.console('/sandbox/notifications');
  return (body as unknown as { state: string; attempts: { at: string; result: number | string }[] }[])[0];
};

describe('a notification', () => {
  test("is signed over its raw body by the shop's key, and carries its credentials", async () => {
    const { sandbox } = await notified();
    const { public_key, shop_id, secret_key } = await sandbox.shop();
    const { headers, body } = sandbox.deliveries[0] ?? { headers: new Headers(), body: '' };
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
    const signature = Buffer.from(headers.get('content-signature') ?? '', 'base64');
    expect(verify('RSA-SHA256', Buffer.from(body), key, signature)).toBe(true);
    expect(verify('RSA-SHA256', Buffer.from(`${body} `), key, signature)).toBe(false);
    expect(headers.get('authorization')).toBe(`Basic ${Buffer.from(`${shop_id}:${secret_key}`).toString('base64')}`);
  });

  test("goes to the shop's own address when the request names none", async () => {
    const shops = SANDBOX_SHOPS.map((shop) => ({ ...shop, notificationUrl: 'http://localhost:4030/all' }));
    const { sandbox } = await notified({ notification_url: undefined }, new Sandbox({ shops }));
    expect(sandbox.deliveries.map(({ url }) => url)).toEqual(['http://localhost:4030/all']);
    await notified({ amount: 3 }, sandbox);
    expect(sandbox.deliveries.at(-1)?.url).toBe(TO);
  });
});

describe('delivery', () => {
  test('is retried after growing waits until it is answered with 200, and each attempt is kept', async () => {
    const sandbox = new Sandbox();
    sandbox.merchantAnswers = 500;
    await notified({}, sandbox);
    // The fourth retry comes at most 22 minutes after the first attempt, and the fifth at least 30.
    await sandbox.advance(22 * 60);
    expect(sandbox.deliveries).toHaveLength(5);
    sandbox.merchantAnswers = 200;
    await sandbox.advance(86_400);
    const { state, attempts = [] } = (await attemptsOf(sandbox)) ?? {};
    expect([state, attempts.map(({ result }) => result)]).toEqual(['delivered', [500, 500, 500, 500, 500, 200]]);
    const waits = attempts.slice(1).map(({ at }, index) => (Date.parse(at) - Date.parse(attempts[index]!.at)) / 1000);
    for (const [index, wait] of waits.entries()) {
      const least = Math.floor(2.12 * (index + 1)) ** 3;
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(least + 29 * (index + 2));
    }
    expect(new Set(sandbox.deliveries.map(({ body }) => body)).size).toBe(1);
  });

  test.each([[201], [302], [404]])('a response of %i does not count as delivered', async (status) => {
    const sandbox = new Sandbox();
    sandbox.merchantAnswers = status;
    await notified({}, sandbox);
    expect(await attemptsOf(sandbox)).toMatchObject({ state: 'waiting', attempts: [{ result: status }] });
  });

  test('keeps the reason why there was no answer', async () => {
    const sandbox = new Sandbox();
    sandbox.merchantAnswers = -1;
    await notified({}, sandbox);
    expect(await attemptsOf(sandbox)).toMatchObject({ state: 'waiting', attempts: [{ result: 'no answer: ECONNREFUSED' }] });
  });

  test('is given up after 15 retries, in about a day and a half', async () => {
    const sandbox = new Sandbox();
    sandbox.merchantAnswers = 503;
    await notified({}, sandbox);
    await sandbox.advance(60 * 86_400);
    expect(sandbox.deliveries).toHaveLength(16);
    const { state, attempts = [] } = (await attemptsOf(sandbox)) ?? {};
    expect(state).toBe('given up');
    const hours = (Date.parse(attempts.at(-1)!.at) - START) / 3_600_000;
    expect(hours).toBeGreaterThan(35);
    expect(hours).toBeLessThan(38);
  });

  test('of a subscription is retried 25 times, for about 25 days', () => {
    const { count, wait } = RETRIES.subscription;
    const days = (dice: number): number =>
      Array.from({ length: count }, (_, index) => wait(index + 1, dice)).reduce((sum, seconds) => sum + seconds) / 86_400;
    expect(retriesOf({ uid: 'sbs_4a708bf13a483278' })).toBe(RETRIES.subscription);
    expect([count, wait(1, 0), wait(2, 0), wait(3, 29)]).toEqual([25, 16, 31, 81 + 15 + 29 * 4]);
    expect(days(0)).toBeGreaterThan(24.5);
    expect(days(29)).toBeLessThan(25.5);
  });

  test.each([['https://shop.example/n'], ['http://192.168.1.5/n'], ['http://127.0.0.1.evil.example/n']])(
    'to %s is refused: it is not this machine',
    async (notification_url) => {
      const { sandbox } = await notified({ notification_url });
      await sandbox.advance(86_400);
      expect(sandbox.deliveries).toHaveLength(0);
      expect(await attemptsOf(sandbox)).toMatchObject({
        state: 'refused',
        attempts: [{ result: expect.stringContaining('not on this machine') }],
      });
    },
  );

  test("reaches the machine's own address on its network, and no other there", async () => {
    const sandbox = new Sandbox({ ownHosts: ['192.168.1.5'] });
    await notified({ notification_url: 'https://192.168.1.5:4020/n' }, sandbox);
    await sandbox.transfer({ amount: 10_001, notification_url: 'https://192.168.1.6:4020/n' });
    await sandbox.advance(0);
    expect(sandbox.deliveries.map(({ url }) => url)).toEqual(['https://192.168.1.5:4020/n']);
  });

  test('leaves this machine with notifyAnywhere', async () => {
    const { sandbox } = await notified({ notification_url: 'https://shop.example/n' }, new Sandbox({ notifyAnywhere: true }));
    expect(sandbox.deliveries.map(({ url }) => url)).toEqual(['https://shop.example/n']);
  });
});

test(`starts at ${new Date(START).toISOString()} in every test`, async () => {
  expect((await new Sandbox().console('/sandbox/clock')).body).toEqual({ now: '2026-11-21T10:00:00Z', frozen: true });
});

describe('the warning about an address that gets the secret key, although the shop has not named it', () => {
  const WARNING = 'Sends the secret key to';
  const named = (...notificationOrigins: string[]) =>
    new Sandbox({ shops: SANDBOX_SHOPS.map((shop) => ({ ...shop, notificationOrigins })) });

  test('is in the list and at the notification, which is delivered all the same', async () => {
    const { sandbox } = await notified();
    expect(sandbox.deliveries).toHaveLength(1);
    const id = ((await sandbox.console('/sandbox/notifications')).body as unknown as { id: string }[])[0]?.id ?? '';
    for (const path of ['/notifications', `/notifications/${id}`]) {
      expect((await sandbox.console(path)).body.text).toContain(`${WARNING} ${new URL(TO).origin},`);
    }
  });

  test.each([
    ['an origin', [new URL(TO).origin], false],
    ['an address of it', [`${new URL(TO).origin}/elsewhere`], false],
    ['another port', ['http://127.0.0.1:1'], true],
    ['an address that begins with the same text', [`${new URL(TO).origin}9`], true],
  ])('is absent when the shop named %s', async (_, origins, warned) => {
    const { sandbox } = await notified({}, named(...origins));
    expect(String((await sandbox.console('/notifications')).body.text).includes(WARNING)).toBe(warned);
  });

  test("is absent for the shop's own notification-url", async () => {
    const { sandbox } = await notified(
      {},
      new Sandbox({ shops: SANDBOX_SHOPS.map((shop) => ({ ...shop, notificationUrl: TO })) }),
    );
    expect((await sandbox.console('/notifications')).body.text).not.toContain(WARNING);
  });
});

describe('by hand', () => {
  const resend = (sandbox: Sandbox, id: string) => sandbox.console(`/sandbox/notifications/${id}/resend`, { method: 'POST' });
  const idOf = async (sandbox: Sandbox) =>
    ((await sandbox.console('/sandbox/notifications')).body as unknown as { id: string }[])[0]?.id ?? '';

  test('a notification is sent again unchanged, whatever its state', async () => {
    const { sandbox } = await notified();
    const { status, body } = await resend(sandbox, await idOf(sandbox));
    expect([status, body.state, (body.attempts as { result: unknown }[]).map(({ result }) => result)]).toEqual([
      200,
      'delivered',
      [200, 200],
    ]);
    expect(sandbox.deliveries).toHaveLength(2);
    expect(sandbox.deliveries[1]?.body).toBe(sandbox.deliveries[0]?.body);
    expect(sandbox.deliveries[1]?.headers.get('content-signature')).toBe(sandbox.deliveries[0]?.headers.get('content-signature'));
  });

  test('a waiting one that was delivered by hand is not sent again automatically', async () => {
    const sandbox = new Sandbox();
    sandbox.merchantAnswers = 500;
    await notified({}, sandbox);
    sandbox.merchantAnswers = 200;
    expect((await resend(sandbox, await idOf(sandbox))).body.state).toBe('delivered');
    await sandbox.advance(86_400);
    expect(sandbox.deliveries).toHaveLength(2);
  });

  test('a failure changes nothing but the list of attempts', async () => {
    const { sandbox } = await notified();
    sandbox.merchantAnswers = -1;
    const { body } = await resend(sandbox, await idOf(sandbox));
    expect([body.state, (body.attempts as { result: unknown }[])[1]?.result]).toEqual(['delivered', 'no answer: ECONNREFUSED']);
    await sandbox.advance(86_400);
    expect(sandbox.deliveries).toHaveLength(2);
  });

  test('one to another machine stays refused', async () => {
    const { sandbox } = await notified({ notification_url: 'https://shop.example/hook' });
    const { body } = await resend(sandbox, await idOf(sandbox));
    expect([body.state, sandbox.deliveries]).toEqual(['refused', []]);
  });

  test('takes an empty object, and refuses fields, which it would not read', async () => {
    const { sandbox } = await notified();
    const send = async (body: unknown) =>
      sandbox.console(`/sandbox/notifications/${await idOf(sandbox)}/resend`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { status, body } = await send({ url: 'http://127.0.0.1:4099/other' });
    expect([status, body.error_code, body.errors]).toEqual([
      422,
      'invalid_params',
      { url: ['is unknown: no fields are accepted here'] },
    ]);
    expect(sandbox.deliveries).toHaveLength(1);
    expect((await send({})).status).toBe(200);
  });

  test('is refused for an unknown notification, and for another site', async () => {
    const { sandbox } = await notified();
    expect((await resend(sandbox, 'none')).status).toBe(404);
    const foreign = await sandbox.console(`/sandbox/notifications/${await idOf(sandbox)}/resend`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect([foreign.status, sandbox.deliveries.length]).toEqual([403, 1]);
  });
});
