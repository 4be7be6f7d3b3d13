import { expect, inject, test } from 'vitest';
import '../../src/define.js';
import { freshCard, offer } from './buyer.js';

const DECLINED = '4005550000000019';
const CHALLENGED = '4012000000001097';

test('a product is bought: what it is, what it costs, and the true outcome', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.heading('Cup'));
  await buyer.hears('checkout-ready');
  const text = buyer.reads();
  expect(text).toContain('19.99 USD');
  expect(text).toContain('Cup of the test shop');
  await buyer.pays({ number: freshCard() });
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('You paid 19.99 USD.');
  const [outcome, ...others] = buyer.events('checkout-outcome');
  expect(others).toEqual([]);
  expect(outcome).toMatchObject({ outcome: 'successful', final: true });
  expect(outcome?.transaction).toMatchObject({ status: 'successful', amount: 1999, currency: 'USD', type: 'payment' });
  expect(buyer.events('checkout-quote')).toEqual([]);
  expect(buyer.reads()).toContain(outcome?.trackingId);
});

test('a decline: the fields stay, and the button waits until another try is worth it', async () => {
  const buyer = await offer('cup');
  await buyer.pays({ number: DECLINED });
  await buyer.learns('failed');
  expect(buyer.reads()).toContain('19.99 USD was not paid.');
  await buyer.button('Try again').click();
  await expect.element(buyer.card('Card number')).toHaveValue('4005 5500 0000 0019');
  await expect.element(buyer.card('Security code')).toHaveValue('');
  await expect.element(buyer.button(/^You can try again in (2\d|30) s$/)).toBeDisabled();
});

test('3-D Secure: the payer is sent to the bank', async () => {
  const buyer = await offer('cup');
  await buyer.pays({ number: CHALLENGED });
  await buyer.sees(buyer.heading('Confirm with your bank'));
  expect(buyer.events('checkout-redirect')[0]?.url).toContain(inject('gateway').checkout_url);
  buyer.element.cancel();
});
