// Old scripts add members to the prototypes of the language, before the elements' script comes.
import { expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { TALL } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();

const OLD = `<script>
Object.prototype.extra = function () {};
Object.prototype.each = { of: 'them' };
Array.prototype.contains = function () {};
globalThis.failed = [];
addEventListener('error', ({ message }) => failed.push(message));
addEventListener('unhandledrejection', ({ reason }) => failed.push(String(reason)));
</script>`;

const shop = useOwnPage(({ searchParams }) => {
  const place = searchParams.get('place');
  const amount = searchParams.get('amount') ?? '';
  const fields = place === 'gateway' ? { 'fields-url': `${inject('gateway').checkout_url}/fields/` } : {};
  const others = `<product-pay pay-url="https://gateway.example/products/prd_1/pay"></product-pay>
<plan-subscribe base-url="https://gateway.example" plan-id="pln_1"></plan-subscribe>`;
  return html(OLD + transferMarkup({ amount, ...fields }) + others + scriptMarkup());
});

test.each(['page', 'gateway'] as const)(
  'in a page that has added to Object.prototype, every element works, and a transfer is paid with its cards in the %s',
  async (place) => {
    const amount = freshAmount();
    const { page, canary } = await journeys.start(`/?place=${place}&amount=${amount}`, { ...TALL, shopUrl: shop.url });
    page.setDefaultTimeout(15_000);
    await page.locator('product-pay').getByRole('link').waitFor();
    await page.locator('plan-subscribe').getByRole('button').waitFor();
    const payer = new Payer(page, canary, undefined, place);
    await payer.pay({ number: '4200000000000000' });
    await payer.heading('Transfer complete').waitFor();
    expect(await page.evaluate('failed')).toEqual([]);
    // The page's own members are as they were.
    expect(
      await page.evaluate('(() => { const all = []; for (const name in {}) all.push(name); return [all, ({}).each]; })()'),
    ).toEqual([['extra', 'each'], { of: 'them' }]);
  },
);
