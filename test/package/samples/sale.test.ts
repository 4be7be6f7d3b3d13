import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { root } from '../../../build/install.mjs';
import { freePort } from '../../../demo/start/network/network.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { findOrInstall, launchArguments } from '../../browsers.mjs';

// The whole sale of docs/payments/product.md and the whole transfer of docs/payments/transfer.md, started as their pages say and used
// as a payer does.

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

/** Starts the server of a sample as its page says. */
async function start(sample: string): Promise<{ readonly url: string; readonly printed: () => string }> {
  const folder = join(inject('packed').consumer, sample);
  cpSync(join(root, 'docs/samples', sample), folder, { recursive: true });
  const url = `http://localhost:${await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000))}`;
  // The environment takes precedence over the file.
  const env = { ...process.env, GATEWAY_URL: gateway.addresses['gateway_url'], SHOP_URL: url };
  const shop = spawn(process.execPath, ['--env-file=sandbox.env', 'server.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(shop);
  let printed = '';
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (text: Buffer) => (printed += text.toString()));
  await vi.waitFor(() => expect(printed).toContain(`The shop is at ${url}`), 20_000);
  return { url, printed: () => printed };
}

async function typeCard(card: Page | Locator, number: string): Promise<void> {
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expiry date').fill('12/30');
  await card.getByLabel('Security code').fill('123');
}

/** What a payer does on each page, and what their order costs. */
const PAGES = {
  sale: {
    paid: (id: string) => `Order ${id} is paid: deliver the tea.`,
    amount: 1250,
    pay: async (page: Page, card: string) => {
      await typeCard(page, card);
      await page.getByRole('button', { name: /^Pay 12.50/ }).click();
    },
  },
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
      await page.getByRole('button', { name: /^Transfer/ }).click();
    },
  },
} as const;

describe.each(['sale', 'transfer'] as const)('the whole %s of the documentation', (sample) => {
  const { paid, amount, pay } = PAGES[sample];
  let shop: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
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
    await expect.poll(() => page.locator('#outcome').innerText(), { timeout: 30_000 }).toMatch(/^successful: order [\w-]{36}$/);
    const id = (await page.locator('#outcome').innerText()).split(' ').at(-1) ?? '';
    await expect.poll(printed).toContain(paid(id));
    const answer = await page.evaluate(async (trackingId) => (await fetch(`/status?tracking_id=${trackingId}`)).json(), id);
    expect(answer).toEqual({ outcome: 'successful', amount, currency: 'USD' });
    // Another browser has no order here.
    expect((await fetch(`${url}/status?tracking_id=${id}`)).status).toBe(404);
    expect(errors).toEqual([]);
    await context.close();
  });
});
