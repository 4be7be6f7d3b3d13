import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { root } from '../../../build/install.mjs';
import { freePort } from '../../../demo/start/network/network.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { findOrInstall, launchArguments } from '../../browsers.mjs';
import { findOrInstallInterpreter } from '../../interpreters.mjs';

// The whole sale of docs/payments/product.md, in JavaScript, PHP and Python, and the whole transfer of docs/payments/transfer.md, started
// as their pages say and used as a payer does.

let gateway: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
beforeAll(async () => {
  gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  browser = await chromium.launch({ executablePath: findOrInstall(), args: launchArguments });
}, 120_000);
const running: ChildProcess[] = [];
afterAll(async () => {
  await browser?.close();
  for (const child of running) if (child.exitCode === null && child.kill()) await once(child, 'exit');
  await gateway?.stop();
});

/** The command of each sample's page, and the sample whose pages and settings it has. */
const COMMANDS: Readonly<Record<string, { readonly pages: string; readonly command: (host: string) => readonly string[] }>> = {
  sale: { pages: 'sale', command: () => [process.execPath, 'server.mjs'] },
  transfer: { pages: 'transfer', command: () => [process.execPath, 'server.mjs'] },
  php: { pages: 'sale', command: (host) => [findOrInstallInterpreter('php'), '-S', host, 'server.php'] },
  python: { pages: 'sale', command: () => [findOrInstallInterpreter('python3'), 'server.py'] },
};

const ask = async (path: string, body?: object): Promise<Record<string, unknown>[]> => {
  // A connection of its own: the sandbox may close one that was left open just as it is used again.
  const headers = { connection: 'close', ...(body && { 'content-type': 'application/json' }) };
  const options = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
  return (await (await fetch(`${gateway.addresses['console_url']}/sandbox/${path}`, options)).json()) as Record<
    string,
    unknown
  >[];
};

let started = 0;

/** Starts the server of a sample as its page says. */
async function start(
  sample: string,
  settings: object = {},
  scheme = 'http',
): Promise<{ readonly url: string; readonly folder: string; readonly printed: () => string }> {
  const { pages, command } = COMMANDS[sample]!;
  const folder = join(inject('packed').consumer, `${sample}-${(started += 1)}`);
  for (const part of [pages, sample]) cpSync(join(root, 'docs/samples', part), folder, { recursive: true });
  const host = `localhost:${await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000))}`;
  const url = `http://${host}`;
  const own = { ...parseEnv(readFileSync(join(folder, 'sandbox.env'), 'utf8')), ...settings };
  const env = { ...process.env, ...own, GATEWAY_URL: gateway.addresses['gateway_url'], SHOP_URL: `${scheme}://${host}` };
  const [program = '', ...words] = command(host);
  const shop = spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(shop);
  let printed = '';
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  await vi.waitFor(async () => expect((await fetch(`${url}/status?tracking_id=none`)).status, printed).toBe(404), 20_000);
  return { url, folder, printed: () => printed };
}

async function typeCard(card: Page | Locator, number: string): Promise<void> {
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expiry date').fill('12/30');
  await card.getByLabel('Security code').fill('123');
}

const SALE = {
  paid: (id: string) => `Order ${id} is paid: deliver`,
  amount: 1250,
  pay: async (page: Page, card: string) => {
    await typeCard(page, card);
    await page.getByRole('button', { name: /^Pay 12.50/ }).click();
  },
};

/** What a payer does on each page, and what their order costs. */
const PAGES = {
  sale: SALE,
  php: SALE,
  python: SALE,
  transfer: {
    paid: (id: string) => `Transfer ${id} is paid.`,
    amount: 10_000,
    pay: async (page: Page, card: string) => {
      await typeCard(page.getByRole('group', { name: 'From card' }), card);
      await page.getByRole('group', { name: 'To card' }).getByLabel('Card number').fill('4012 0000 0000 1006');
      await page.getByLabel('Amount').fill('100');
      await page
        .getByText(/^Fee (about )?\d/)
        .first()
        .waitFor({ state: 'attached' });
      await page.getByRole('button', { name: /^Send/ }).click();
    },
  },
} as const;

describe.each(['sale', 'transfer', 'php', 'python'] as const)('the whole sample %s of the documentation', (sample) => {
  const { paid, amount, pay } = PAGES[sample];
  let shop: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    // Otherwise the same card and price would be a duplicate of the last sample's payment.
    await ask('clock', { advance_seconds: 60 });
    shop = await start(sample);
  }, 60_000);

  test.each([
    ['at once', '4200 0000 0000 0000', undefined],
    ['after 3-D Secure', '4012 0000 0000 1097', '123456'],
  ])('is paid %s, delivered by its notification, and the page knows the outcome', async (_, card, code) => {
    const { url, printed } = shop;
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      // The element asks whether the gateway knows the key, for a job that does not exist.
      if (message.type() === 'error' && !message.location().url.includes('/jobs/')) errors.push(message.location().url);
    });
    await page.goto(url);
    await pay(page, card);
    if (code) {
      await page.getByLabel(/code/i).fill(code);
      await page.getByRole('button', { name: 'Confirm' }).click();
    }
    await expect
      .poll(() => page.locator('#outcome').innerText(), { timeout: 30_000 })
      .toMatch(/^successful: order [\w-]{32,36}$/);
    const id = (await page.locator('#outcome').innerText()).split(' ').at(-1) ?? '';
    await expect.poll(printed, { timeout: 20_000 }).toContain(paid(id));
    const answer = await page.evaluate(async (trackingId) => (await fetch(`/status?tracking_id=${trackingId}`)).json(), id);
    expect(answer).toEqual({ outcome: 'successful', amount, currency: 'USD' });
    // Another browser has no order here.
    expect((await fetch(`${url}/status?tracking_id=${id}`)).status).toBe(404);
    expect(errors).toEqual([]);
    // By http on this machine the cookie can't be for https alone.
    expect(await context.cookies(url)).toMatchObject([{ name: 'session', httpOnly: true, sameSite: 'Lax', secure: false }]);
    await context.close();
  });

  test('answers 413 to a body of more than 256 KB, and reads no other cookie as the session', async () => {
    const open = (body: BodyInit, cookie = '') => fetch(`${shop.url}/orders`, { method: 'POST', body, headers: { cookie } });
    expect((await open(new Uint8Array(262_145))).status).toBe(413);
    const { headers } = await open('{"amount": 12300}', 'x-session=mallory');
    expect(headers.get('set-cookie')).toMatch(/^session=(?!mallory)[\w-]{32,36}; (?=.*HttpOnly)(?=.*SameSite=Lax)(?!.*Secure)/);
  });
});

test.each(['sale', 'transfer', 'php', 'python'])(
  'the sample %s keeps the session to https where its address is https, though a proxy calls it by http',
  async (sample) => {
    const { url } = await start(sample, {}, 'https');
    const { headers } = await fetch(`${url}/orders`, { method: 'POST', body: '{"amount": 12300}' });
    expect(headers.get('set-cookie')).toMatch(/^session=[\w-]{32,36}; (?=.*HttpOnly)(?=.*SameSite=Lax)(?=.*Secure)/);
  },
);

test('the two tags of docs/isolated-fields.md put the form of a product into a frame', async () => {
  const { url, folder } = await start('sale');
  const guide = readFileSync(join(root, 'docs/isolated-fields.md'), 'utf8');
  const [, script = '', element = ''] = /^(<script .*)\n(<product-pay .*)><\/product-pay>$/m.exec(guide) ?? [];
  const path = join(folder, 'index.html');
  // Of an attribute that is there twice, the first one counts.
  const page = readFileSync(path, 'utf8')
    .replace(/<script .*checkout\.js.*/, script)
    .replace('<product-pay', element);
  const { checkout_url: checkout = '' } = gateway.addresses;
  const ours = page.replace('/checkout/', `${checkout}/`).replaceAll('https://checkout.gateway.example', checkout);
  writeFileSync(path, ours.replace('MIIBIjANBg…', '{{PUBLIC_KEY}}'));
  const shown = await browser.newPage({ locale: 'en-US' });
  await shown.goto(url);
  await shown.locator('product-pay iframe').contentFrame().getByLabel('Card number').waitFor();
  expect(await shown.getByLabel('Card number').count()).toBe(0);
  await shown.close();
});

// Without php.ini, Debian's PHP has no SQLite; another's may have it built in.
test('the server in PHP says which extension is missing', ({ skip }) => {
  const php = (...words: readonly string[]) => spawnSync(findOrInstallInterpreter('php'), ['-n', ...words], { encoding: 'utf8' });
  if (php('-m').stdout.includes('pdo_sqlite')) skip();
  expect(php(join(root, 'docs/samples/php/server.php')).stdout).toContain('Expected the PHP extension pdo_sqlite.');
});

describe.each(['php', 'python'])('the server in %s', (sample) => {
  let shop: Awaited<ReturnType<typeof start>>;
  let keys: { readonly shop_id: number; readonly secret_key: string; readonly public_key: string };
  const card = (number: string) => ({ number, verification_value: '123', exp_month: '01', exp_year: '2030' });

  beforeAll(async () => {
    // The shop that may send plain card data, so that no browser is needed.
    const shops = (await ask('shops')) as unknown as (typeof keys)[];
    keys = shops.find(({ shop_id }) => shop_id === 1002)!;
    const settings = { SHOP_ID: '1002', SECRET_KEY: keys.secret_key, PUBLIC_KEY: keys.public_key };
    shop = await start(sample, settings);
  }, 60_000);

  /** Opens an order, and pays an offer for it as the page does. */
  async function order(ordered: 'tea' | 'club', paid: 'product' | 'plan', number: string) {
    const opened = await fetch(`${shop.url}/orders?offer=${ordered}`, { method: 'POST' });
    const { trackingId } = (await opened.json()) as { readonly trackingId: string };
    const { confirm_url: url } = (await (await fetch(`${shop.url}/${paid}`)).json()) as { readonly confirm_url: string };
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.public_key}`, 'x-api-version': '2', 'content-type': 'application/json' },
      body: JSON.stringify({
        request: {
          credit_card: card(number),
          tracking_id: trackingId,
          notification_url: `${shop.url}/notifications`,
          customer: { email: 'ann@example.org' },
        },
      }),
    });
    expect(answer.status).toBe(200);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const status = async (query = ''): Promise<unknown> =>
      (await fetch(`${shop.url}/status?tracking_id=${trackingId}${query}`, { headers: { cookie } })).json();
    return { id: trackingId, status };
  }
  /** What a statement reads from the shop's database, or changes in it. */
  const inDatabase = (statement: string): string => {
    const program = 'import sqlite3, sys\nwith sqlite3.connect("shop.sqlite") as db: print(db.execute(sys.argv[1]).fetchall())';
    return execFileSync(findOrInstallInterpreter('python3'), ['-c', program, statement], { cwd: shop.folder, encoding: 'utf8' });
  };
  // Under load a notification takes longer than the second that poll waits by itself.
  const seen = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 });
  const times = (text: string): number => shop.printed().split(text).length - 1;

  test('delivers a payment once, though it is notified again, and reviews one that pays something else', async () => {
    const right = await order('tea', 'product', '4200000000000000');
    await seen(() => times(`Order ${right.id} is paid`)).toBe(1);
    expect(await right.status()).toMatchObject({ outcome: 'successful', amount: 1250, currency: 'USD' });
    expect(inDatabase('SELECT id FROM to_deliver')).toContain(right.id);
    const [sent] = (await ask('notifications')).filter(({ url }) => String(url).startsWith(shop.url));
    expect(await ask(`notifications/${String(sent?.['id'])}/resend`, {})).toMatchObject({ state: 'delivered' });
    const wrong = await order('club', 'product', '5555555555554444');
    await seen(() => times(`Order ${wrong.id}: review payment`)).toBe(1);
    expect(times(`Order ${right.id} is paid`) + times(`Order ${wrong.id} is paid`)).toBe(1);
  });

  test('answers failed for the one declined transaction of a request that was sent once, and unknown after a repeat', async () => {
    const { status } = await order('tea', 'product', '4005550000000019');
    await seen(() => status('&started_at=2020-01-01T00:00:00Z')).toMatchObject({ outcome: 'failed' });
    // Without a time it may be about an earlier attempt.
    expect(await status()).toEqual({ outcome: 'unknown' });
    expect(await status('&repeated_at=2020-01-01T00:00:00Z')).toEqual({ outcome: 'unknown' });
    expect(await status('&started_at=2100-01-01T00:00:00Z')).toEqual({ outcome: 'unknown' });
    expect(await status('&uid=another')).toEqual({ outcome: 'unknown' });
  });

  test('delivers a subscription and each renewal, and refuses the forged news of one', async () => {
    const { id } = await order('club', 'plan', '4012888888881881');
    await seen(() => times(`Order ${id} is paid`)).toBe(1);
    await seen(() => times(`Order ${id}: charge`)).toBe(1);
    await ask('clock', { advance_seconds: 32 * 24 * 3600 });
    await seen(() => times(`Order ${id}: charge`)).toBe(2);
    const basic = Buffer.from(`1002:${keys.secret_key}`).toString('base64');
    const body = JSON.stringify({
      id: 'sbs_1',
      state: 'active',
      tracking_id: id,
      last_transaction: { uid: 'x', status: 'successful' },
    });
    for (const headers of [
      {},
      { authorization: `Basic ${basic}` },
      { authorization: `Basic ${basic}`, 'content-signature': btoa(basic) },
    ]) {
      expect((await fetch(`${shop.url}/notifications`, { method: 'POST', body, headers })).status).toBe(401);
    }
    expect(times(`Order ${id} is paid`) + times(`Order ${id}: charge`)).toBe(3);
  });

  test.each([
    ['product', () => fetch(`${shop.url}/product`), 200],
    ['plan', () => fetch(`${shop.url}/subscribe`, { method: 'POST', redirect: 'manual' }), 303],
  ] as const)('creates its %s anew at a gateway that does not know it, such as a new sandbox', async (offer, show, status) => {
    await fetch(`${shop.url}/${offer}`);
    inDatabase("UPDATE offers SET id = 'of-an-earlier-sandbox'");
    expect((await show()).status, shop.printed()).toBe(status);
    const { id } = (await (await fetch(`${shop.url}/${offer}`)).json()) as { readonly id: string };
    expect(inDatabase('SELECT id FROM offers')).toContain(id);
  });

  test('creates a subscription and leads to the page where it is paid', async () => {
    const answer = await fetch(`${shop.url}/subscribe`, { method: 'POST', redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(await (await fetch(answer.headers.get('location') ?? '')).text()).toContain('Tea club');
  });
});
