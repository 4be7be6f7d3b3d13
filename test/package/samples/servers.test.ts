import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { root } from '../../../build/install.mjs';
import { freePort } from '../../../demo/start/network/network.mjs';
import { freshCard } from '../../../demo/sandbox/start.js';
import { startServer } from '../../../demo/start/process/server.mjs';
import { MerchantClient } from '../../../src/merchant/index.js';
import { compileSamples, runBlock } from './sample-files.js';

// Each server of the documentation, against the sandbox, by HTTP: an order is opened, paid, notified and asked about.

const SHARED = ['store.ts', 'session.ts', 'notifications.ts', 'page-handlers.ts'];
/** Calls the route handlers of Next's sample as Next does: by the path of their folder and by method. */
const AS_NEXT = `
const { createServer } = require('node:http');
const { toNode } = require('checkout-elements/merchant');
const answer = (request) => require('./app' + new URL(request.url).pathname + '/route.js')[request.method](request);
createServer(toNode(answer)).listen(Number(new URL(process.env.SHOP_URL).port));
`;

let gateway: Awaited<ReturnType<typeof startServer>>;
let shop: { readonly shop_id: number; readonly public_key: string; readonly secret_key: string };
let folder: string;
beforeAll(async () => {
  gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  const shops = (await (await fetch(`${gateway.addresses['console_url']}/sandbox/shops`)).json()) as (typeof shop)[];
  // The shop that may send plain card data, so that no browser is needed.
  const found = shops.find(({ shop_id }) => String(shop_id) === '1002');
  if (!found) throw new Error('The sandbox has no shop 1002.');
  shop = found;
  folder = compileSamples('servers', [...SHARED, 'fields.ts', 'node.ts', 'express.ts', 'fastify.ts', 'hono.ts']);
  for (const name of ['index.html', 'page.js']) cpSync(join(root, 'docs/samples/transfer', name), join(folder, name));
}, 120_000);
afterAll(() => gateway?.stop());

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill();
    await once(child, 'exit');
  }
});

/** Starts a server; resolves once it answers. */
async function start(
  name: string,
  cwd = folder,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly says: (line: string) => Promise<void> }> {
  const port = await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000));
  const env = {
    ...process.env,
    // The port is that of the shop's address, unless PORT says otherwise.
    ...(settings['SHOP_URL'] === undefined ? { SHOP_URL: `http://127.0.0.1:${port}` } : { PORT: String(port) }),
    SHOP_ID: String(shop.shop_id),
    SECRET_KEY: shop.secret_key,
    PUBLIC_KEY: shop.public_key,
    GATEWAY_URL: gateway.addresses['gateway_url'] ?? gateway.addresses['checkout_url'],
    ALLOW_TEST: 'yes',
    ...settings,
  };
  const child = spawn(process.execPath, [`${name}.js`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const lines: string[] = [];
  let heard = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      heard();
    });
  }
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(`${url}/api/status`).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${lines.join('\n')}`);
    await wait(50);
  }
  /** Waits for a line that begins so. */
  const says = async (line: string): Promise<void> => {
    while (!lines.some((each) => each.startsWith(line))) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  };
  return { url, says };
}

const openClient = (): MerchantClient => {
  const { gateway_url: gatewayUrl = '', base_url: baseUrl = '' } = gateway.addresses;
  return new MerchantClient({ shopId: String(shop.shop_id), secretKey: shop.secret_key, gatewayUrl, baseUrl });
};

/** Orders a product or a plan as its page does, with a card in plain text, so that no browser is needed. */
async function order(confirmUrl: string, request: object): Promise<void> {
  // The same card and price again would be a duplicate.
  const credit_card = { number: freshCard(), verification_value: '123', exp_month: '01', exp_year: '2030' };
  const response = await fetch(confirmUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.public_key}`, 'x-api-version': '2', 'content-type': 'application/json' },
    body: JSON.stringify({ request: { credit_card, ...request } }),
  });
  expect(response.status).toBe(200);
}

/** A server and the shared files, with a file of handlers for what it sells. */
const compileWith = (handlers: string): string =>
  compileSamples(handlers, ['store.ts', 'session.ts', 'notifications.ts', 'node.ts', handlers], {
    [handlers]: 'page-handlers.ts',
  });

function compileForNext(): string {
  const { consumer } = inject('packed');
  mkdirSync(join(consumer, 'next'));
  cpSync('test/package/samples/next-server.d.ts', join(consumer, 'next/next-server.d.ts'));
  const compiled = compileSamples('next', ['lib', 'app/api'], {}, 'next');
  mkdirSync(join(consumer, 'node_modules/next'));
  writeFileSync(join(consumer, 'node_modules/next/server.js'), 'exports.connection = async () => undefined;\n');
  writeFileSync(join(compiled, 'next.js'), AS_NEXT);
  return compiled;
}

const products = () => openClient().listProducts();
const plans = () => openClient().listPlans();
test.each([
  ['with the file for a product', 'node', '', () => compileWith('product-handlers.ts'), products, {}],
  ['with the file for a subscription', 'node', '', () => compileWith('plan-handlers.ts'), plans, { email: 'ann@example.org' }],
  ['for Next', 'next', '/api', compileForNext, products, {}],
])('a server %s opens an order, delivers it, and tells its page how it ended', async (_, name, api, compile, list, customer) => {
  const { url: origin, says } = await start(name, compile());
  const url = `${origin}${api}`;
  const opened = await fetch(`${url}/orders`, { method: 'POST' });
  const { trackingId } = (await opened.json()) as { readonly trackingId: string };
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [offer] = await list();
  await order(offer?.confirm_url ?? '', { tracking_id: trackingId, notification_url: `${url}/notifications`, customer });
  await says(`Order ${trackingId} is paid`);
  const ask = (headers: Record<string, string>) => fetch(`${url}/status?tracking_id=${trackingId}`, { headers });
  const status = await ask({ cookie });
  expect(await status.json()).toMatchObject({ outcome: 'successful', currency: 'USD' });
  expect((await ask({ cookie: 'session=another' })).status).toBe(404);
});

describe.each(['node', 'express', 'fastify', 'hono'])('the sample server %s', (name) => {
  test('opens an order, delivers it by a notification, and tells its page, and no other, how it ended', async () => {
    const { url, says } = await start(name);
    const opened = await fetch(`${url}/orders`, { method: 'POST', body: '{"amount": 12300}' });
    const { trackingId: id } = (await opened.json()) as { readonly trackingId: string };
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const status = (headers: Record<string, string>) => fetch(`${url}/status?tracking_id=${id}`, { headers });
    expect(await (await status({ cookie })).json()).toEqual({ outcome: 'unknown' });

    const paid = await openClient().createTransfer({
      amount: 12_300,
      currency: 'USD',
      description: 'Rent',
      tracking_id: id,
      test: true,
      duplicate_check: false,
      notification_url: `${url}/notifications`,
      credit_card: { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' },
      recipient_card: { number: '4012000000001006' },
    });
    expect(paid.status).toBe('successful');
    await says(`Order ${id} is paid.`);
    expect(await (await status({ cookie })).json()).toEqual({ outcome: 'successful', amount: 12_300, currency: 'USD' });
    expect((await status({ cookie: 'session=another' })).status).toBe(404);
  });

  test('keeps the session in a cookie for https alone, out of the reach of scripts, and reads no other cookie as one', async () => {
    const { url } = await start(name, folder, { SHOP_URL: 'https://shop.example' });
    const open = (cookie: string) => fetch(`${url}/orders`, { method: 'POST', body: '{"amount": 12300}', headers: { cookie } });
    const session = /^session=([\w-]{36}); Path=\/; HttpOnly; Secure; SameSite=Lax$/;
    expect((await open('')).headers.get('set-cookie')).toMatch(session);
    expect((await open('x-session=mallory; session=')).headers.get('set-cookie')).toMatch(session);
    expect((await open('theme=dark; session=ann')).headers.get('set-cookie')).toMatch(/^session=ann; /);
  });

  test('answers 400 to an order that is none', async () => {
    const { url } = await start(name);
    for (const body of ['', 'null', '{"amount"', '{"amount": "12300"}', '{"amount": -1}']) {
      expect((await fetch(`${url}/orders`, { method: 'POST', body })).status, body).toBe(400);
    }
  });

  test('refuses a forged notification', async () => {
    const { url } = await start(name);
    const response = await fetch(`${url}/notifications`, {
      method: 'POST',
      body: '{"transaction": {"uid": "1", "status": "successful"}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(401);
  });

  test('answers 413 to a body of more than 256 KB', async () => {
    const { url } = await start(name);
    for (const path of ['orders', 'notifications']) {
      expect((await fetch(`${url}/${path}`, { method: 'POST', body: new Uint8Array(262_145) })).status).toBe(413);
    }
  });

  // On Linux the whole of 127.0.0.0/8 is this machine.
  test('listens at 127.0.0.1 alone, unless HOST says otherwise', async () => {
    const elsewhere = ({ url }: { readonly url: string }): Promise<number> =>
      fetch(`${url.replace('127.0.0.1', '127.0.0.2')}/nothing`).then(({ status }) => status);
    await expect(elsewhere(await start(name))).rejects.toThrow('fetch failed');
    expect(await elsewhere(await start(name, folder, { HOST: '0.0.0.0' }))).toBe(404);
  });
});

test('the Express server sells a product after the commands of its page, from the first to the last', async () => {
  const product = join(inject('packed').consumer, 'express-product');
  runBlock('docs/server/frameworks.md', 'notifications.ts CLONE/docs/samples/server/session.ts', product);
  const { url } = await start('dist/express', product);
  expect(await (await fetch(url)).text()).toContain('notification-url=');
  expect(await (await fetch(`${url}/product`)).json()).toMatchObject({ name: 'Tea', amount: 1250 });
});

test('the Express server has a page, with its settings in it', async () => {
  const { url } = await start('express', folder, { SHOP_URL: 'https://shop.example' });
  const page = await (await fetch(url)).text();
  expect(page).toContain(`public-key="${shop.public_key}"`);
  expect(page).toContain('return-url="https://shop.example/"');
  expect(page).not.toContain('{{');
  const script = await fetch(`${url}/page.js`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(await script.text()).toContain("fetch('/orders'");
});

test('the handler of the isolated fields serves the document of the package with its policy', async () => {
  writeFileSync(
    join(folder, 'with-fields.js'),
    `import { createServer } from 'node:http';
     import { toNode } from 'checkout-elements/merchant';
     import { fields } from './fields.js';
     createServer(toNode(fields)).listen(Number(process.env.PORT));`,
  );
  const { url } = await start('with-fields', folder, { SHOP_URL: 'https://shop.example/pay' });
  const answer = await fetch(`${url}/fields/`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain('frame-ancestors https://shop.example;');
  expect(policy).toMatch(/; sandbox allow-scripts allow-forms$/);
  const html = await answer.text();
  for (const [name, tag] of [
    ['script-src', 'script'],
    ['style-src', 'style'],
  ] as const) {
    const inline = new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`).exec(html)?.[1] ?? '';
    expect(inline.length).toBeGreaterThan(1000);
    expect(policy).toContain(`${name} 'sha256-${createHash('sha256').update(inline).digest('base64')}'`);
  }
});
