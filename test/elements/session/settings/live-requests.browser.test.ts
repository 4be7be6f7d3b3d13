// @module-tag long
import { createShop } from '../../../../demo/scripted/shop.js';
import { expect, test } from 'vitest';
import '../../../../src/define.js';
import type { P2pTransferElement } from '../../../../src/index.js';
import { mountWithFee, ADDRESS, TIME } from './element-with-fee.js';
import { answer, errorBody } from '../../../../demo/scripted/script.js';
import { gateway, otherKey, OTHER_ADDRESS, sent, type Sent } from '../../gateway.js';
import { OTHER_AMOUNT, mount } from '../../payer.js';

/** Property, its new value, and what the next transfer then contains. */
const REQUESTS: readonly (readonly [keyof P2pTransferElement, unknown, object])[] = [
  ['amount', '123400', { amount: 123_400 }],
  ['currency', 'EUR', { currency: 'EUR' }],
  ['description', 'Rent for May', { description: 'Rent for May' }],
  ['trackingId', 'order-77', { tracking_id: 'order-77' }],
  ['returnUrl', `${location.origin}/back`, { return_url: `${location.origin}/back` }],
  ['notificationUrl', 'https://shop.example/notified', { notification_url: 'https://shop.example/notified' }],
  ['expiredAt', TIME, { expired_at: TIME }],
  ['p2pType', 'A2A', { additional_data: { p2p: { type: 'A2A' } } }],
  ['language', 'ru', { language: 'ru' }],
  ['saveCard', 'agreed', { additional_data: { contract: ['oneclick'] } }],
  ['receiptText', ['Thank you', 'for May'], { additional_data: { receipt_text: ['Thank you', 'for May'] } }],
  [
    'customer',
    { ip: '127.0.0.1', email: 'ann@example.com', device_id: 'd-1', external_id: '77' },
    { customer: { ip: '127.0.0.1', email: 'ann@example.com', device_id: 'd-1', external_id: '77' } },
  ],
  ['senderBillingAddress', ADDRESS, { sender_billing_address: ADDRESS }],
  [
    'recipientBillingAddress',
    { ...ADDRESS, country: 'DE' },
    { recipient_billing_address: { ...ADDRESS, country: 'DE', state: undefined } },
  ],
];

test.each(REQUESTS)('%s, changed after the fee was read, is in the transfer', async (name, value, expected) => {
  const payer = await mountWithFee();
  gateway.replies.transfer = [answer(422, errorBody({}, 'closed', 'Closed today'))];
  Object.assign(payer.element, { [name]: value });
  await payer.element.updateComplete;
  await expect.poll(() => payer.element.quote?.status, { timeout: 10_000 }).toBe('given');
  await payer.element.submit();
  expect(sent('transfer')).toHaveLength(1);
  const { request } = sent('transfer')[0]!;
  expect(request).toMatchObject(JSON.parse(JSON.stringify(expected)) as object);
  expect(request).not.toHaveProperty('billing_address');
  if (name === 'recipientBillingAddress') expect(request['recipient_billing_address']).not.toHaveProperty('state');
});

test('test, when removed, is missing in the next check and its badge is gone; set again, both are back', async () => {
  const payer = await mountWithFee();
  expect(payer.reads()).toContain('Test mode: no money moves');
  payer.element.removeAttribute('test');
  await expect.poll(() => sent('check').length).toBe(2);
  expect(sent('check').map(({ request }) => request['test'])).toEqual([true, undefined]);
  expect(payer.reads()).not.toContain('Test mode');
  payer.element.toggleAttribute('test', true);
  await payer.sees(payer.text('Test mode: no money moves'));
});

test.each<[keyof P2pTransferElement, () => unknown]>([
  ['amount', () => 4000],
  ['currency', () => 'EUR'],
  ['test', () => false],
  ['p2pType', () => 'A2A'],
  ['sourceCard', () => ({ token: 'any', brand: 'visa', last_4: '0000' })],
  ['recipientCard', () => ({ token: 'any', brand: 'visa', last_4: '1006' })],
])('%s, when changed, drops the fee at once: it belonged to another transfer', async (name, value) => {
  const payer = await mountWithFee();
  expect(payer.element.quote?.status).toBe('given');
  Object.assign(payer.element, { [name]: value() });
  await payer.element.updateComplete;
  expect(payer.element.quote?.status).not.toBe('given');
  expect(payer.reads()).not.toMatch(/Fee about \d/);
});

test.each([
  ['description', 'Rent'],
  ['trackingId', 'order-1'],
  ['expiredAt', TIME],
  ['saveCard', true],
  ['receiptText', ['Thanks']],
  ['notificationUrl', 'https://shop.example/notified'],
  ['messages', { source_card: 'Yours' }],
  ['name', 'transfer'],
] as const)('%s, when changed, keeps the fee', async (name, value) => {
  const payer = await mountWithFee();
  Object.assign(payer.element, { [name]: value });
  await payer.element.updateComplete;
  expect(payer.element.quote?.status).toBe('given');
  expect(gateway.posts).toHaveLength(1);
});

test('public-key and checkout-url, changed while the form is empty, apply to the next check', async () => {
  const payer = await mount();
  await payer.waitForEvents('checkout-ready');
  payer.element.publicKey = otherKey;
  payer.element.checkoutUrl = OTHER_ADDRESS;
  await payer.fillsCards();
  await expect.poll(() => sent('check')[0]).toMatchObject({ origin: OTHER_ADDRESS, bearer: `Bearer ${otherKey}` });
});

/** The thumbprint in the header of a sealed section. */
const sealedFor = ({ request }: Sent): unknown =>
  (
    JSON.parse(atob((request.credit_card?.token ?? '').split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
      kid: unknown;
    }
  ).kid;

test('public-key, set while the form is empty, is the credential of the next check, and what it is sealed for', async () => {
  const { publicKey, thumbprint } = await createShop();
  const payer = await mountWithFee();
  payer.element.reset();
  payer.element.publicKey = publicKey;
  await payer.fillsCards();
  await expect.poll(() => sent('check').length).toBeGreaterThan(1);
  const [first, second] = sent('check');
  expect([second!.bearer, sealedFor(second!)]).toEqual([`Bearer ${publicKey}`, thumbprint]);
  expect(sealedFor(first!)).toBe(gateway.shop.thumbprint);
});

test('fetch, when changed, makes the next request', async () => {
  const payer = await mountWithFee();
  const asked: string[] = [];
  payer.element.fetch = (url, init) => {
    asked.push(new URL(url).pathname.split('/').at(-1)!);
    return gateway.fetch(url, init);
  };
  payer.element.amount = OTHER_AMOUNT;
  await payer.readsFee();
  expect(asked[0]).toBe('verify-p2p');
});

test('prepare and resolveStatus, when set later, are the ones that are called', async () => {
  const payer = await mountWithFee();
  gateway.replies.transfer = [new Response('<html>')];
  const asked: unknown[] = [];
  payer.element.prepare = ({ attempt }) => {
    asked.push(attempt);
    return Promise.resolve({ trackingId: 'order-9' });
  };
  payer.element.resolveStatus = ({ trackingId }) => {
    asked.push(trackingId);
    return Promise.resolve({ outcome: 'successful' });
  };
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(asked).toEqual([1, 'order-9']);
});
