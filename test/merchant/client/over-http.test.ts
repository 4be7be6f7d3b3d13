import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import { MerchantClient, type MerchantClientOptions, type NewTransfer } from '../../../src/merchant/index.js';
import { plainTransfer, Sandbox } from '../../gateway/sandbox.js';
import { listen, unservedAddress } from '../listen.js';
import { failureOf } from './open-client.js';

const clientOf = (url: string, options: Partial<MerchantClientOptions> = {}): MerchantClient =>
  new MerchantClient({ shopId: '1002', secretKey: 'sk', gatewayUrl: url, baseUrl: url, retries: 0, ...options });

const TRANSFER = plainTransfer({ tracking_id: 'order-1' }) as unknown as NewTransfer;

test('every method works over HTTP with the platform’s own fetch', async () => {
  const sandbox = new Sandbox();
  const { shop_id, secret_key } = await sandbox.shop('plain');
  const forward = getRequestListener(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    // The sandbox answers only to its own host name, and this server has another one.
    headers.delete('host');
    const body = request.method === 'GET' ? null : await request.text();
    return sandbox.fetch(pathname + search, { method: request.method, headers, body });
  });
  const url = await listen((request, response) => void forward(request, response));
  const client = new MerchantClient({ shopId: String(shop_id), secretKey: secret_key, gatewayUrl: url, baseUrl: url });

  const { amount, currency, credit_card: source, recipient_card: recipient } = TRANSFER;
  const checked = await client.checkTransfer({
    amount,
    currency,
    credit_card: { number: source?.number },
    recipient_card: recipient,
  });
  expect(checked.status).toBe('successful');
  const { uid } = await client.createTransfer(TRANSFER);
  expect((await client.getTransaction(uid)).status).toBe('successful');
  expect(await client.findTransactions('order-1')).toHaveLength(1);

  const product = await client.createProduct({
    name: 'Tea',
    description: 'Tea',
    currency: 'USD',
    amount: 100,
    infinite: true,
    immortal: true,
    language: 'en',
  });
  await client.updateProduct(product.id, { amount: 200 });
  expect((await client.getProduct(product.id)).amount).toBe(200);
  expect(await client.listProducts()).toHaveLength(1);

  const plan = await client.createPlan({
    title: 'Tea',
    currency: 'USD',
    plan: { amount: 100, interval: 1, interval_unit: 'month' },
  });
  expect(await client.getPlan(plan.id)).toEqual(plan);
  expect(await client.listPlans()).toHaveLength(1);

  const customer = await client.createCustomer({ email: 'ann@shop.example', ip: '192.0.2.7' });
  expect(await client.getCustomer(customer.id)).toEqual(customer);
  expect(await client.listCustomers()).toHaveLength(1);
});

test.each<[string, RequestListener, string]>([
  ['closes the connection before it answers', ({ socket }) => void socket.destroy(), 'network_unreachable'],
  [
    'closes the connection in the middle of its answer',
    ({ socket }, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"transaction":', () => socket.destroy());
    },
    'network_unreachable',
  ],
  ['does not answer', () => undefined, 'network_timeout'],
  ['never ends its answer', (_, response) => void response.writeHead(200).write('{'), 'network_timeout'],
  [
    'redirects',
    (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:4099/' }).end(),
    'answer_off_contract',
  ],
  [
    'is not a gateway',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
    'answer_off_contract',
  ],
])(
  'a server that %s is recognized; a transfer sent to it has an unknown outcome, and was sent once',
  async (_, listener, code) => {
    let asked = 0;
    const url = await listen((request, response) => {
      asked += 1;
      listener(request, response);
    });
    const client = clientOf(url, code === 'network_timeout' ? { timeout: 300 } : {});
    expect(await failureOf(client.getTransaction('u-1'))).toMatchObject({ code });
    asked = 0;
    expect(await failureOf(client.createTransfer(TRANSFER))).toMatchObject({ code: 'outcome_unknown', cause: { code } });
    expect(asked).toBe(1);
  },
);

test('a redirect does not pass on the secret key', async () => {
  const seen: unknown[] = [];
  const elsewhere = await listen(({ headers }, response) => {
    seen.push(headers.authorization);
    response.end('{}');
  });
  const url = await listen((_, response) => void response.writeHead(302, { location: elsewhere }).end());
  await failureOf(clientOf(url).listProducts());
  expect(seen).toEqual([]);
});

test('the error for a missing server contains the platform’s reason', async () => {
  const error = await failureOf(clientOf(await unservedAddress()).listProducts());
  expect(error).toMatchObject({ code: 'network_unreachable', party: 'network' });
  expect((error as Error).message).toContain('(ECONNREFUSED)');
});

describe('where no server listens', () => {
  test.each<[string, (client: MerchantClient) => Promise<unknown>]>([
    ['a transfer', (client) => client.createTransfer(TRANSFER)],
    [
      'a new product',
      (client) =>
        client.createProduct({ name: 'Tea', description: 'Tea', currency: 'USD', amount: 1, infinite: true, immortal: true }),
    ],
    [
      'a new plan',
      (client) => client.createPlan({ title: 'x', currency: 'USD', plan: { amount: 1, interval: 1, interval_unit: 'day' } }),
    ],
    ['a new customer', (client) => client.createCustomer({ email: 'a@b.example', ip: '192.0.2.1' })],
  ])('%s was certainly not sent, and the error says so', async (_, call) => {
    const error = await failureOf(call(clientOf(await unservedAddress())));
    expect(error).toMatchObject({ code: 'network_unreachable', party: 'network' });
    expect((error as Error).message).toMatch(/\(ECONNREFUSED\), so nothing was sent/);
  });

  test('a name with several addresses proves it only when none can be reached', async () => {
    const url = (await unservedAddress()).replace('127.0.0.1', 'localhost');
    expect(await failureOf(clientOf(url).createTransfer(TRANSFER))).toMatchObject({ code: 'network_unreachable' });
  });

  test('a PUT is still unknown: a proxy may have repeated it, and an earlier copy may have arrived', async () => {
    const error = await failureOf(clientOf(await unservedAddress()).updateProduct('prd_1', { amount: 1 }));
    expect(error).toMatchObject({ code: 'outcome_unknown', cause: { code: 'network_unreachable' } });
  });

  test('the merchant’s own fetch proves nothing: it may have tried before', async () => {
    const url = await unservedAddress();
    let tries = 0;
    const repeating: typeof fetch = async (input, init) => {
      tries += 1;
      return fetch(input, init).catch(() => fetch(input, init));
    };
    const error = await failureOf(clientOf(url, { fetch: repeating }).createTransfer(TRANSFER));
    expect(error).toMatchObject({ code: 'outcome_unknown', cause: { code: 'network_unreachable' } });
    expect(tries).toBe(1);
  });
});
