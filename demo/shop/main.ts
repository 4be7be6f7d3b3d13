import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { MerchantClient } from '../../src/merchant/index.js';
import { openCatalogue } from './gateway/catalogue.js';
import { readAccount, readTestCards } from './gateway/sandbox-account.js';
import { listen } from './http/listen.js';
import { createShop } from './shop.js';

// Standard output has one line for the program that started the shop; messages for people go to standard error.
const log = (line: string): void => console.error(`shop: ${line}`);

const FLAGS = {
  port: { type: 'string', default: '4020' },
  host: { type: 'string', default: '127.0.0.1' },
  'gateway-url': { type: 'string', default: 'http://127.0.0.1:4010' },
  'checkout-url': { type: 'string', default: 'http://127.0.0.1:4010' },
  'base-url': { type: 'string', default: 'http://127.0.0.1:4010' },
  'console-url': { type: 'string', default: 'http://127.0.0.1:4011' },
  // The address for browsers and the gateway, if it differs from the one that the shop listens on.
  'shop-url': { type: 'string' },
  // How the elements show the bank's page, as in their attribute.
  challenge: { type: 'string', default: 'auto' },
  // PEM files: serves https. To trust a gateway's own certificate, set NODE_EXTRA_CA_CERTS.
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
} as const;

const STARTS_TRIED = 20;

/** Retries for five seconds, because the sandbox may be starting at the same time. */
async function whenReady<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tried >= STARTS_TRIED) throw error;
      await wait(250);
    }
  }
}

const portOf = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new TypeError(`--port: expected a number from 0 to 65535, not ${text}.`);
};
const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

// Only names from the shop's own table, never from a request.
const browserScript = (name: string): Promise<string | undefined> =>
  readFile(new URL(`./assets/${name}`, import.meta.url), 'utf8').catch(() => undefined);

async function serverFor(listener: RequestListener, certificate?: string, key?: string): Promise<Server> {
  if (certificate === undefined && key === undefined) return createServer(listener);
  if (certificate === undefined || key === undefined) throw new TypeError('--tls-cert and --tls-key must be given together.');
  return createSecureServer({ cert: await readFile(certificate), key: await readFile(key) }, listener);
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: FLAGS });
  const consoleUrl = withoutSlash(values['console-url']);
  const port = portOf(values.port);
  const account = await whenReady(() => readAccount(consoleUrl, fetch)).catch((cause: unknown) => {
    throw new Error(`No sandbox at ${consoleUrl}. Start it first, or set its address with --console-url.`, { cause });
  });
  const cards = await readTestCards(consoleUrl, fetch).catch((error: Error) => {
    log(`no test cards: ${error.message}`);
    return [];
  });

  // The shop needs its address, and so its port, which is known once the server listens.
  let shop: Pick<Hono, 'fetch'> | undefined;
  const answer = getRequestListener(
    (request, connection) => shop?.fetch(request, connection) ?? new Response('The shop is starting.', { status: 503 }),
  );
  const server = await serverFor((request, response) => void answer(request, response), values['tls-cert'], values['tls-key']);
  const bound = await listen(server, { host: values.host, port, log });
  const name = /^(0\.0\.0\.0|::)$/.test(values.host) ? '127.0.0.1' : values.host;
  const scheme = values['tls-cert'] === undefined ? 'http' : 'https';
  const own = `${scheme}://${name.includes(':') ? `[${name}]` : name}:${bound}`;
  const shopUrl = withoutSlash(values['shop-url'] ?? own);
  const client = new MerchantClient({
    shopId: account.shopId,
    secretKey: account.secretKey,
    gatewayUrl: withoutSlash(values['gateway-url']),
    baseUrl: withoutSlash(values['base-url']),
  });
  shop = createShop({
    account,
    client,
    catalogue: await openCatalogue(client, true, shopUrl),
    checkoutUrl: withoutSlash(values['checkout-url']),
    baseUrl: withoutSlash(values['base-url']),
    shopUrl,
    challenge: values.challenge,
    cards,
    browserScript,
    log,
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeAllConnections();
    });
  }
  console.log(JSON.stringify({ shop_url: shopUrl }));
}

start().catch((error: unknown) => {
  const { message, cause } = error as Error;
  log(cause instanceof Error ? `${message} (${cause.message})` : message);
  process.exit(1);
});
