import { describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox } from '../sandbox.js';
import { switchOn, faulty, listed, check } from './faulty-sandbox.js';

describe('an active fault', () => {
  test('shows its settings, and the defaults of the others', async () => {
    const sandbox = new Sandbox();
    const { status, body } = await switchOn(sandbox, {
      kind: 'rate_limited',
      endpoint: '/ctp/api/async/p2p',
      requests: 2,
      retry_after: 7,
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        kind: 'rate_limited',
        endpoints: ['p2pAsync'],
        requests_left: 2,
        requests_met: 0,
        probability: 1,
        seed: 1,
        retry_after: 7,
      },
    ]);
    expect(await listed(sandbox)).toEqual([body]);
  });

  test.each([
    ['p2pAsync', ['p2pAsync']],
    ['POST /ctp/api/async/p2p', ['p2pAsync']],
    ['/products', ['createProduct', 'listProducts']],
    ['GET /products', ['listProducts']],
    ['/v2/confirm_order', ['getOrder', 'confirmOrder']],
    ['POST /v2/confirm_order/{id}/{shop_id}', ['confirmOrder']],
    ['/v2/confirm_order/prd_7/1001', ['getOrder', 'confirmOrder']],
    ['POST /v2/confirm_order', ['confirmOrder']],
    ['/transactions/p2ps', ['p2ps']],
    ['/products/prd_7', ['getProduct', 'updateProduct']],
    ['all', 'all'],
    [undefined, 'all'],
  ])('goes to the endpoint called %j', async (endpoint, endpoints) => {
    expect((await switchOn(new Sandbox(), { kind: 'html', endpoint })).body.endpoints).toEqual(endpoints);
  });

  test('is gone once it has affected all its requests', async () => {
    const sandbox = await faulty({ kind: 'server_error', requests: 2 });
    expect([
      (await check(sandbox)).status,
      (await listed(sandbox))[0]?.requests_left,
      (await listed(sandbox))[0]?.requests_met,
    ]).toEqual([500, 1, 1]);
    expect([(await check(sandbox)).status, await listed(sandbox)]).toEqual([500, []]);
    expect((await check(sandbox)).status).toBe(200);
  });

  test('of one endpoint leaves the others alone, and pages too', async () => {
    const sandbox = await faulty({ kind: 'server_error', endpoint: 'p2ps' });
    expect((await check(sandbox)).status).toBe(200);
    expect((await sandbox.fetch('/receipts/none')).status).toBe(404);
    expect((await sandbox.post('/transactions/p2ps', plainTransfer())).status).toBe(500);
  });

  test('is switched off alone, or with all others', async () => {
    const sandbox = await faulty({ kind: 'html' }, { kind: 'slow' }, { kind: 'job_lost' });
    const off = (path: string) => sandbox.console(path, { method: 'DELETE' });
    const { id } = (await listed(sandbox))[1] ?? {};
    expect((await off(`/sandbox/faults/${String(id)}`)).status).toBe(204);
    expect((await listed(sandbox)).map(({ kind }) => kind)).toEqual(['html', 'job_lost']);
    expect((await off(`/sandbox/faults/${String(id)}`)).status).toBe(404);
    expect([(await off('/sandbox/faults')).status, await listed(sandbox)]).toEqual([204, []]);
  });

  test('with a probability meets the same requests again for the same seed, and others for another', async () => {
    const run = async (seed: number) => {
      const sandbox = await faulty({ kind: 'server_error', probability: 0.5, seed });
      let row = '';
      for (let request = 0; request < 40; request += 1) row += (await check(sandbox)).status === 500 ? 'x' : '.';
      return row;
    };
    const [first, again, other] = [await run(7), await run(7), await run(8)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    const met = first.replaceAll('.', '').length;
    expect(met).toBeGreaterThan(8);
    expect(met).toBeLessThan(32);
  });

  test.each<[string, unknown, Record<string, unknown>]>([
    ['no kind', {}, { kind: ["can't be blank"] }],
    ['another kind', { kind: 'fire' }, { kind: [expect.stringMatching(/^must be one of slow, server_error, /)] }],
    [
      'another endpoint',
      { kind: 'html', endpoint: '/nowhere' },
      {
        endpoint: [
          expect.stringMatching(
            /^must be all, one of p2pRestrictions, .*confirmOrder, or one of their paths: \/p2p-restrictions, .*\/v2\/confirm_order\/\{id\}\/\{shop_id\}$/,
          ),
        ],
      },
    ],
    [
      'a method that the path does not have',
      { kind: 'html', endpoint: 'PUT /plans' },
      { endpoint: [expect.stringMatching(/^must be all, /)] },
    ],
    [
      'a job fault where there is no job',
      { kind: 'job_lost', endpoint: 'p2ps' },
      { endpoint: ['does not go with job_lost, which happens at verifyP2pAsync, p2pAsync, confirmOrder only'] },
    ],
    [
      'a delivery at an endpoint',
      { kind: 'notification_down', endpoint: 'p2ps' },
      { endpoint: ['does not go with notification_down, which happens at no endpoint'] },
    ],
    ['a setting of another kind', { kind: 'html', retry_after: 3 }, { retry_after: ['does not go with html'] }],
    [
      'an unknown setting',
      { kind: 'html', colour: 'red' },
      {
        colour: [
          'is unknown: the fields are kind, endpoint, requests, probability, seed, delay_ms, status, retry_after, committed',
        ],
      },
    ],
    ['no object', [], { base: ['the body must be a JSON object'] }],
    [
      'everything wrong at once',
      { kind: 'slow', endpoint: 'x', requests: 0, probability: 2, seed: 1.5, delay_ms: 'long' },
      {
        endpoint: [expect.any(String)],
        requests: ['must be from 1 to 1000000'],
        probability: ['must be above 0 and at most 1'],
        seed: ['must be an integer'],
        delay_ms: ['must be an integer'],
      },
    ],
  ])('is refused with %s, every problem named', async (_, fault, errors) => {
    const sandbox = new Sandbox();
    const { status, body } = await switchOn(sandbox, fault);
    expect([status, body.error_code, body.errors]).toEqual([422, 'invalid_params', errors]);
    expect(await listed(sandbox)).toEqual([]);
  });

  test.each(['GET', 'POST', 'DELETE'])('is out of reach of other sites: %s', async (method) => {
    const { status } = await (
      await faulty({ kind: 'html' })
    ).console('/sandbox/faults', {
      method,
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{"kind":"html"}' }),
    });
    expect(status).toBe(403);
  });
});
