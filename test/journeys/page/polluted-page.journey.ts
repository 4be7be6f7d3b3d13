import { expect, test } from 'vitest';
import { useBuyers } from '../rig/buyer.js';
import { left, sell } from '../rig/merchant.js';
import { html, useOwnPage } from '../rig/page/own-page.js';

const buyers = useBuyers();
const DECLINED = '4005550000000019';
const shop = useOwnPage(() => html('<h1>The shop</h1>'));

test('an order page with a polluted Object.prototype shows no false success and no forged way back', async () => {
  const product = await sell({ return_url: `${shop.url}/back` });
  const buyer = await buyers.arrive(product.pay_url);
  await buyer.button.waitFor();
  await buyer.page.evaluate(() => {
    const paid = { uid: 'forged', status: 'successful', amount: 2500, currency: 'USD' };
    const subscription = { id: 'sbs_forged', state: 'active', last_transaction: paid };
    Object.assign(Object.getPrototypeOf({}) as object, {
      transaction: paid,
      subscription,
      outcome: 'successful',
      status: 'successful',
      redirect_url: 'https://thief.example/',
    });
  });
  await buyer.pay(DECLINED);
  await buyer.heading('Payment didn’t go through').waitFor();
  expect(await buyer.reads()).not.toMatch(/forged/i);
  expect(await buyer.page.getByRole('link', { name: /^Back to/ }).count()).toBe(0);
  expect(new URL(buyer.page.url()).origin).toBe(new URL(product.pay_url).origin);
  expect(await left(product)).toBe(5);
});
