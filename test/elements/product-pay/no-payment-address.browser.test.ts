import { expect, test } from 'vitest';
import type { Reply } from '../../../demo/scripted/script.js';
import '../../../src/define.js';
import { answer } from '../../../demo/scripted/script.js';
import { type Buyer, offer } from '../buyer.js';
import { gateway, offers } from '../gateway.js';

const page = new Response('<!doctype html><p>Confirm', { headers: { 'content-type': 'text/html' } });
const refused = new TypeError('Failed to fetch');

const ELSEWHERE = 'https://shop.example/confirm';

/** A product without any address to pay at. */
const bare = () => {
  const { id, name, currency, amount } = offers.cup as unknown as Record<'id' | 'name' | 'currency', string> & {
    amount: number;
  };
  return { id, name, currency, amount, infinite: true, immortal: true };
};

/** An element without a way to pay must not offer a button or fire checkout-ready. */
function expectNoWay(buyer: Buyer): void {
  expect(buyer.events('checkout-ready')).toEqual([]);
  expect(buyer.within.getByRole('link').elements()).toEqual([]);
  expect(buyer.within.getByRole('textbox').elements()).toEqual([]);
}

test.each<[string, string | null, string, string | null, RegExp]>([
  ['another address', ELSEWHERE, 'auto', 'key', /^confirm-url: expected an address that ends in \/v2\/confirm_order/],
  ['another address', ELSEWHERE, 'auto', null, /^confirm-url: expected an address that ends in \/v2\/confirm_order/],
  ['another address', ELSEWHERE, 'form', 'key', /^confirm-url: expected an address that ends in \/v2\/confirm_order/],
  ['another address', ELSEWHERE, 'link', 'key', /^pay-url: expected the payment link/],
  ['no web address', 'confirm', 'auto', 'key', /^confirm-url: expected an https address/],
  ['the order’s address', 'its own', 'auto', null, /^public-key: expected the shop’s public key beside confirm-url/],
  ['the order’s address', 'its own', 'form', null, /^public-key: expected the shop’s public key/],
  ['the order’s address', 'its own', 'link', 'key', /^pay-url: expected the payment link/],
])(
  '%s (%s) in mode=%s with public-key %s and without pay-url is an error that names what to fix',
  async (_, confirmUrl, mode, key, text) => {
    const attributes = {
      'pay-url': null,
      mode,
      'public-key': key && gateway.shop.publicKey,
      ...(confirmUrl !== 'its own' && { 'confirm-url': confirmUrl }),
    };
    const buyer = await offer('cup', attributes, { product: bare() });
    await buyer.waitForEvents('checkout-error');
    expect(buyer.events('checkout-error')[0]?.error).toMatchObject({ party: 'merchant', message: expect.stringMatching(text) });
    await buyer.sees(buyer.within.getByRole('alert'));
    expectNoWay(buyer);
  },
);

test.each<[string, string, Reply, object]>([
  ['a page', 'auto', page, { code: 'setting_invalid', setting: 'confirm-url', party: 'merchant' }],
  ['a page', 'form', page, { code: 'setting_invalid', setting: 'confirm-url', party: 'merchant' }],
  ['other JSON', 'auto', { hello: 'world' }, { code: 'setting_invalid', setting: 'confirm-url', party: 'merchant' }],
  [
    '404',
    'auto',
    answer(404, { message: 'no such order' }),
    { code: 'setting_invalid', setting: 'confirm-url', party: 'merchant' },
  ],
  ['nothing to this page (CORS)', 'auto', refused, { code: 'network_unreachable' }],
  ['nothing to this page (CORS)', 'form', refused, { code: 'network_unreachable' }],
])('confirm-url answers %s (mode %s) and there is no pay-url: nothing to press, and an error', async (_, mode, reply, error) => {
  gateway.replies.offer = [reply];
  const buyer = await offer('cup', { 'pay-url': null, mode }, { product: bare() });
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-error').map((event) => event.error)).toMatchObject([error]);
  expectNoWay(buyer);
});

test('the error about a page at confirm-url states what came and both cures', async () => {
  gateway.replies.offer = [page];
  const buyer = await offer('cup', { 'pay-url': null });
  await buyer.waitForEvents('checkout-error');
  expect(buyer.events('checkout-error')[0]?.error.message).toMatch(
    /^confirm-url: expected an address that takes orders from a page; got something other than a product or a plan, with status 200, from http.*\. Set the product’s pay_url too/,
  );
});

test('a confirm-url of another form beside a pay-url: shows the link, and the developer reads why there is no form', async () => {
  const buyer = await offer('cup', { 'confirm-url': ELSEWHERE });
  await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
  await buyer.waitForEvents('checkout-ready');
  expect(buyer.events('checkout-error').map(({ error }) => error.message)).toEqual([
    `confirm-url: expected an address that ends in /v2/confirm_order/{id}/{shop_id}; got "${ELSEWHERE}". ` +
      'Set the product’s confirm_url; where the payment link is what you want, set mode="link".',
  ]);
  expect(buyer.within.getByRole('alert').elements()).toEqual([]);
});
