// Buying in WebKit: the payment form with 3-D Secure, the payment link, a plan.
/** @module-tag engines */
import { expect, test } from 'vitest';
import { left, offerPlan, sell } from '../../journeys/rig/merchant.js';
import { CODE } from '../../journeys/rig/payer.js';
import { useSalePage } from '../../journeys/rig/page/sale-page.js';
import { useWebKit } from './use-webkit.js';

const webkit = useWebKit();
const shopPage = useSalePage();

/** Types a card into the form, wherever it is, and presses its button. */
async function pay(pan: string, button: RegExp): Promise<void> {
  const { page } = webkit;
  webkit.hides(pan);
  await page.type(pan, 'Card number', 'Card');
  await page.type('1230', 'Expiry date', 'Card');
  await page.type(CODE, 'Security code', 'Card');
  await page.click('button', button);
}

test('a product with its form and 3-D Secure: back on the shop’s page it is paid, once', async () => {
  const product = await sell();
  await webkit.session.goTo(shopPage.product(product));
  await pay('4012000000001097', /^Pay \d/);
  await webkit.confirmAtBank();
  await webkit.page.find('heading', 'Payment complete');
  expect(new URL(await webkit.session.address()).pathname).toBe('/product');
  expect(await left(product)).toBe(4);
});

test('a product with its payment link: paid on the gateway’s page', async () => {
  const product = await sell();
  await webkit.session.goTo(shopPage.product(product, { mode: 'link' }));
  await webkit.page.click('link', 'Go to payment');
  await pay('4200000000000000', /^Pay \d/);
  expect(await webkit.session.address()).toBe(product.pay_url);
  await webkit.page.find('heading', 'Payment complete');
  expect(await left(product)).toBe(4);
});

test.each([
  ['get', '4012000000001006'],
  ['post', '4012000000001055'],
] as const)('a plan, from the merchant’s page with %s: subscribed on the plan’s page', async (method, card) => {
  const plan = await offerPlan();
  await webkit.session.goTo(shopPage.plan(plan, method));
  await webkit.page.click('button', /^Subscribe/);
  await webkit.page.sees('25.00 USD a month, until you cancel.');
  await webkit.page.type('ann@example.org', 'Email');
  await pay(card, /^Subscribe/);
  await webkit.page.find('heading', 'Subscribed');
});
