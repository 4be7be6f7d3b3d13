// @module-tag long
import { calculateJwkThumbprint } from 'jose';
import { expect, inject, test } from 'vitest';
import '../../../../src/define.js';
import type { P2pTransferElement } from '../../../../src/index.js';
import '../../watch-leaks.js';
import { freshAmount, mount, TRANSFER } from '../../payer.js';
import { type Sent, listeningLine, mountWithFee, ADDRESS, TIME } from './element-with-fee.js';

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
  const { payer, sent } = await mountWithFee();
  Object.assign(payer.element, { [name]: value });
  await payer.element.updateComplete;
  await expect.poll(() => payer.element.quote?.status, { timeout: 10_000 }).toBe('given');
  await payer.element.submit();
  const transfers = sent.filter(({ path }) => path === TRANSFER);
  expect(transfers).toHaveLength(1);
  expect(transfers[0]?.request).toMatchObject(JSON.parse(JSON.stringify(expected)) as object);
  expect(transfers[0]?.request).not.toHaveProperty('billing_address');
  if (name === 'recipientBillingAddress') expect(transfers[0]?.request['recipient_billing_address']).not.toHaveProperty('state');
});

test('test, when removed, is missing in the next check and its badge is gone; set again, both are back', async () => {
  const { payer, sent } = await mountWithFee();
  expect(payer.reads()).toContain('Test mode: no money moves');
  payer.element.removeAttribute('test');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(({ request }) => request['test'])).toEqual([true, undefined]);
  expect(payer.reads()).not.toContain('Test mode');
  payer.element.toggleAttribute('test', true);
  await payer.sees(payer.text('Test mode: no money moves'));
});

const other = (): string =>
  inject('shops').filter(({ pci_certified }) => !pci_certified)[1]?.public_key ?? inject('shops')[1]?.public_key ?? '';

test.each<[keyof P2pTransferElement, () => unknown]>([
  ['amount', () => 4000],
  ['currency', () => 'EUR'],
  ['test', () => false],
  ['p2pType', () => 'A2A'],
  ['sourceCard', () => ({ token: 'any', brand: 'visa', last_4: '0000' })],
  ['recipientCard', () => ({ token: 'any', brand: 'visa', last_4: '1006' })],
])('%s, when changed, drops the fee at once: it belonged to another transfer', async (name, value) => {
  const { payer } = await mountWithFee();
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
  const { payer, sent } = await mountWithFee();
  Object.assign(payer.element, { [name]: value });
  await payer.element.updateComplete;
  expect(payer.element.quote?.status).toBe('given');
  expect(sent).toHaveLength(1);
});

test('public-key and checkout-url, changed while the form is empty, apply to the next check', async () => {
  const { line, sent } = listeningLine();
  const payer = await mount({}, { fetch: line.fetch });
  await payer.waitForEvents('checkout-ready');
  payer.element.publicKey = other();
  payer.element.checkoutUrl = inject('gateway').checkout_url.replace('127.0.0.1', 'localhost');
  await payer.fillsCards();
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(sent[0]).toMatchObject({ origin: new URL(payer.element.checkoutUrl).origin, bearer: `Bearer ${other()}` });
});

/** The thumbprint in the header of a sealed section. */
const sealedFor = ({ request }: Sent): unknown =>
  (
    JSON.parse(atob((request.credit_card?.token ?? '').split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
      kid: unknown;
    }
  ).kid;

test('encryptionKey, set while the form is empty, seals the next check; when it is removed, the public key does again', async () => {
  const { publicKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  );
  const { kty = '', n = '', e = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const thumbprint = await calculateJwkThumbprint({ kty, n, e });
  const { payer, sent } = await mountWithFee();
  payer.element.reset();
  payer.element.encryptionKey = { kty, n, e };
  await payer.fillsCards();
  await expect.poll(() => sent.length, { timeout: 5000 }).toBeGreaterThan(1);
  expect(sent.slice(0, 2).map((each) => sealedFor(each) === thumbprint)).toEqual([false, true]);
  payer.element.reset();
  payer.element.encryptionKey = undefined;
  await payer.fillsCards();
  await payer.readsFee();
  expect(sealedFor(sent.at(-1)!)).toBe(sealedFor(sent[0]!));
});

test('fetch, when changed, makes the next request', async () => {
  const { payer, sent } = await mountWithFee();
  const next = listeningLine();
  payer.element.fetch = next.line.fetch;
  payer.element.amount = freshAmount();
  await payer.readsFee();
  expect([sent.length, next.sent.length]).toEqual([1, 1]);
});

test('prepare and resolveStatus, when set later, are the ones that are called', async () => {
  const { payer, line } = await mountWithFee();
  line.answer(TRANSFER, () => Promise.resolve(new Response('<html>')));
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
