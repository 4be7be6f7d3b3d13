import { expect, inject, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { PHONE, useBuyers } from '../rig/buyer.js';
import { knownOrders } from '../rig/journey.js';
import { askGateway, left, sell } from '../rig/merchant.js';
import { useSalePage } from '../rig/page/sale-page.js';

const buyers = useBuyers();
const shopPage = useSalePage();
const PAYS = '4200000000000000';
const DECLINED = '4005550000000019';
const JOB_LOST = '4000400000000053';
const COMPLETE = 'Payment complete';

test('when the price rises meanwhile, nothing is charged before the buyer agrees to the new price', async () => {
  const product = await sell({ amount: '150000' });
  const buyer = await buyers.arrive(shopPage.product(product), PHONE);
  await buyer.typeCard(PAYS);
  await askGateway('PUT', `/products/${product.id}`, { amount: '160000' });
  await buyer.press();
  await buyer.form.getByText('The price has changed to 1,600.00 USD. Nothing was paid. Press again if you agree.').waitFor();
  expect(await left(product)).toBe(5);

  await buyer.form.getByRole('button', { name: 'Pay 1,600.00 USD' }).waitFor();
  await buyer.press();
  await buyer.within.getByText('You paid 1,600.00 USD.').first().waitFor();
  expect(await left(product)).toBe(4);
});

test('after a decline the buyer pays with another card half a minute later, on the gateway’s page', async () => {
  const product = await sell();
  const buyer = await buyers.arrive('about:blank', PHONE);
  await buyer.page.clock.install();
  await buyer.page.goto(product.pay_url);
  await buyer.pay(DECLINED);
  await buyer.heading('Payment didn’t go through').waitFor();
  expect(await buyer.reads()).toContain('Your bank declined this card.');
  expect(await violations(buyer.page)).toEqual([]);
  expect(await left(product)).toBe(5);

  await buyer.within.getByRole('button', { name: 'Try again' }).click();
  const wait = buyer.within.getByRole('button', { name: /^You can try this card again in \d+ s\. Another card works now\.$/ });
  await wait.waitFor();
  expect(await wait.isDisabled()).toBe(true);
  expect(await buyer.box('Security code').inputValue()).toBe('');
  for (const label of ['Card number', 'Expiry date']) await buyer.box(label).fill('');
  await buyer.typeCard(PAYS);
  await buyer.page.clock.fastForward(30_000);
  await buyer.payButton.click();
  await buyer.heading(COMPLETE).waitFor();
  expect(await left(product)).toBe(4);
});

test(
  'bank and shop silent: the outcome is unknown and the buyer reads not to pay again; a later check finds it',
  { timeout: 150_000 },
  async () => {
    const buyer = await buyers.arrive(`${inject('shopUrl')}/shop/coffee`, PHONE);
    await buyer.page.route('**/api/status?**', (route) => route.abort());
    await buyer.pay(JOB_LOST);
    // A job that is not found may be known to another server: the element asks for a minute.
    await buyer.heading('We don’t know yet if it went through. Please don’t pay again.').waitFor({ timeout: 100_000 });
    expect(await buyer.payButton.isVisible()).toBe(false);
    expect(await violations(buyer.page)).toEqual([]);
    // The gateway notified the shop's server all the same.
    await expect.poll(async () => (await knownOrders(buyer.page)).map(({ state }) => state)).toEqual(['paid']);
    await buyer.page.getByText('The page doesn’t know the result; the server does: successful.').waitFor();

    await buyer.page.unroute('**/api/status?**');
    await buyer.within.getByRole('button', { name: 'Check again' }).click();
    await buyer.heading(COMPLETE).waitFor();
    expect(await buyer.fact('Reference')).toBe((await knownOrders(buyer.page))[0]?.trackingId);
  },
);
