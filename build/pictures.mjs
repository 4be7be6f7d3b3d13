// `npm run docs:pictures`: takes the documentation's pictures again, in Chromium, from the sandbox and the shop. Beside them it writes what a
// screen reader would find in each: with `--check` it takes none, and fails where the pages have something else by now.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { bundle } from './bundle.mjs';
import { installWhenStale, root } from './install.mjs';
import { giveUp } from './on-exit.mjs';
import { addressFlags, startServer } from '../demo/start/process/server.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Locator} Locator */

const AROUND = 16;
const FOLDER = join(root, 'docs/pictures');
const SHOWN = join(FOLDER, 'shown.json');

const isCheck = process.argv.includes('--check');
/** What each picture shows, by its name. @type {Record<string, string>} */
const shown = {};

/** @param {string} snapshot of a page: without what differs from one payment to the next. */
const stable = (snapshot) =>
  snapshot
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'REFERENCE')
    .replaceAll(/[A-Z][a-z]{2} \d{1,2}, \d{4}, [\d:]+\s[AP]M \w+/g, 'TIME')
    // The part that support reads stands out.
    .replaceAll(/strong: "?[\da-f]{8}"?\n *- text: "?-[\da-f-]{27}"?/g, 'strong: REFERENCE')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'HOST')
    // What is announced goes when it was read.
    .replace(/\n- paragraph: [^\n]*$/, '');

/**
 * @param {Page} page
 * @param {Locator} element
 * @param {string} name
 */
async function take(page, element, name) {
  // Without a caret, and without the pointer on a button.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  shown[name] = stable(await element.ariaSnapshot());
  if (isCheck) return;
  const box = await element.boundingBox();
  if (!box) throw new Error(`Expected an element to take for ${name}; it is not shown.`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 85,
    captureBeyondViewport: true,
    clip: { x: box.x - AROUND, y: box.y - AROUND, width: box.width + 2 * AROUND, height: box.height + 2 * AROUND, scale: 1 },
  });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
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
  const own = page
    .replaceAll('http://127.0.0.1:4010', checkoutUrl)
    .replace(/^ {2}test\n/m, '')
    .replace('</title>', '</title><style>body{margin:2rem;font-family:"DejaVu Sans",sans-serif}</style>');
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(own));
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
  if (!isCheck) return writeFileSync(SHOWN, `${JSON.stringify(shown, null, 2)}\n`);
  const before = JSON.parse(readFileSync(SHOWN, 'utf8'));
  const differing = Object.keys(shown).filter((name) => shown[name] !== before[name]);
  for (const name of differing)
    console.error(`docs/pictures/${name}.webp shows\n${before[name]}\nand its page has\n${shown[name]}\n`);
  if (differing.length > 0) throw new Error('Take the pictures again: npm run docs:pictures');
}

takePictures().catch(giveUp);
