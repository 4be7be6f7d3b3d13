import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { beforeAll, expect, inject, test } from 'vitest';
import { makeShop, notificationFor } from '../merchant/notification/notification.js';

/** The merchant's entry with everything it needs, as one script that leaves its exports in `merchant`. */
let script: string;
beforeAll(async () => {
  const { consumer } = inject('packed');
  const entry = join(consumer, 'server.mjs');
  writeFileSync(entry, "export { MerchantClient, createStatusHandler, verifyNotification } from 'checkout-elements/merchant';\n");
  const result = await build({
    root: consumer,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'merchant', fileName: 'server' } },
  });
  const [output] = Array.isArray(result) ? result : [];
  script = output?.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n') ?? '';
});

/** A platform's Request that knows no more than some edge workers do, and throws at the rest as they do. */
class EdgeRequest extends Request {
  constructor(url: string, init: RequestInit = {}) {
    for (const option of ['cache', 'mode', 'credentials', 'referrerPolicy'] as const) {
      if (init[option] !== undefined) throw new TypeError(`The '${option}' field is not implemented.`);
    }
    if (init.redirect === 'error') throw new TypeError('Invalid redirect value.');
    super(url, init);
  }
}

/** What every platform for servers has: no process, no Buffer, no require, no page. */
const webStandards = () => ({
  AbortController, AbortSignal, Headers, Response, TextDecoder, TextEncoder, URL, URLSearchParams, Uint8Array,
  atob, btoa, clearTimeout, crypto, setTimeout,
  Request: EdgeRequest,
});

/** Runs an expression where there is nothing but the script and the standards of the web. */
function onTheEdge(expression: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  const context = createContext({ ...webStandards(), ...more });
  return runInContext(`${script}\n;${expression}`, context);
}

const OPTIONS = "{ shopId: '361', secretKey: 'sk', gatewayUrl: 'https://gateway.example', baseUrl: 'https://api.example' }";

test('the entry names no module of Node’s', () => {
  expect(script).toContain('MerchantClient');
  expect(script).not.toMatch(/\bnode:|\brequire\(/);
  const own = readFileSync(join(inject('packed').folder, 'dist/merchant.js'), 'utf8');
  expect(own).not.toMatch(/\bprocess\b|\bBuffer\b|\bnode:/);
});

test('a client works where there is nothing but the standards of the web', async () => {
  const sent: Request[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    // A worker's fetch makes a Request of what it is given, and so refuses what that refuses.
    sent.push(new EdgeRequest(url, init));
    return Promise.resolve(Response.json([{ id: 'prd_1', name: 'Tea', currency: 'USD', amount: 1 }]));
  };
  const products = await onTheEdge(`new merchant.MerchantClient(${OPTIONS}).listProducts()`, { fetch });
  expect(products).toMatchObject([{ id: 'prd_1', amount: 1 }]);
  expect(sent[0]?.headers.get('authorization')).toBe('Basic MzYxOnNr');
});

test('a notification is verified where there is nothing but the standards of the web', async () => {
  const shop = makeShop();
  const told = await onTheEdge('merchant.verifyNotification(notification, shop)', {
    notification: notificationFor(shop),
    shop: { publicKey: shop.publicKey, shopId: shop.shopId, secretKey: shop.secretKey },
  });
  expect(told).toMatchObject({ kind: 'transaction', transaction: { uid: '4107-310b0da80b' } });
});

test('a client is refused where there is a document', () => {
  expect(() => onTheEdge(`new merchant.MerchantClient(${OPTIONS})`, { document: {} })).toThrow(/Expected a server; this is a page/);
});
