// @module-tag long
import { expect, test, vi } from 'vitest';
import { createShop } from '../../../../demo/scripted/shop.js';
import '../../../../src/define.js';
import { mountWithFee } from './element-with-fee.js';
import { offer } from '../../buyer.js';
import { gateway, offers, otherKey, OTHER_ADDRESS, sent } from '../../gateway.js';
import { mount, type Payer } from '../../payer.js';

// The payer's input is for one shop: its address and its keys are locked while any field is filled in.

const DECLINED = '4005550000000019';

/** Another public key than any before it. */
async function newKey(): Promise<string> {
  const { publicKey } = await createShop();
  return publicKey;
}

const errorsOf = (payer: Pick<Payer, 'events'>): unknown[] =>
  payer.events('checkout-error').map(({ error }) => [Reflect.get(error, 'code'), Reflect.get(error, 'setting')]);

const CHANGES: readonly (readonly [setting: string, change: (payer: Payer) => unknown, back: (payer: Payer) => unknown])[] = [
  ['public-key', ({ element }) => (element.publicKey = otherKey), ({ element }) => (element.publicKey = gateway.shop.publicKey)],
  ['checkout-url', ({ element }) => (element.checkoutUrl = OTHER_ADDRESS), ({ element }) => (element.checkoutUrl = gateway.url)],
];

test.each(CHANGES)(
  '%s, changed while a card is typed, is an error that empties the fields, and no request is made',
  async (setting, change, back) => {
    const payer = await mountWithFee();
    const posts = gateway.posts.length;
    await change(payer);
    await expect
      .element(payer.alert())
      .toHaveTextContent(`${setting}: expected the value that it had when the payer began to type`);
    expect(payer.from('Card number').elements()).toEqual([]);
    expect(errorsOf(payer)).toEqual([['setting_changed', setting]]);
    expect(payer.events('checkout-error')[0]?.error).toMatchObject({ name: 'SettingConflictError', party: 'merchant' });
    // Whatever else is set, it stays refused, although the fields are empty now.
    payer.element.description = 'Another';
    await payer.element.updateComplete;
    expect(payer.alert().elements()).toHaveLength(1);
    await payer.element.submit();
    await payer.element.check();
    expect(gateway.posts).toHaveLength(posts);
    // Changed back: the form returns, empty.
    await back(payer);
    await payer.sees(payer.from('Card number'));
    await expect.element(payer.from('Card number')).toHaveValue('');
    await expect.element(payer.to('Card number')).toHaveValue('');
    expect(payer.alert().elements()).toEqual([]);
    expect(errorsOf(payer)).toEqual([['setting_changed', setting]]);
  },
);

test.each(CHANGES)('a new %s is accepted after reset()', async (setting, change) => {
  const payer = await mountWithFee();
  await change(payer);
  await payer.sees(payer.alert());
  payer.element.reset();
  await payer.sees(payer.from('Card number'));
  expect(payer.alert().elements()).toEqual([]);
  await payer.fillsCards();
  await expect.poll(() => sent('check').length).toBe(2);
  const check = sent('check').at(-1);
  expect(check?.bearer === `Bearer ${otherKey}`).toBe(setting === 'public-key');
  expect(check?.origin === OTHER_ADDRESS).toBe(setting === 'checkout-url');
});

test.each(CHANGES)('a new %s is accepted while the form is empty', async (_, change) => {
  const payer = await mount();
  await payer.waitForEvents('checkout-ready');
  await change(payer);
  await payer.element.updateComplete;
  await payer.fillsCards();
  expect(payer.alert().elements()).toEqual([]);
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test('an amount alone counts as input too', async () => {
  const payer = await mount({ amount: null });
  await payer.waitForEvents('checkout-ready');
  await payer.amount.fill('12.34');
  payer.element.publicKey = otherKey;
  await payer.sees(payer.alert());
  payer.element.reset();
  await expect.element(payer.amount).toHaveValue('');
});

test('an equal value is no change: a key with white space, an address with a slash', async () => {
  gateway.replies.check = [new Response('', { status: 503 })];
  const payer = await mount();
  await payer.waitForEvents('checkout-ready');
  await payer.fillsCards();
  const { element } = payer;
  element.publicKey = ` ${element.publicKey?.slice(0, 64)}\n${element.publicKey?.slice(64)}`;
  element.checkoutUrl = `${element.checkoutUrl}/`;
  await element.updateComplete;
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  expect(payer.alert().elements()).toEqual([]);
  element.publicKey = otherKey;
  await payer.sees(payer.alert());
  expect(errorsOf(payer)).toContainEqual(['setting_changed', 'public-key']);
});

test('a value that is missing for a moment hides the form, but keeps the input', async () => {
  const payer = await mountWithFee();
  const { publicKey } = payer.element;
  payer.element.publicKey = null;
  await expect.element(payer.alert()).toHaveTextContent('public-key: expected');
  payer.element.publicKey = publicKey;
  await payer.sees(payer.transferButton);
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test('after an outcome another key is accepted', async () => {
  const payer = await mountWithFee();
  await payer.fills(payer.from('Card number'), DECLINED);
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('failed');
  payer.element.publicKey = otherKey;
  await payer.button('Try again').click();
  await payer.sees(payer.from('Card number'));
  expect(payer.alert().elements()).toEqual([]);
  await payer.fills(payer.from('Security code'), '737');
  await payer.fills(payer.to('Card number'), '5555555555554444');
  await expect.poll(() => sent('check').at(-1)?.bearer).toBe(`Bearer ${otherKey}`);
});

test('for a product the address is the origin of its confirm-url, with its shop’s key', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  await buyer.fillsCard();
  // The same shop sells something else: no change.
  buyer.element.setAttribute('confirm-url', offers.held.confirm_url);
  await buyer.sees(buyer.heading('Deposit'));
  await buyer.sees(buyer.payButton);
  expect(buyer.events('checkout-error')).toEqual([]);
  await buyer.fillsCard();
  buyer.element.setAttribute('confirm-url', offers.cup.confirm_url.replace(gateway.url, OTHER_ADDRESS));
  await expect.element(buyer.within.getByRole('alert')).toHaveTextContent('confirm-url: expected the value that it had');
  expect(buyer.payButton.elements()).toEqual([]);
  buyer.element.reset();
  await buyer.sees(buyer.payButton);
  await expect.element(buyer.card('Card number')).toHaveValue('');
});

test('customer data from the merchant does not count as the payer’s input', async () => {
  const buyer = await offer('parcel', {}, { customer: { first_name: 'Ann', country: 'us', email: 'ann@example.com' } });
  await buyer.sees(buyer.field('First name'));
  await buyer.sees(buyer.payButton);
  buyer.element.setAttribute('public-key', otherKey);
  await buyer.element.updateComplete;
  expect(buyer.events('checkout-error').map(({ error }) => Reflect.get(error, 'code'))).not.toContain('setting_changed');
});

test('settings that change while an unusable key is imported leave no rejection unhandled', async () => {
  const failed: unknown[] = [];
  const note = (event: PromiseRejectionEvent): void => void failed.push(event.reason);
  window.addEventListener('unhandledrejection', note);
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(
    () => new Promise((_, reject) => setTimeout(() => reject(new DOMException('No such key.', 'DataError')), 100)),
  );
  const payer = await mount({ 'public-key': await newKey() });
  payer.element.description = 'Another';
  await payer.element.updateComplete;
  payer.element.description = 'One more';
  await payer.sees(payer.alert());
  // Unhandled rejections are reported in a later task.
  await new Promise((resolve) => setTimeout(resolve, 50));
  window.removeEventListener('unhandledrejection', note);
  vi.restoreAllMocks();
  expect(failed).toEqual([]);
});
