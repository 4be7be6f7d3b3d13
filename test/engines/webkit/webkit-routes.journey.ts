// Must not be lost silently in WebKit: a press before the key is ready, and a payment that ends on another route.
import { expect, test } from 'vitest';
import { freshAmount } from '../../journeys/rig/journey.js';
import { left, sell } from '../../journeys/rig/merchant.js';
import { CODE, RECIPIENT } from '../../journeys/rig/payer.js';
import { PHASES, SLOW, useRoutedPage } from '../../journeys/rig/page/routed-page.js';
import { useWebKit } from './use-webkit.js';

const webkit = useWebKit();
const shop = useRoutedPage();

const BUSY = `return document.querySelector('product-pay').shadowRoot.querySelector('.submit').getAttribute('aria-busy')`;

async function typeCard(pan: string, group: string): Promise<void> {
  const { page } = webkit;
  webkit.hides(pan);
  await page.type(pan, 'Card number', group);
  await page.type('1230', 'Expiry date', group);
  await page.type(CODE, 'Security code', group);
}

test('pressed before the key is ready: the button is busy, and the payment is sent once, when it is ready', async () => {
  const product = await sell();
  await webkit.session.goTo(shop.url + shop.product(product));
  await typeCard('4200000000000000', 'Card');
  await webkit.page.click('button', /^Pay \d/);
  await expect.poll(() => webkit.session.run(BUSY)).toBe('true');
  expect(await left(product)).toBe(5);
  await webkit.page.click('button', 'key');
  await webkit.page.find('heading', 'Payment complete');
  expect(await left(product)).toBe(4);
});

test('a transfer that ends while the payer is on another route: when they return, they see the outcome once', async () => {
  const { page, session } = webkit;
  await session.goTo(shop.url + shop.transfer(freshAmount()));
  await typeCard(SLOW, 'From card');
  webkit.hides(RECIPIENT);
  await page.type(RECIPIENT, 'Card number', 'To card');
  await page.sees(/^Fee (about )?\d/m);
  await page.click('button', /^Transfer \d/);
  await expect.poll(() => session.run(`return ${PHASES}`), { timeout: 5000 }).toBe('accepted');
  await page.click('button', 'away');
  await expect.poll(() => session.run(`return ${PHASES}`), { timeout: 15_000 }).toBe('ended');
  await page.click('button', 'pay');
  await page.sees(/Your transfer of [\d,.]+ USD to •••• 1111, started at \d\d?:\d\d\s[AP]M, went through\./);
  expect(await session.run('return events')).toEqual([]);
  await page.click('button', 'Close');
  await session.reload();
  await page.find('button', /^Transfer/);
  expect(await page.reads()).not.toContain('went through');
});
