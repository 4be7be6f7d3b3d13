import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Activity } from '../time/activity.js';
import type { Exchange } from './exchange.js';
import { Network } from './network.js';
import { Proxy } from './proxy.js';
import { Upstream } from './upstream.js';

// A gateway that counts what reaches it.
const reached: string[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    reached.push(Buffer.concat(parts).toString());
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('retry-after', '3');
    response.end('taken');
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const activity = new Activity();
const proxy = new Proxy(new Upstream(() => (server.address() as AddressInfo).port, activity), activity);
await proxy.open();
afterAll(async () => {
  await proxy.shut();
  server.closeAllConnections();
  server.close();
});

type Step = (exchange: Exchange) => Promise<void>;
let steps: Step[] = [];
const copies: string[] = [];
beforeEach(() => {
  reached.length = 0;
  copies.length = 0;
  steps = [];
  proxy.handle = (exchange) => (steps.shift() ?? ((each: Exchange) => each.pass()))(exchange);
});

const network = (kind: 'browser' | 'server' = 'browser') =>
  new Network(kind, activity, { resending: ({ body }) => void copies.push(body ?? '') });
const post = async (from: Network, body: string, init: RequestInit = {}): Promise<string> => {
  const response = await from.fetch(proxy.address, { method: 'POST', headers: {}, body, ...init });
  return response.text();
};
const reset: Step = async (exchange) => exchange.reset();
const commitThenReset: Step = async (exchange) => {
  await exchange.deliver();
  exchange.reset();
};
const commitThenClose: Step = async (exchange) => {
  await exchange.deliver();
  exchange.close();
};

describe('a POST that dies before any byte of its answer', () => {
  test.each([
    ['reset', commitThenReset],
    ['closed', commitThenClose],
  ] as const)('leaves twice by one fetch when a used connection is %s after the commit', async (_, step) => {
    const browser = network();
    await post(browser, 'first');
    steps = [step];
    expect(await post(browser, 'pay')).toBe('taken');
    expect(reached).toEqual(['first', 'pay', 'pay']);
    expect(copies).toEqual(['pay']);
  });

  test('fails on a new connection, and is sent once', async () => {
    steps = [commitThenReset];
    await expect(post(network(), 'pay')).rejects.toThrow('Failed to fetch');
    expect(reached).toEqual(['pay']);
  });

  test('is sent again only by a browser', async () => {
    const program = network('server');
    await post(program, 'first');
    steps = [reset];
    await expect(post(program, 'pay')).rejects.toThrow();
    expect(reached).toEqual(['first']);
  });
});

test('a request whose answer breaks off is not sent again', async () => {
  const browser = network();
  await post(browser, 'first');
  steps = [
    async (exchange) => {
      await exchange.deliver();
      exchange.write('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 50\r\n\r\nhalf');
      exchange.close();
    },
  ];
  await expect(post(browser, 'pay')).rejects.toThrow();
  expect([reached, copies]).toEqual([['first', 'pay'], []]);
});

test('a refused connection fails', async () => {
  await proxy.shut();
  await expect(post(network(), 'pay')).rejects.toThrow('Failed to fetch');
  await proxy.open();
  expect(await post(network(), 'pay')).toBe('taken');
});

test('a page reads no answer without CORS, and no header that is not exposed', async () => {
  const bare: Step = async (exchange) => exchange.answer({ first: 'HTTP/1.1 503 Busy', headers: [], body: Buffer.from('no') });
  steps = [bare, bare];
  await expect(post(network(), 'pay')).rejects.toThrow('Failed to fetch');
  expect(await post(network('server'), 'pay')).toBe('no');
  const { headers } = await network().fetch(proxy.address, { method: 'POST', headers: {}, body: 'pay' });
  expect(headers.get('retry-after')).toBeNull();
});

test('a redirect is an error', async () => {
  steps = [
    async (exchange) =>
      exchange.answer({
        first: 'HTTP/1.1 302 Found',
        headers: [
          ['location', '/'],
          ['access-control-allow-origin', '*'],
        ],
        body: Buffer.alloc(0),
      }),
  ];
  await expect(post(network(), 'pay', { redirect: 'error' })).rejects.toThrow('Failed to fetch');
});

test('an abort ends the request with its reason', async () => {
  const controller = new AbortController();
  steps = [async () => controller.abort(new Error('enough'))];
  await expect(post(network(), 'pay', { signal: controller.signal })).rejects.toThrow('enough');
});

test('without a network nothing is sent, and requests under way end', async () => {
  const browser = network();
  steps = [async () => void (browser.offline = true)];
  await expect(post(browser, 'pay')).rejects.toThrow('Failed to fetch');
  await expect(post(browser, 'pay')).rejects.toThrow('Failed to fetch');
  expect(reached).toEqual([]);
});
