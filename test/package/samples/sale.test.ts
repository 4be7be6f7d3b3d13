import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { bundle } from '../../../demo/start/build/bundle.mjs';
import { root } from '../../../demo/start/build/install.mjs';
import { freePort } from '../../../demo/start/network/network.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { findOrInstall, launchArguments } from '../../browsers.mjs';

// The whole sale of docs/payments/product.md, started as the page says and bought from as a payer does.

let gateway: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let shop: ChildProcess;
let url: string;
let printed = '';
beforeAll(async () => {
  gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  browser = await chromium.launch({ executablePath: findOrInstall(), args: launchArguments });
  const folder = join(inject('packed').consumer, 'sale');
  cpSync(join(root, 'docs/samples/sale'), folder, { recursive: true });
  url = `http://localhost:${await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000))}`;
  // The environment takes precedence over the file.
  const env = { ...process.env, GATEWAY_URL: gateway.addresses['gateway_url'], SHOP_URL: url };
  shop = spawn(process.execPath, ['--env-file=sandbox.env', 'server.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (text: Buffer) => (printed += text.toString()));
  await vi.waitFor(() => expect(printed).toContain(`The shop is at ${url}`), 20_000);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  if (shop?.exitCode === null && shop.kill()) await once(shop, 'exit');
  await gateway?.stop();
});

test.each([
  ['at once', '4200 0000 0000 0000', undefined],
  ['after 3-D Secure', '4012 0000 0000 1097', '123456'],
])('a buyer pays %s, the order is delivered by its notification, and the page knows the outcome', async (_, card, code) => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay 12.50/ }).click();
  if (code) {
    await page.getByLabel(/code/i).fill(code);
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
  await expect.poll(() => page.locator('#outcome').innerText(), { timeout: 30_000 }).toMatch(/^successful: order [\w-]{36}$/);
  const id = (await page.locator('#outcome').innerText()).split(' ').at(-1) ?? '';
  await expect.poll(() => printed).toContain(`Order ${id} is paid: deliver the tea.`);
  const answer = await page.evaluate(async (trackingId) => (await fetch(`/status?tracking_id=${trackingId}`)).json(), id);
  expect(answer).toEqual({ outcome: 'successful', amount: 1250, currency: 'USD' });
  // Another browser has no order here.
  expect((await fetch(`${url}/status?tracking_id=${id}`)).status).toBe(404);
  await context.close();
});
