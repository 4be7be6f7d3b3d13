import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { beforeAll, expect, inject, test } from 'vitest';
import { makeShop, notificationFor } from '../merchant/notification/notification.js';

/** The merchant's entry with all its dependencies, as one script that puts its exports into `merchant`. */
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

/** A Request like that of some edge workers: it throws on every option that they don't support. */
class EdgeRequest extends Request {
  constructor(url: string, init: RequestInit = {}) {
    for (const option of ['cache', 'mode', 'credentials', 'referrerPolicy'] as const) {
      if (init[option] !== undefined) throw new TypeError(`The '${option}' field is not implemented.`);
    }
    if (init.redirect === 'error') throw new TypeError('Invalid redirect value.');
    super(url, init);
  }
}

/** What every server platform has: no process, no Buffer, no require, no page. */
const webStandards = () => ({
  AbortController,
  AbortSignal,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  Uint8Array,
  atob,
  btoa,
  clearTimeout,
  crypto,
  setTimeout,
  Request: EdgeRequest,
});

/** Runs an expression with only the script and the web standards. */
function onTheEdge(expression: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  const context = createContext({ ...webStandards(), ...more });
  return runInContext(`${script}\n;${expression}`, context);
}

const OPTIONS = "{ shopId: '361', secretKey: 'sk', gatewayUrl: 'https://gateway.example', baseUrl: 'https://api.example' }";

test('the entry imports no Node module', () => {
  expect(script).toContain('MerchantClient');
  expect(script).not.toMatch(/\bnode:|\brequire\(/);
  const own = readFileSync(join(inject('packed').folder, 'dist/merchant.js'), 'utf8');
  expect(own).not.toMatch(/\bprocess\b|\bBuffer\b|\bnode:/);
});

test('a client works with only the web standards', async () => {
  const sent: Request[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    // A worker's fetch creates a Request from its arguments, so it refuses the same options.
    sent.push(new EdgeRequest(url, init));
    return Promise.resolve(Response.json([{ id: 'prd_1', name: 'Tea', currency: 'USD', amount: 1 }]));
  };
  const products = await onTheEdge(`new merchant.MerchantClient(${OPTIONS}).listProducts()`, { fetch });
  expect(products).toMatchObject([{ id: 'prd_1', amount: 1 }]);
  expect(sent[0]?.headers.get('authorization')).toBe('Basic MzYxOnNr');
});

test('a notification is verified with only the web standards', async () => {
  const shop = makeShop();
  const notification = await onTheEdge('merchant.verifyNotification(notification, shop)', {
    notification: notificationFor(shop),
    shop: { publicKey: shop.publicKey, shopId: shop.shopId, secretKey: shop.secretKey },
  });
  expect(notification).toMatchObject({ kind: 'transaction', transaction: { uid: '4107-310b0da80b' } });
});

test('a client refuses to run where there is a document', () => {
  expect(() => onTheEdge(`new merchant.MerchantClient(${OPTIONS})`, { document: {} })).toThrow(
    /Expected a server; this is a page/,
  );
});
