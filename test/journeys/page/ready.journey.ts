import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, script, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';

const journeys = useJourneys();
const LISTENER = `globalThis.events = [];
for (const name of ['ready', 'outcome', 'error']) addEventListener('checkout-' + name, () => events.push(name));`;

// Errors by the element that reported them, and whether the page showed the first before the listener existed.
const LATE = `globalThis.reported = {};
for (const name of ['error', 'unavailable', 'ready']) {
  addEventListener('checkout-' + name, ({ target, error }) => (reported[target.id] ??= []).push(error ? name + ' ' + error.setting : name));
}
globalThis.shown = document.getElementById('transfer').shadowRoot?.textContent.includes('set up correctly');`;

/** Tells the server once the page shows what is wrong. */
const TELLS = `const look = setInterval(() => {
  if (!document.getElementById('transfer').shadowRoot?.textContent.includes('set up correctly')) return;
  clearInterval(look);
  fetch('/shown');
}, 50);`;
let tell = (): void => undefined;
const isShown = new Promise<void>((resolve) => (tell = resolve));

const shop = useOwnPage(({ pathname, searchParams }) => {
  if (pathname === '/pay') {
    // The merchant's module comes after ours and takes time to load.
    return html(
      `${transferMarkup({ amount: searchParams.get('amount') ?? '' })}${scriptMarkup()}<script type="module" src="/listen.js"></script>`,
    );
  }
  if (pathname === '/focus') {
    return html(
      `${transferMarkup()}${scriptMarkup()}<script type="module">document.querySelector('p2p-transfer').focus()</script>`,
    );
  }
  // As docs/styling.md describes.
  if (pathname === '/room') {
    return html(`<style>p2p-transfer:not(:defined) { display: block; min-block-size: 23rem }</style>
${transferMarkup()}<p id="after">After</p>${scriptMarkup()}`);
  }
  if (pathname === '/wrong') {
    return html(`<p2p-transfer id="transfer"></p2p-transfer><product-pay id="product"></product-pay><plan-subscribe id="plan"></plan-subscribe>
<product-pay id="broken"></product-pay><script>document.querySelector('#broken').product = {}; ${TELLS}</script>${scriptMarkup()}<script type="module" src="/late.js"></script>`);
  }
  // The picture takes longer than the element waits for a product after the page's load.
  if (pathname === '/slow') {
    return html(`<script>order = []; for (const name of ['load', 'checkout-error']) addEventListener(name, () => order.push(name));</script>
<product-pay></product-pay><img src="/picture" alt="">${scriptMarkup()}`);
  }
  if (pathname === '/picture') return script('', 4000);
  if (pathname === '/shown') {
    tell();
    return script('');
  }
  if (pathname === '/late.js') return script(LATE, isShown);
  return pathname === '/listen.js' ? script(LISTENER, 500) : undefined;
});

const events = (page: Page): Promise<string[]> => page.evaluate<string[]>('events');

test('a later module receives checkout-ready, and on a reload receives it before the outcome', async () => {
  const { page, payer } = await journeys.start(`/pay?amount=${freshAmount()}`, { shopUrl: shop.url });
  await expect.poll(() => events(page)).toEqual(['ready']);
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(await events(page)).toEqual(['ready', 'outcome']);

  await page.reload();
  await payer.heading('Transfer complete').waitFor();
  expect(await events(page)).toEqual(['ready', 'outcome']);
});

test('a page that focuses the element before it is drawn gets the focus into its first field', async () => {
  const { page } = await journeys.start('/focus', { shopUrl: shop.url });
  await expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id)).toBe('amount');
});

/** Records where the end of the page is in each frame. */
function watchTheEnd(): void {
  const tops = new Set<number>();
  Object.assign(globalThis, { tops });
  const look = (): void => {
    const after = document.querySelector('#after');
    if (after) tops.add(Math.round(after.getBoundingClientRect().y));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test('the element keeps the room that the page has reserved for it, until the form is there', async () => {
  const { page, context } = await journeys.start('blank', { shopUrl: 'about:' });
  await context.addInitScript(watchTheEnd);
  // So slow that there are frames between the script and the form.
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${shop.url}/room`);
  await page.locator('p2p-transfer .submit').waitFor();
  const tops = await page.evaluate(() => Array.from((globalThis as unknown as { tops: Set<number> }).tops));
  expect(tops).not.toEqual([]);
  expect(tops.filter((top) => top < 23 * 16)).toEqual([]);
});

test('a later module receives the errors in the order in which they were found; the page shows them before', async () => {
  const { page } = await journeys.start('/wrong', { shopUrl: shop.url });
  await expect
    .poll(() => page.evaluate('reported'), { timeout: 10_000 })
    .toEqual({
      transfer: ['error checkout-url', 'error public-key', 'error currency', 'error description'],
      product: ['error pay-url'],
      plan: ['error base-url', 'error plan-id'],
      broken: ['error product', 'unavailable'],
    });
  expect(await page.evaluate('shown')).toBe(true);
});

test('a missing product is not reported while the page loads, because it may still come', async () => {
  const { page } = await journeys.start('/slow', { shopUrl: shop.url });
  await expect.poll(() => page.evaluate('order'), { timeout: 15_000 }).toEqual(['load', 'checkout-error']);
});
