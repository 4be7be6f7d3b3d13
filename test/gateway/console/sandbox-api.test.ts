import { createHash, createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox } from '../sandbox.js';

describe('shops', () => {
  test('there is one of each kind, with everything a merchant pastes', async () => {
    const { status, body } = await new Sandbox().console('/sandbox/shops');
    expect(status).toBe(200);
    expect(body).toEqual([
      { shop_id: 1001, secret_key: expect.any(String), public_key: expect.any(String), pci_certified: false },
      { shop_id: 1002, secret_key: expect.any(String), public_key: expect.any(String), pci_certified: true },
    ]);
  });

  test('public keys are RSA-2048 in bare base64, and never change', async () => {
    const { body } = await new Sandbox().console('/sandbox/shops');
    const keys = (body as unknown as { public_key: string }[]).map((shop) => shop.public_key);
    for (const key of keys) {
      expect(key).toMatch(/^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A[A-Za-z0-9+/]+={0,2}$/);
      expect(key).toHaveLength(392);
      const { asymmetricKeyDetails } = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      expect(asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n });
    }
    expect(createHash('sha256').update(keys.join()).digest('hex').slice(0, 16)).toBe('8846d72bd293c584');
  });
});

describe('cards', () => {
  test('lists the test cards with what they do, all of them valid', async () => {
    const { body } = await new Sandbox().console('/sandbox/cards');
    const cards = body as unknown as { number: string; label: string; as: string }[];
    expect(cards.length).toBeGreaterThan(30);
    expect(cards).toContainEqual({ number: '4200000000000000', label: 'Successful, no 3-D Secure', as: 'source' });
    expect(new Set(cards.map(({ number }) => number)).size).toBe(cards.length);
    for (const { number } of cards) {
      const sum = number
        .split('')
        .toReversed()
        .map((digit, index) => Number(digit) * (index % 2 ? 2 : 1))
        .map((n) => (n > 9 ? n - 9 : n));
      expect([number, sum.reduce((a, b) => a + b) % 10]).toEqual([number, 0]);
    }
  });
});

describe('clock', () => {
  test('is moved by seconds, fractions too, and never back', async () => {
    const sandbox = new Sandbox();
    expect((await sandbox.setClock({ advance_seconds: 90.5 })).body).toEqual({ now: '2026-11-21T10:01:30Z', frozen: true });
    const { status, body } = await sandbox.setClock({ advance_seconds: -1 });
    expect([status, body.errors]).toEqual([422, { advance_seconds: ['must not be negative'] }]);
    expect((await sandbox.console('/sandbox/clock')).body.now).toBe('2026-11-21T10:01:30Z');
  });

  test.each([
    [{ advance_seconds: '5' }, { advance_seconds: ['must be a number'] }],
    [{ advance_seconds: 1e12 }, { advance_seconds: ['is more than ten years'] }],
    [{ frozen: 'yes' }, { frozen: ['must be true or false'] }],
    [[], { base: ['the body must be a JSON object'] }],
    [{ advance: 60 }, { advance: ['is unknown: the fields are advance_seconds, frozen'] }],
    [
      { advance_seconds: -1, Frozen: true },
      { advance_seconds: ['must not be negative'], Frozen: ['is unknown: the fields are advance_seconds, frozen'] },
    ],
  ])('%j is refused', async (change, errors) => {
    const { status, body } = await new Sandbox().setClock(change);
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test('is not moved by a request with an unknown field', async () => {
    const sandbox = new Sandbox();
    expect((await sandbox.setClock({ advance_seconds: 60, until: '2027-01-01' })).status).toBe(422);
    expect((await sandbox.console('/sandbox/clock')).body.now).toBe('2026-11-21T10:00:00Z');
  });

  test('is frozen and released', async () => {
    const sandbox = new Sandbox();
    expect((await sandbox.setClock({ frozen: false })).body.frozen).toBe(false);
    expect((await sandbox.setClock({ frozen: true })).body.frozen).toBe(true);
  });
});

describe('the sandbox’s history', () => {
  test('is listed for all shops, newest first, with jobs and notifications', async () => {
    const sandbox = new Sandbox();
    const transaction = await sandbox.transfer({ notification_url: 'http://127.0.0.1:4099/' });
    const { body: job } = await sandbox.post('/ctp/api/async/p2p', plainTransfer({ amount: 5 }));
    await sandbox.advance(0);
    const list = async (name: string) => (await sandbox.console(`/sandbox/${name}`)).body as unknown as Record<string, unknown>[];
    const transactions = await list('transactions');
    expect(transactions[1]).toEqual({ shop_id: 1002, transaction });
    expect(transactions[0]).toMatchObject({ shop_id: 1002, transaction: { amount: 5, status: 'pending' } });
    expect(await list('jobs')).toEqual([
      {
        shop_id: 1002,
        job_id: job.job_id,
        of: 'transaction',
        state: 'new',
        uid: expect.any(String),
        created_at: '2026-11-21T10:00:00Z',
        due_at: '2026-11-21T10:00:00Z',
      },
    ]);
    expect(await list('notifications')).toMatchObject([
      { uid: transaction.uid, state: 'delivered', attempts: [{ result: 200 }] },
    ]);
  });

  test('has each request with its endpoint, its shop and its refusal, as far as they are known', async () => {
    const sandbox = new Sandbox();
    await sandbox.post('/ctp/api/async/p2p', plainTransfer());
    await sandbox.post('/ctp/api/async/p2p', plainTransfer({ amount: 'x' }));
    await sandbox.ask('/nowhere');
    const { body } = await sandbox.console('/sandbox/requests');
    expect(body).toMatchObject([
      { path: '/nowhere', status: 404, endpoint: null, shop_id: null },
      { status: 422, endpoint: 'p2pAsync', shop_id: 1002, refusal: 'invalid_params: Amount must be an integer' },
      { status: 200, endpoint: 'p2pAsync', shop_id: 1002, refusal: null, at: '2026-11-21T10:00:00Z' },
    ]);
  });

  test('has its script from the built files', async () => {
    const assets = async (name: string) => (name === 'console.js' ? Buffer.from('1') : undefined);
    expect((await new Sandbox({ assets }).console('/console.js')).body.text).toBe('1');
    expect((await new Sandbox().console('/console.js')).status).toBe(404);
  });
});

describe('access', () => {
  const ADDRESSES = [
    ['/sandbox/shops'],
    ['/sandbox/cards'],
    ['/sandbox/clock'],
    ['/sandbox/requests'],
    ['/sandbox/emails'],
    ['/'],
    ['/transactions'],
    ['/keys'],
  ];

  test.each(ADDRESSES)('%s is refused to pages of other origins and has no CORS', async (path) => {
    const sandbox = new Sandbox();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:4010' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const answer = await sandbox.console(path, { headers });
      expect([answer.status, answer.body.error_code]).toEqual([403, 'foreign_origin']);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('its own pages and programs are answered', async () => {
    const sandbox = new Sandbox();
    for (const headers of [
      {},
      { origin: 'http://127.0.0.1:4011', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[]) {
      expect((await sandbox.console('/sandbox/shops', { headers })).status).toBe(200);
    }
  });

  test('over https its own origin is https, under each of its names', async () => {
    const console = 'https://127.0.0.1:4011';
    const sandbox = new Sandbox({ urls: { gateway: console, checkout: console, base: console, console } });
    const from = async (origin: string) =>
      (await sandbox.console('/sandbox/shops', { headers: { origin, host: 'localhost:4011' } })).status;
    expect([await from(console), await from('https://localhost:4011'), await from('http://localhost:4011')]).toEqual([
      200, 200, 403,
    ]);
  });

  test('a link on another site may open a page, but change nothing', async () => {
    const sandbox = new Sandbox();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await sandbox.console('/', { headers })).status).toBe(200);
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{"advance_seconds":60}' };
    expect((await sandbox.console('/sandbox/clock', post)).status).toBe(403);
  });

  test('a host name that is not this machine’s is refused, even with an origin of the same name', async () => {
    const { status } = await new Sandbox().console('/sandbox/shops', {
      headers: { host: 'evil.example:4011', origin: 'http://evil.example:4011' },
    });
    expect(status).toBe(421);
  });

  test('a foreign page cannot move the clock', async () => {
    const sandbox = new Sandbox();
    const { status } = await sandbox.console('/sandbox/clock', {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{"advance_seconds":60}',
    });
    expect([status, (await sandbox.console('/sandbox/clock')).body.now]).toEqual([403, '2026-11-21T10:00:00Z']);
  });

  test('a form cannot move the clock', async () => {
    const { status } = await new Sandbox().console('/sandbox/clock', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"advance_seconds":60}',
    });
    expect(status).toBe(415);
  });

  test('the API has no console addresses', async () => {
    expect((await new Sandbox().ask('/sandbox/shops')).status).toBe(404);
  });
});
