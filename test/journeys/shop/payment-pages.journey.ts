import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemo } from '../../../demo/start/start-demo.mjs';
import { useBuyers } from '../rig/buyer.js';

// The demo as `npm run demo` starts it: its shop has registered its addresses at the gateway.
const buyers = useBuyers();
let demo: Awaited<ReturnType<typeof startDemo>>;
let shopUrl: string;
beforeAll(async () => {
  demo = await startDemo({ host: '127.0.0.1', https: false, data: 'memory', gatewayPort: 0, shopPort: 0, showLogs: false });
  shopUrl = `http://127.0.0.1:${demo.options.shopPort}`;
});
afterAll(() => demo.stop());

test('a purchase by payment link is reported to the shop and leads back to it', { tags: ['sample'] }, async () => {
  const buyer = await buyers.arrive(`${shopUrl}/shop/coffee?mode=link`);
  const { page } = buyer;
  await page.locator('product-pay').getByRole('link', { name: 'Go to payment' }).click();
  await page.waitForURL(/\/products\/prd_[^/]+\/pay$/);
  await buyer.pay('4200000000000000');
  await page.getByRole('link', { name: 'Back to Corner Store' }).click();
  await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
  await page.goto(`${shopUrl}/shop/coffee?mode=link`);
  await page.getByText('Bought on the payment page: the gateway reports that it is paid.').waitFor();
  await page
    .getByText(/signed notification/)
    .first()
    .waitFor();
});

test(
  'a subscription that begins on the plan’s page is reported to the shop and leads back to it',
  { tags: ['sample'] },
  async () => {
    const buyer = await buyers.arrive(`${shopUrl}/plans/coffee-club`);
    const { page } = buyer;
    await page.locator('plan-subscribe').getByRole('button', { name: 'Subscribe' }).click();
    await page.waitForURL(/\/plans\/pln_[^/]+\/pay/);
    await page.getByText('Next charge if you subscribe now: 10.00 USD on ').waitFor();
    await buyer.box('Email').fill('ann@example.org');
    await buyer.pay('4012000000001006');
    const manage = page.getByRole('link', { name: 'View or cancel your subscription' });
    await manage.waitFor();
    const cancelled = await buyers.arrive((await manage.getAttribute('href')) ?? '');
    expect(await cancelled.page.getByRole('main').innerText()).toMatch(/Next charge\s+10\.00 USD, /);
    await cancelled.page.getByRole('button', { name: 'Cancel your subscription' }).click();
    await cancelled.page.getByRole('heading', { name: 'Your subscription is canceled' }).waitFor();
    await page.getByRole('link', { name: 'Back to Corner Store' }).click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/You won’t be charged again.*Coffee club.*1\.00\sUSD/s);
  },
);

test('a page that waits for a payment that does not exist asks again by itself and then gives up', async () => {
  const { page } = await buyers.arrive(`${shopUrl}/bought?uid=made-up&checks=18`);
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await page.waitForURL(`${shopUrl}/bought?uid=made-up&checks=20`);
  await page.getByRole('heading', { name: 'Still no result' }).waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('made-up');
  await page.getByRole('link', { name: 'Check again' }).click();
  await page.waitForURL(`${shopUrl}/bought?uid=made-up`);
});
