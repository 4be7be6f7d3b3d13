// `npm run docs:pictures`: takes the documentation's pictures again, in Chromium, from the sandbox and the shop.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { installWhenStale, root } from './install.mjs';
import { giveUp } from './on-exit.mjs';
import { addressFlags, startServer } from '../demo/start/process/server.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Locator} Locator */

const AROUND = 16;

/**
 * @param {Page} page
 * @param {Locator} element
 * @param {string} name
 */
async function take(page, element, name) {
  // Without a caret, and without the pointer on a button.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  const box = await element.boundingBox();
  if (!box) throw new Error(`Expected an element to take for ${name}; it is not shown.`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 85,
    captureBeyondViewport: true,
    clip: { x: box.x - AROUND, y: box.y - AROUND, width: box.width + 2 * AROUND, height: box.height + 2 * AROUND, scale: 1 },
  });
  const folder = join(root, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  console.log(`docs/pictures/${name}.webp`);
}

/**
 * Fills in a card.
 *
 * @param {Locator} group
 * @param {string} number
 */
async function fillCard(group, number) {
  await group.getByLabel('Card number').fill(number);
  await group.getByLabel('Expiry date').fill('12/30');
  await group.getByLabel('Security code').fill('123');
}

/**
 * The form of a transfer with its price, and its outcome.
 *
 * @param {Page} page
 * @param {string} address of the README's page.
 */
async function takeTransfer(page, address) {
  await page.goto(address);
  const element = page.locator('p2p-transfer');
  await fillCard(element.getByRole('group', { name: 'From card' }), '4200000000000000');
  await element.getByRole('group', { name: 'To card' }).getByLabel('Card number').fill('4012000000001006');
  await element.getByLabel('Amount').fill('100');
  await element.getByText(/^Fee (about )?\d/).waitFor();
  await take(page, element, 'form');
  await element.getByRole('button', { name: /^Send/ }).click();
  await element.getByRole('heading', { name: 'Transfer complete' }).waitFor();
  await take(page, element, 'outcome');
}

/**
 * @param {Page} page
 * @param {string} shopUrl
 */
async function takeProduct(page, shopUrl) {
  await page.goto(`${shopUrl}/shop/coffee`);
  const element = page.locator('product-pay');
  await fillCard(element, '4200000000000000');
  await take(page, element, 'product');
}

/**
 * Serves the README's page with the addresses of the sandbox that runs.
 *
 * @param {string} checkoutUrl
 */
async function servePage(checkoutUrl) {
  const [, page = ''] = /```html\n(<!doctype html>.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  // The payment is not a test, so that the picture has no badge.
  const shown = page
    .replaceAll('http://127.0.0.1:4010', checkoutUrl)
    .replace(/^ {2}test\n/m, '')
    .replace('</title>', '</title><style>body{margin:2rem;font-family:"DejaVu Sans",sans-serif}</style>');
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(shown));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server of the page has no port.');
  return { address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

async function takePictures() {
  await installWhenStale();
  const [{ chromium }, { findOrInstall, launchArguments }] = await Promise.all([
    import('playwright'),
    import('../test/browsers.mjs'),
  ]);
  const gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  const shop = await startServer('shop', await bundle('shop'), ['--port', '0', ...addressFlags(gateway.addresses)]);
  const page = await servePage(gateway.addresses['checkout_url'] ?? '');
  const browser = await chromium.launch({ executablePath: findOrInstall(), args: launchArguments });
  try {
    const context = await browser.newContext({
      viewport: { width: 640, height: 900 },
      deviceScaleFactor: 2,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    await takeTransfer(await context.newPage(), page.address);
    await takeProduct(await context.newPage(), shop.addresses['shop_url'] ?? '');
  } finally {
    await browser.close();
    page.close();
    await shop.stop();
    await gateway.stop();
  }
}

takePictures().catch(giveUp);
