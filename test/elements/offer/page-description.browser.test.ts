import { expect, test } from 'vitest';
import '../../../src/define.js';
import type { ProductOnOffer } from '../../../src/index.js';
import { offer } from '../buyer.js';
import { gateway, offers } from '../gateway.js';

test('the product comes from JSON between the tags, with its addresses', async () => {
  const json = JSON.stringify(offers.cup);
  const buyer = await offer(
    'cup',
    { 'pay-url': null, 'confirm-url': null },
    {},
    `<script type="application/json">${json}</script>`,
  );
  await buyer.sees(buyer.payButton);
  expect(buyer.reads()).toContain('Cup of the test shop');
});

test('the product comes from src, relative to the page', async () => {
  const asked: string[] = [];
  const buyer = await offer(
    'cup',
    { 'pay-url': null, 'confirm-url': null, src: '/offers/cup.json' },
    {
      fetch: (url, init) => {
        asked.push(url);
        return url.endsWith('/offers/cup.json') ? Promise.resolve(Response.json(offers.cup)) : gateway.fetch(url, init);
      },
    },
  );
  await buyer.sees(buyer.payButton);
  expect(asked).toEqual([`${location.origin}/offers/cup.json`, offers.cup.confirm_url]);
  expect(new URL(asked[1]!).pathname).toBe(new URL(offers.cup.confirm_url).pathname);
});

const BROKEN: readonly (readonly [string, () => Promise<Response>, string])[] = [
  ['an error', () => Promise.resolve(Response.json({}, { status: 500 })), 'unreachable'],
  ['that there is no such thing', () => Promise.resolve(Response.json({}, { status: 404 })), 'unknown'],
  ['that it is gone', () => Promise.resolve(new Response('', { status: 410 })), 'unknown'],
  ['nothing', () => Promise.reject(new TypeError('down')), 'unreachable'],
  ['a page', () => Promise.resolve(new Response('<html>')), 'unreadable'],
  ['a list', () => Promise.resolve(Response.json([])), 'unreadable'],
];

/** Answers for `src`; every other request goes to the gateway. */
const withSrc = (answer: () => Promise<Response>) => ({
  fetch: (url: string, init: RequestInit) => (new URL(url).pathname === '/cup.json' ? answer() : gateway.fetch(url, init)),
});

test.each(BROKEN)(
  'src answers %s, and nothing else is known: the payer and the developer each read their own message',
  async (_, answer, reason) => {
    const buyer = await offer('cup', { src: '/cup.json', 'confirm-url': null, 'pay-url': null }, withSrc(answer));
    await buyer.sees(
      buyer.text(
        reason === 'unknown'
          ? 'This item isn’t available.'
          : 'We couldn’t load this item. Nothing was paid. Try again in a moment.',
      ),
    );
    await buyer.waitForEvents('checkout-unavailable');
    expect(buyer.events('checkout-unavailable')[0]?.reason).toBe(reason);
    expect(buyer.events('checkout-error')).toHaveLength(1);
    expect(buyer.allEvents.map(({ type }) => type)).toEqual(['checkout-error', 'checkout-unavailable']);
    expect(buyer.within.getByRole('alert').elements()).toEqual([]);
    expect(buyer.within.getByRole('textbox').elements()).toEqual([]);
    expect(buyer.reads()).not.toMatch(/server|src|JSON|status/);
  },
);

test.each(BROKEN)('src answers %s, and confirm-url is set: the gateway’s own offer is sold', async (_, answer) => {
  const buyer = await offer('cup', { src: '/cup.json' }, withSrc(answer));
  await buyer.sees(buyer.payButton);
  await buyer.sees(buyer.heading('Cup'));
  await buyer.waitForEvents('checkout-error');
  await buyer.waitForEvents('checkout-ready');
  expect(buyer.events('checkout-unavailable')).toEqual([]);
  expect(buyer.within.getByRole('alert').elements()).toEqual([]);
});

test('src answers an error, and only pay-url is set: the link shows', async () => {
  const buyer = await offer('cup', { src: '/cup.json', 'confirm-url': null, 'public-key': null }, withSrc(BROKEN[0]![1]));
  await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
  await buyer.waitForEvents('checkout-error');
  await buyer.waitForEvents('checkout-ready');
});

test('a failed src is fetched again when the payer asks for it', async () => {
  let isBroken = true;
  const buyer = await offer(
    'cup',
    { src: '/cup.json', 'confirm-url': null, 'pay-url': null },
    withSrc(() => Promise.resolve(isBroken ? new Response('', { status: 500 }) : Response.json(offers.cup))),
  );
  await buyer.sees(buyer.button('Try again'));
  await buyer.button('Try again').click();
  // Still nothing: the focus stays where it was.
  await expect.poll(() => buyer.focused()).toBe('Try again');
  isBroken = false;
  await buyer.button('Try again').click();
  await buyer.sees(buyer.payButton);
  await buyer.waitForEvents('checkout-ready');
  await expect.poll(() => buyer.focused()).toBe('Card number');
});

test.each<[string, Record<string, string>, string]>([
  ['broken JSON between the tags', {}, '<script type="application/json">{"id": </script>'],
  ['JSON that is no product', {}, '<script type="application/json">{"id": "prd_1"}</script>'],
  ['a src that is no web address', { src: 'javascript:alert(1)' }, ''],
])('%s, and nothing else is known: an error for the developer, and checkout-unavailable', async (_, attributes, inside) => {
  const buyer = await offer('cup', { 'confirm-url': null, 'pay-url': null, ...attributes }, {}, inside);
  await buyer.sees(buyer.within.getByRole('alert'));
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe('unreadable');
  expect(buyer.events('checkout-ready')).toEqual([]);
  expect(buyer.within.getByRole('textbox').elements()).toEqual([]);
});

test('broken JSON between the tags beside a confirm-url: the developer gets an error, and the payer can pay', async () => {
  const buyer = await offer('cup', {}, {}, '<script type="application/json">{"id": </script>');
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
