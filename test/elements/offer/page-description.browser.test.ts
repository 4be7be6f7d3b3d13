import { expect, test } from 'vitest';
import '../../../src/define.js';
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
