import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../../src/define.js';
import type { ProductOnOffer } from '../../../src/index.js';
import { offer } from '../buyer.js';
import { offers } from '../gateway.js';

const uncaught: unknown[] = [];
const note = (event: PromiseRejectionEvent): void => {
  event.preventDefault();
  uncaught.push(event.reason);
};
beforeEach(() => window.addEventListener('unhandledrejection', note));
afterEach(() => {
  window.removeEventListener('unhandledrejection', note);
  expect(uncaught.splice(0)).toEqual([]);
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

test.each(WRONG)('%s between the tags, and no other description: the developer gets an error', async (_, wrong, text) => {
  const json = JSON.stringify({ ...offers.cup, ...wrong });
  const buyer = await offer(
    'cup',
    { 'confirm-url': null, 'pay-url': null },
    {},
    `<script type="application/json">${json}</script>`,
  );
  await expect.element(buyer.within.getByRole('alert')).toHaveTextContent(text);
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe('unreadable');
});

test.each(WRONG)(
  '%s from src, and nothing else is known: the payer and the developer each read their own message',
  async (_, wrong, text) => {
    const buyer = await offer(
      'cup',
      { 'confirm-url': null, 'pay-url': null, src: '/cup.json' },
      {
        fetch: () => Promise.resolve(Response.json({ ...offers.cup, ...wrong })),
      },
    );
    await buyer.sees(buyer.text('We couldn’t load this item. Nothing was paid. Try again in a moment.'));
    await buyer.waitForEvents('checkout-error');
    expect(buyer.events('checkout-error')[0]?.error.message).toContain(text);
  },
);

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
