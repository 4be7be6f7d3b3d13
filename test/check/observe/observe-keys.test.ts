import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { observeKeys } from '../../../src/check/observe/observe-keys.js';
import { element, page } from '../observed-pages.js';

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

let server: Server | undefined;
afterEach(() => void server?.close());

const MADE_UP = 'Bearer bm90IGEga2V5';

/** A gateway that answers every request with a status, and one without a known key with another. @returns its address, and what it was asked. */
async function open(status: number, withoutKey = 401) {
  const asked: (readonly [url: string, credential: string | undefined, version: unknown])[] = [];
  server = createServer(({ url = '', headers }, response) => {
    asked.push([url, headers.authorization, headers['x-api-version']]);
    response
      .writeHead(
        headers.authorization === MADE_UP ? withoutKey : status,
        status === 302 ? { location: 'http://127.0.0.1:9/' } : {},
      )
      .end();
  });
  await new Promise<void>((resolve) => void server!.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
const keysOf = (publicKey: string, addresses: Readonly<Record<string, string>>) =>
  observeKeys([page({ elements: [element({ publicKey, addresses })] })], 2000);

test.each([
  [404, 'accepted', ''],
  [401, 'refused', ''],
  [500, 'unchecked', 'it answered with status 500'],
  [302, 'unchecked', 'it could not be reached from here'],
])('a gateway that answers %i: %s', async (status, state, reason) => {
  const { address, asked } = await open(status);
  const key = newKey();
  expect(await keysOf(` ${key.slice(0, 9)}\n${key.slice(9)}`, { 'checkout-url': `${address}/pay/` })).toEqual([
    { tag: 'p2p-transfer', address: `${address}/pay`, state, reason },
  ]);
  const [one, ...others] = asked;
  expect(others.map(([, credential]) => credential)).toEqual(status === 404 ? [MADE_UP] : []);
  expect(one![0]).toMatch(/^\/pay\/ctp\/api\/async\/jobs\/[\da-f-]{36}$/);
  expect(one!.slice(1)).toEqual([`Bearer ${key}`, '2']);
});

test('a server that asks for no key is no gateway', async () => {
  const { address } = await open(404, 404);
  const reason = 'what answers there asks for no key';
  expect(await keysOf(newKey(), { 'checkout-url': address })).toMatchObject([{ address, state: 'missing', reason }]);
});

test('where nothing answers there is no gateway', async () => {
  const { address } = await open(404);
  await new Promise((resolve) => server!.close(resolve));
  const reason = 'nothing answers there';
  expect(await keysOf(newKey(), { 'checkout-url': address })).toMatchObject([{ address, state: 'missing', reason }]);
});

test('a gateway that does not answer is not checked', async () => {
  expect(await keysOf(newKey(), { 'checkout-url': 'http://127.0.0.1:9' })).toMatchObject([{ state: 'unchecked' }]);
});

test('a text that is no key is unusable, and nobody is asked', async () => {
  const { address, asked } = await open(404);
  const [found] = await keysOf('MIIB', { 'confirm-url': `${address}/v2/confirm_order/prd_1/7` });
  expect(found).toMatchObject({
    address,
    state: 'unusable',
    reason: expect.stringContaining('public key in bare base64') as unknown,
  });
  expect(asked).toEqual([]);
});

test('elements with one key and gateway are one question; without an address or a key there is none', async () => {
  const { address, asked } = await open(404);
  const publicKey = newKey();
  const same = element({ publicKey, addresses: { 'checkout-url': address } });
  const others = [
    element({ publicKey, addresses: {} }),
    element({ publicKey: undefined, addresses: { 'checkout-url': address } }),
  ];
  const odd = element({ publicKey, addresses: { 'checkout-url': 'file:///etc/hostname' } });
  expect(await observeKeys([page({ elements: [same, { ...same }, ...others, odd] })], 2000)).toHaveLength(1);
  expect(asked).toHaveLength(2);
});
