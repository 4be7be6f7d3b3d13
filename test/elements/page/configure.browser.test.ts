import { expect, test } from 'vitest';
import '../../../src/define.js';
import { configure } from '../../../src/index.js';
import { importKey } from '../../../src/checkout/key.js';
import { answer } from '../../../demo/scripted/script.js';
import { offer } from '../buyer.js';
import { gateway, offers, otherKey, OTHER_ADDRESS } from '../gateway.js';
import { attributesOf, mount, type Payer } from '../payer.js';

// A page is configured once, so the tests of this file build on one another.

const own = gateway.shop.publicKey;
const { origin } = new URL(gateway.url);
const elsewhere = (address: string): string => address.replace(gateway.url, OTHER_ADDRESS);

const codes = (payer: Pick<Payer, 'events'>): unknown[] =>
  payer.events('checkout-error').map(({ error }) => [Reflect.get(error, 'code'), Reflect.get(error, 'setting')]);

test.each<[string, unknown, RegExp]>([
  [
    'nothing',
    undefined,
    /configure: expected an object with one or more of checkoutOrigins, publicKeys, fieldsUrls; got undefined/,
  ],
  ['null', null, /got null/],
  ['no limit', {}, /got none of them/],
  ['a misspelled limit', { publicKey: ['MIIB'] }, /got "publicKey"/],
  ['a limit beside a misspelled one', { checkoutOrigins: ['https://a.example'], origins: [] }, /got "origins"/],
  [
    'a text',
    { checkoutOrigins: 'https://a.example' },
    /checkoutOrigins: expected a list of origins such as .*; got "https:\/\/a.example"/,
  ],
  ['an empty list', { publicKeys: [] }, /publicKeys: expected a list of public keys .*; got an empty one/],
  ['a limit that is undefined', { publicKeys: undefined }, /got undefined/],
  [
    'an address with a path',
    { checkoutOrigins: ['https://a.example/checkout'] },
    /expected origins such as https:\/\/checkout.example; got "https:\/\/a.example\/checkout"/,
  ],
  ['plain http', { checkoutOrigins: ['http://a.example'] }, /got "http:/],
  ['any origin', { checkoutOrigins: ['*'] }, /got "\*"/],
  ['a key in PEM', { publicKeys: ['-----BEGIN PUBLIC KEY-----'] }, /bare base64/],
  [
    'isolated fields on plain http',
    { fieldsUrls: ['http://a.example/fields/'] },
    /fieldsUrls: expected addresses of isolated fields/,
  ],
  ['a number', { publicKeys: [7] }, /got number/],
  // oxlint-disable-next-line no-sparse-arrays -- a polluted Array.prototype would fill the hole
  ['a list with a hole', { publicKeys: [, own] }, /got undefined/],
])('configure refuses %s with a TypeError, and limits nothing', async (_, given, message) => {
  expect(() => configure(given as never)).toThrow(TypeError);
  expect(() => configure(given as never)).toThrow(message);
});

test('a polluted prototype configures nothing', () => {
  const everywhere = Object.getPrototypeOf({}) as Record<string, unknown>;
  everywhere['publicKeys'] = [otherKey];
  try {
    expect(() => configure({})).toThrow(TypeError);
  } finally {
    delete everywhere['publicKeys'];
  }
});

test('configure applies at once to the elements in the page: those with another key or address refuse', async () => {
  // What comes before the limits is not their subject: this gateway does not know the other key.
  gateway.replies.check = [answer(503, '')];
  const [same, key, address] = [
    await mount(),
    await mount({ 'public-key': otherKey }),
    await mount({ 'checkout-url': elsewhere(gateway.url) }),
  ];
  for (const payer of [same, key, address]) await payer.waitForEvents('checkout-ready');
  for (const payer of [same, key, address]) await payer.fillsCards();
  const origins = [`${origin}/`, 'https://checkout.example'];
  // On a busy machine a check may have failed by now, while the cards were filled in.
  const earlier = codes(address).length;
  configure({ checkoutOrigins: origins, publicKeys: [own] });
  // The lists were copied.
  origins.splice(0, 2, 'https://thief.example');
  const before = [...gateway.posts];
  await Promise.all([key.element.submit(), address.element.submit()]);

  await expect
    .element(key.alert())
    .toHaveTextContent(/^.*public-key: expected one of the keys in the page’s publicKeys; got the key [\w-]{43}\./);
  await expect.element(address.alert()).toHaveTextContent(`checkout-url: expected https://checkout.example or ${origin}`);
  for (const payer of [key, address]) expect(payer.from('Card number').elements()).toEqual([]);
  // A check that was about to be sealed fails too.
  expect(codes(key).map(String)).toContain('key_not_allowed,public-key');
  expect(codes(address).slice(earlier)).toEqual([['address_not_allowed', 'checkout-url']]);
  expect(gateway.posts).toEqual(before);
  expect(same.alert().elements()).toEqual([]);
  await expect.element(same.from('Card number')).toHaveValue('4200 0000 0000 0000');
  gateway.replies.check = [];
  await same.element.check();
  await same.readsFee();
});

test('an element that refused works once its key is the shop’s, with empty fields', async () => {
  const payer = await mount({ 'public-key': otherKey });
  await payer.sees(payer.alert());
  expect(payer.from('Card number').elements()).toEqual([]);
  payer.element.publicKey = attributesOf()['public-key'] ?? '';
  await payer.sees(payer.from('Card number'));
  await payer.pays();
  await payer.learns('successful');
});

test('the limits also cover a product’s confirm-url and payment link, and a plan’s address', async () => {
  const { confirm_url: confirmUrl, pay_url: payUrl } = offers.cup;
  const form = await offer('cup', { 'confirm-url': elsewhere(confirmUrl) });
  await expect.element(form.within.getByRole('alert')).toHaveTextContent('confirm-url: expected https://');
  await expect.element(form.within.getByRole('alert')).not.toHaveTextContent('checkout-url');
  const link = await offer('cup', { mode: 'link', 'pay-url': elsewhere(payUrl) });
  await expect.element(link.within.getByRole('alert')).toHaveTextContent('pay-url: expected https://');
  expect(link.within.getByRole('link').elements()).toEqual([]);
  const refused = await offer(
    'cup',
    { mode: 'link', 'pay-url': null },
    { product: { ...offers.cup, pay_url: elsewhere(payUrl) } },
  );
  await expect.element(refused.within.getByRole('alert')).toHaveTextContent('pay-url: expected https://');
  const plan = document.createElement('plan-subscribe');
  plan.setAttribute('base-url', elsewhere(gateway.url));
  plan.setAttribute('plan-id', 'pln_1');
  document.body.append(plan);
  await expect.poll(() => plan.shadowRoot?.textContent).toContain('base-url: expected https://');
  expect(plan.shadowRoot?.querySelector('button')).toBeNull();
  const sold = await offer('cup');
  await sold.sees(sold.payButton);
  expect(sold.events('checkout-error')).toEqual([]);
});

test('an element that was out of the page refuses when it is back', async () => {
  const payer = await mount();
  await payer.waitForEvents('checkout-ready');
  payer.element.remove();
  payer.element.publicKey = otherKey;
  document.body.append(payer.element);
  await payer.sees(payer.alert());
  expect(codes(payer)).toEqual([['key_not_allowed', 'public-key']]);
});

test('the same configuration again is accepted; any other is an error, and the first one stays', async () => {
  configure({ publicKeys: [` ${own}\n`], checkoutOrigins: ['https://checkout.example', origin, origin] });
  const { thumbprint } = await importKey(otherKey);
  const others = [
    { publicKeys: [otherKey] },
    { publicKeys: [thumbprint, own], checkoutOrigins: [origin] },
    { checkoutOrigins: [origin] },
  ];
  for (const other of others) {
    expect(() => configure(other)).toThrow(
      expect.objectContaining({ name: 'SettingConflictError', code: 'settings_conflict', party: 'merchant' }),
    );
  }
  const payer = await mount({ 'public-key': otherKey });
  await payer.sees(payer.alert());
});
