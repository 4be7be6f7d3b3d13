// @module-tag sample
import { generateKeyPairSync } from 'node:crypto';
import type { FrameLocator, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { useJourneys } from '../../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../../rig/page/own-page.js';

const journeys = useJourneys();
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64');
const fieldsUrl = (): string => `${inject('gateway').checkout_url}/fields/`;
const REPORT = `<script>globalThis.codes = []; addEventListener('checkout-error', ({ error }) => codes.push(error.code));</script>`;

const pages: Readonly<Record<string, () => string>> = {
  '/': () => transferMarkup({ amount: '10000', 'fields-url': fieldsUrl() }),
  '/key': () => transferMarkup({ amount: '10000', 'fields-url': fieldsUrl(), 'public-key': foreignKey }),
  '/address': () => transferMarkup({ amount: '10000', 'fields-url': fieldsUrl(), 'checkout-url': 'https://evil.example' }),
  '/encryption-key': () =>
    `${transferMarkup({ amount: '10000', 'fields-url': fieldsUrl() })}<script>document.querySelector('p2p-transfer').encryptionKey = { kty: 'RSA' };</script>`,
  '/nothing': () => transferMarkup({ amount: '10000', 'fields-url': `${inject('gateway').checkout_url}/no-fields/` }),
  '/own-origin': () => transferMarkup({ amount: '10000', 'fields-url': `${shop.url}/open/` }),
};
const shop = useOwnPage(({ pathname }) => {
  const body = pages[pathname];
  return body && html(REPORT + body() + scriptMarkup());
});

const codes = (page: Page): Promise<string[]> => page.evaluate('codes') as Promise<string[]>;
const fieldsOf = (page: Page): FrameLocator => page.locator('p2p-transfer').frameLocator('iframe');

test.each([
  ['/key', 'key_not_allowed', /public-key: expected [\w-]{43} or [\w-]{43}, as the document at fields-url allows/],
  ['/address', 'address_not_allowed', /checkout-url: expected http/],
  ['/encryption-key', 'setting_invalid', /encryptionKey: expected no such property beside fields-url/],
])('%s: the page gets %s, and no field is shown', async (path, code, text) => {
  const { page } = await journeys.start(path, { shopUrl: shop.url });
  await page.locator('p2p-transfer').getByRole('alert').filter({ hasText: text }).waitFor();
  expect(await codes(page)).toEqual([code]);
  await expect.poll(() => fieldsOf(page).getByRole('textbox').count()).toBe(0);
});

test('a page that changes the key while the payer types gets an error, and the typed text is lost', async () => {
  const { page, canary } = await journeys.start('/', { shopUrl: shop.url });
  canary.keepPan('4200000000000000');
  await fieldsOf(page).getByRole('textbox', { name: 'Card number' }).first().pressSequentially('4200000000000000');
  await page.locator('p2p-transfer').evaluate((element, key) => element.setAttribute('public-key', key), foreignKey);
  await expect.poll(() => codes(page)).toContain('setting_changed');
  await expect.poll(() => fieldsOf(page).getByRole('textbox').count()).toBe(0);
});

test('fields that do not load: the payer reads it, the page gets a typed error, and a corrected address loads them', async () => {
  const { page } = await journeys.start('/nothing', { shopUrl: shop.url });
  const element = page.locator('p2p-transfer');
  await element.getByText('We couldn’t load the card fields. Nothing was sent.').waitFor();
  expect(await codes(page)).toEqual(['fields_unavailable']);
  // The page corrects the address.
  await element.evaluate((host, url) => host.setAttribute('fields-url', url), fieldsUrl());
  await fieldsOf(page).getByRole('textbox', { name: 'Card number' }).first().waitFor();
});

test('a frame that is navigated away: the page gets a typed error, and the payer can load the fields again', async () => {
  const { page, canary } = await journeys.start('/', { shopUrl: shop.url });
  const number = fieldsOf(page).getByRole('textbox', { name: 'Card number' }).first();
  canary.keepPan('4200000000000000');
  await number.fill('4200000000000000');
  await page.locator('p2p-transfer').evaluate((host) => {
    host.querySelector('iframe')!.src = 'about:blank';
  });
  const again = page.locator('p2p-transfer').getByRole('button', { name: 'Load again' });
  await again.waitFor();
  expect(await codes(page)).toEqual(['fields_lost']);
  await again.click();
  await number.waitFor();
  expect(await number.inputValue()).toBe('');
});

test('a document at the page’s own address without the sandbox is not used: the page could read it', async () => {
  const { page } = await journeys.start('blank', { shopUrl: 'about:' });
  await page.route('**/fields/', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${inject('shopUrl')}/?fields=shop`);
  const element = page.locator('p2p-transfer');
  await element.getByText('We couldn’t load the card fields. Nothing was sent.').waitFor();
  expect(await element.locator('iframe').count()).toBe(0);
  await expect.poll(() => page.locator('#heard').innerText()).toContain('fields_not_isolated');
});

test('a second message channel from the page is not accepted', async () => {
  const { page } = await journeys.start('/', { shopUrl: shop.url });
  await fieldsOf(page).getByRole('textbox').first().waitFor();
  const heard = await page.evaluate(async () => {
    const frame = document.querySelector<HTMLIFrameElement>('p2p-transfer iframe')!;
    const answers: string[] = [];
    // The element has already sent the first one.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => answers.push(String(data)));
    port1.start();
    frame.contentWindow!.postMessage('checkout-fields init 1', '*', [port2]);
    port1.postMessage('{"kind":"ping"}');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return answers;
  });
  expect(heard).toEqual([]);
});
