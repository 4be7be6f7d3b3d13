import { expect, test } from 'vitest';
import '../../../src/define.js';
import type { ProductOnOffer } from '../../../src/index.js';
import { offer } from '../buyer.js';
import { offers } from '../gateway.js';

test('the product comes from the property, with its addresses', async () => {
  const buyer = await offer('cup', { 'pay-url': null, 'confirm-url': null }, { product: offers.cup });
  await buyer.sees(buyer.payButton);
  expect(buyer.reads()).toContain('Cup of the test shop');
});

test('something that is no product, and nothing else is known: an error for the developer, and checkout-unavailable', async () => {
  const buyer = await offer('cup', { 'confirm-url': null, 'pay-url': null }, { product: { id: 'prd_1' } });
  await buyer.sees(buyer.within.getByRole('alert'));
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe('unreadable');
  expect(buyer.events('checkout-ready')).toEqual([]);
  expect(buyer.within.getByRole('textbox').elements()).toEqual([]);
});

test('something that is no product beside a confirm-url: the developer gets an error, and the payer can pay', async () => {
  const buyer = await offer('cup', {}, { product: { id: 'prd_1' } });
  await buyer.sees(buyer.payButton);
  await buyer.waitForEvents('checkout-error');
  expect(buyer.within.getByRole('alert').elements()).toEqual([]);
});

test.each([
  ['gone', 'sold_out'],
  ['over', 'expired'],
] as const)('as a link, %s: nothing to press, and no checkout-ready', async (name, reason) => {
  const buyer = await offer(name, { mode: 'link' }, { product: offers[name] });
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe(reason);
  expect(buyer.within.getByRole('link').elements()).toEqual([]);
  expect(buyer.events('checkout-ready')).toEqual([]);
});

/** Products that cannot be sold, and what the developer reads about each. */
const WRONG: readonly (readonly [string, ProductOnOffer, string])[] = [
  ['a negative price', { amount: -100 }, 'expected a price from 1 on, in minor units, at amount; got -100. Pass on'],
  ['a price of zero', { amount: 0 }, 'expected a price from 1 on, in minor units, at amount; got 0. Pass on'],
  ['half a cent', { amount: 1.5 }, 'got something else at amount. Pass on'],
  ['a price beyond the safe integers', { amount: 2 ** 53 }, 'got something else at amount. Pass on'],
  ['an unknown currency', { currency: 'XXX' }, 'expected an ISO 4217 code in use at currency; got "XXX". Pass on'],
  ['markup for a currency', { currency: '<b>' }, 'expected an ISO 4217 code in use at currency; got "<b>". Pass on'],
];

const onlyLink = { mode: 'link', 'confirm-url': null, 'public-key': null };

test.each(WRONG)(
  '%s in the property: the developer reads what is wrong and where, and the link works',
  async (_, wrong, text) => {
    const buyer = await offer('cup', onlyLink, { product: { ...offers.cup, ...wrong } });
    await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
    await buyer.waitForEvents('checkout-error');
    expect(buyer.events('checkout-error')[0]?.error).toMatchObject({
      code: 'setting_invalid',
      setting: 'product',
      party: 'merchant',
    });
    expect(buyer.events('checkout-error')[0]?.error.message).toContain(text);
    // Neither price nor name of a product that can't be sold.
    expect(buyer.heading('Cup').elements()).toEqual([]);
  },
);

test.each(WRONG)('%s in the property, and no other description: the developer gets an error', async (_, wrong, text) => {
  const buyer = await offer('cup', { 'confirm-url': null, 'pay-url': null }, { product: { ...offers.cup, ...wrong } });
  await expect.element(buyer.within.getByRole('alert')).toHaveTextContent(text);
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe('unreadable');
});

test('a product whose data becomes invalid: the gateway’s offer stays, and the developer gets an error', async () => {
  const buyer = await offer('cup', {}, { product: offers.cup });
  await buyer.sees(buyer.payButton);
  buyer.element.product = { ...offers.cup, amount: -100 };
  await buyer.waitForEvents('checkout-error');
  await buyer.sees(buyer.button('Pay 19.99 USD'));
});

test.each([0, -3])('a quantity of %d is sold out', async (quantity) => {
  const buyer = await offer('cup', onlyLink, { product: { ...offers.cup, infinite: false, quantity } });
  await buyer.sees(buyer.text('Sold out'));
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe('sold_out');
  expect(buyer.within.getByRole('link').elements()).toEqual([]);
});

test('the gateway’s own price of zero is not sold either', async () => {
  const buyer = await offer(
    'cup',
    {},
    { fetch: () => Promise.resolve(Response.json({ product: { ...offers.cup, amount: 0 } })) },
  );
  await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
  await buyer.waitForEvents('checkout-error');
  expect(buyer.events('checkout-error')[0]?.error).toMatchObject({ code: 'answer_off_contract', party: 'gateway' });
});
