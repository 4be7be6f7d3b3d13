import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Reply } from '../../../demo/scripted/script.js';
import '../../../src/define.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { productMarkup } from '../../../src/markup/markup.js';
import { offer } from '../buyer.js';
import { gateway, offers, otherKey, holdAnswers } from '../gateway.js';

test('mode="link" makes no request and leads to the payment link', async () => {
  const { pay_url: payUrl } = offers.cup;
  const buyer = await offer('cup', { mode: 'link' }, { product: offers.cup });
  const link = buyer.within.getByRole('link', { name: 'Go to payment' });
  await expect.element(link).toHaveAttribute('href', payUrl);
  expect(buyer.reads()).toContain('19.99 USD');
  await link.click();
  await buyer.waitForEvents('checkout-redirect');
  expect(buyer.events('checkout-redirect')[0]).toMatchObject({ url: payUrl, trackingId: '' });
  await buyer.element.pay();
  await buyer.waitForEvents('checkout-redirect', 2);
  expect(gateway.arrived).toEqual([]);
});

test('without a confirm-url, auto shows the link, as mode="link" does with every setting', async () => {
  for (const attributes of [
    { 'confirm-url': null },
    { 'confirm-url': null, 'public-key': null },
    { mode: 'link', 'public-key': null },
  ]) {
    const buyer = await offer('cup', attributes);
    await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
    await buyer.waitForEvents('checkout-ready');
    expect(buyer.events('checkout-error')).toEqual([]);
  }
  expect(gateway.arrived).toEqual([]);
});

test.each<[string, Record<string, string | null>, () => object]>([
  ['its attribute', {}, () => ({})],
  ['the page’s product data', { 'confirm-url': null }, () => ({ product: offers.cup })],
])(
  'confirm-url in %s without a key: shows the link, and the developer reads what is missing',
  async (_, attributes, properties) => {
    const buyer = await offer('cup', { 'public-key': null, ...attributes }, properties());
    await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
    await buyer.waitForEvents('checkout-error');
    expect(buyer.events('checkout-error')[0]?.error).toMatchObject({
      code: 'setting_invalid',
      message:
        'public-key: expected the shop’s public key beside confirm-url; got no such attribute. Copy it from the gateway; where the payment link is what you want, set mode="link".',
    });
    expect(buyer.within.getByRole('alert').elements()).toEqual([]);
    expect(gateway.arrived).toEqual([]);
  },
);

test('the key of another shop: shows the link, and the developer reads which two settings do not match', async () => {
  gateway.replies.offer = [answer(404, errorBody({}, 'not_found'))];
  const buyer = await offer('cup', { 'public-key': otherKey });
  await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
  await buyer.waitForEvents('checkout-error');
  expect(buyer.events('checkout-error')[0]?.error).toMatchObject({
    code: 'setting_invalid',
    setting: 'confirm-url',
    party: 'merchant',
  });
  expect(buyer.events('checkout-error')[0]?.error.message).toMatch(
    /expected the order address of a product or a plan of the shop that public-key belongs to; got status 404 .*Set confirm_url as/,
  );
  expect(buyer.within.getByRole('alert').elements()).toEqual([]);
});

test('a key that no shop has: shows the link, and the developer reads that it was refused', async () => {
  const buyer = await offer('cup', { 'public-key': otherKey });
  await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
  await buyer.waitForEvents('checkout-error');
  expect(buyer.events('checkout-error')[0]?.error).toMatchObject({ code: 'credentials_refused' });
});

test.each<[string, Reply, string?]>([
  ['a page', new Response('<!doctype html><p>Confirm', { headers: { 'content-type': 'text/html' } })],
  ['another JSON', { hello: 'world' }],
  ['a product without a price', { product: { id: 'prd_1', name: 'Cup', currency: 'USD' } }],
  ['a price in no known currency', { product: { id: 'prd_1', name: 'Cup', currency: 'XXX', amount: 5 } }, 'answer_off_contract'],
  ['a refusal', answer(403, { message: 'no' }), 'credentials_refused'],
  ['a failure', answer(503, ''), 'gateway_unavailable'],
  ['nothing at all (CORS)', new TypeError('Failed to fetch')],
])('auto: where confirm-url answers %s, the link shows, and the form never appears', async (_, reply, code) => {
  gateway.replies.offer = [reply];
  const buyer = await offer('cup');
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    for (const part of ['order-form', 'payment-link', 'skeleton']) {
      if (buyer.element.shadowRoot?.querySelector(`[part~=${part}]`) && seen.at(-1) !== part) seen.push(part);
    }
  });
  observer.observe(buyer.element.shadowRoot!, { childList: true, subtree: true });
  await buyer.sees(buyer.within.getByRole('link', { name: 'Go to payment' }));
  observer.disconnect();
  expect(seen).toEqual(['payment-link']);
  await buyer.waitForEvents('checkout-ready');
  expect(buyer.events('checkout-unavailable')).toEqual([]);
  // Most gateways answer with a page there, or without CORS headers: that is no error.
  expect(buyer.events('checkout-error').map(({ error }) => error.code)).toEqual(code ? [code] : []);
});

test('until the gateway has answered there is neither form nor link', async () => {
  const release = holdAnswers('offer');
  const buyer = await offer('cup');
  await buyer.sees(buyer.within.getByRole('status', { name: 'Loading…' }));
  expect(buyer.within.getByRole('link').elements()).toEqual([]);
  expect(buyer.within.getByRole('textbox').elements()).toEqual([]);
  expect(buyer.events('checkout-ready')).toEqual([]);
  release();
  await buyer.sees(buyer.payButton);
  await buyer.waitForEvents('checkout-ready');
});

test('mode="form" shows an error instead of falling back, and retries on demand', async () => {
  gateway.replies.offer = [new TypeError('down')];
  const buyer = await offer('cup', { mode: 'form' });
  await buyer.sees(buyer.text('We couldn’t load this item. Nothing was paid. Try again in a moment.'));
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe('unreachable');
  expect(buyer.events('checkout-error')[0]?.error).toMatchObject({ code: 'network_unreachable' });
  expect(buyer.within.getByRole('link').elements()).toEqual([]);
  gateway.replies.offer = [];
  await buyer.button('Try again').click();
  await buyer.sees(buyer.payButton);
});

test.each([
  ['in the element', {}, ''],
  ['in the page', { fields: 'slot' }, productMarkup({ prefix: 'product' })],
])(
  'after "Try again" by keyboard, the focus is in the first field, %s, or stays on the button',
  async (_, attributes, inside) => {
    gateway.replies.offer = [new TypeError('down'), new TypeError('down')];
    const buyer = await offer('cup', { mode: 'form', ...attributes }, {}, inside);
    await buyer.waitForEvents('checkout-unavailable');
    (buyer.button('Try again').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => [buyer.events('checkout-error').length, buyer.focused()]).toEqual([2, 'Try again']);
    gateway.replies.offer = [];
    await userEvent.keyboard('{Enter}');
    await buyer.sees(buyer.payButton);
    await expect.poll(() => buyer.focused()).toBe('Card number');
  },
);

test('mode="form" shows an error when the gateway does not know the product', async () => {
  const { confirm_url: url } = offers.cup;
  const buyer = await offer('cup', { mode: 'form', 'confirm-url': url.replace(/prd_\w+/, 'prd_0000000000000000') });
  await buyer.sees(buyer.text('This item isn’t available.'));
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe('unknown');
  expect(buyer.events('checkout-ready')).toEqual([]);
});

test('the link can be copied; when copying fails, it is shown', async () => {
  const { pay_url: payUrl } = offers.cup;
  const buyer = await offer('cup', { mode: 'link' });
  const copied: string[] = [];
  const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard')!;
  try {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(copied.push(text)) },
    });
    await buyer.button('Copy link').click();
    await buyer.sees(buyer.text('Link copied'));
    expect(copied).toEqual([payUrl]);
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('no')) },
    });
    await buyer.button('Copy link').click();
    await buyer.sees(buyer.text(`We couldn’t copy the link. Copy it here: ${payUrl}`));
  } finally {
    Object.defineProperty(Navigator.prototype, 'clipboard', clipboard);
    delete (navigator as { clipboard?: unknown }).clipboard;
  }
});

test.each<[string, Record<string, string | null>, string]>([
  ['no address at all', { 'pay-url': null, 'confirm-url': null }, 'pay-url: expected'],
  ['http', { 'pay-url': 'http://shop.example/pay', 'confirm-url': null }, 'pay-url: expected an https address'],
  ['a script', { 'pay-url': 'javascript:alert(1)', 'confirm-url': null }, 'pay-url: expected an https address'],
  ['form without confirm-url', { mode: 'form', 'confirm-url': null }, 'confirm-url: expected'],
  [
    'form with another address',
    { mode: 'form', 'confirm-url': 'https://gateway.example/pay' },
    'confirm-url: expected an address that ends in',
  ],
  ['form without a key', { mode: 'form', 'public-key': null }, 'public-key: expected'],
  ['another mode', { mode: 'popup' }, 'mode: expected auto, form, link'],
  [
    'another checkout-url',
    { 'checkout-url': 'https://elsewhere.example' },
    'checkout-url: expected what confirm-url begins with',
  ],
  ['a stray field', { 'visible-fields': 'email shoe_size' }, 'visible-fields: expected'],
])('%s is an error that the developer reads', async (_, attributes, text) => {
  const buyer = await offer('cup', attributes);
  // A missing product may still arrive, for 3 seconds.
  await expect.element(buyer.within.getByRole('alert'), { timeout: 10_000 }).toHaveTextContent(text);
  expect(buyer.events('checkout-error')[0]?.error).toMatchObject({ code: 'setting_invalid', party: 'merchant' });
  expect(buyer.within.getByRole('link').elements()).toEqual([]);
});
