import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, script, scriptMarkup, transferMarkup, useOwnPage } from '../rig/own-page.js';

const journeys = useJourneys();
const LISTENER = `globalThis.heard = [];
for (const name of ['ready', 'outcome', 'error']) addEventListener('checkout-' + name, () => heard.push(name));`;

// By the tag that told; and whether the page showed it before anybody listened.
const LATE = `globalThis.told = {};
for (const name of ['error', 'unavailable', 'ready']) {
  addEventListener('checkout-' + name, ({ target, error }) => (told[target.id] ??= []).push(error ? name + ' ' + error.setting : name));
}
globalThis.shown = document.getElementById('transfer').shadowRoot?.textContent.includes('not set up correctly');`;

const shop = useOwnPage(({ pathname, searchParams }) => {
  if (pathname === '/pay') {
    // The merchant's module stands after ours and takes its time to come.
    return html(`${transferMarkup({ amount: searchParams.get('amount') ?? '' })}${scriptMarkup()}<script type="module" src="/listen.js"></script>`);
  }
  if (pathname === '/wrong') {
    return html(`<p2p-transfer id="transfer"></p2p-transfer><product-pay id="product"></product-pay><plan-subscribe id="plan"></plan-subscribe>
<product-pay id="broken"><script type="application/json">{</script></product-pay>${scriptMarkup()}<script type="module" src="/late.js"></script>`);
  }
  // A picture that takes longer than a product is waited for once the page has loaded.
  if (pathname === '/slow') {
    return html(`<script>order = []; for (const name of ['load', 'checkout-error']) addEventListener(name, () => order.push(name));</script>
<product-pay></product-pay><img src="/picture" alt="">${scriptMarkup()}`);
  }
  if (pathname === '/picture') return script('', 4000);
  if (pathname === '/late.js') return script(LATE, 500);
  return pathname === '/listen.js' ? script(LISTENER, 500) : undefined;
});

const heard = (page: Page): Promise<string[]> => page.evaluate<string[]>('heard');

test('a module that follows on the page hears checkout-ready, and on a reload hears it before the outcome', async () => {
  const { page, payer } = await journeys.start(`/pay?amount=${freshAmount()}`, { shopUrl: shop.url });
  await expect.poll(() => heard(page)).toEqual(['ready']);
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(await heard(page)).toEqual(['ready', 'outcome']);

  await page.reload();
  await payer.heading('Transfer complete').waitFor();
  expect(await heard(page)).toEqual(['ready', 'outcome']);
});

test('a module that follows on the page hears what is wrong with it, in the order in which it was found; it shows before', async () => {
  const { page } = await journeys.start('/wrong', { shopUrl: shop.url });
  await expect.poll(() => page.evaluate('told'), { timeout: 10_000 }).toEqual({
    transfer: ['error checkout-url', 'error public-key', 'error currency', 'error description'],
    product: ['error pay-url'],
    plan: ['error base-url', 'error plan-id'],
    broken: ['error script', 'unavailable'],
  });
  expect(await page.evaluate('shown')).toBe(true);
});

test('as long as the page loads, a product may still come: nobody complains before', async () => {
  const { page } = await journeys.start('/slow', { shopUrl: shop.url });
  await expect.poll(() => page.evaluate('order'), { timeout: 15_000 }).toEqual(['load', 'checkout-error']);
});
