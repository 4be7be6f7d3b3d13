import { calculateJwkThumbprint } from 'jose';
import { expect, inject, test } from 'vitest';
import '../../../src/define.js';
import { P2pTransferElement } from '../../../src/index.js';
import '../watch-test.js';
import { CHECK, freshAmount, Line, mount, type Payer, sandboxAttributes, shown, TRANSFER } from '../payer.js';

// Every attribute and property of the table in one place: changed on an element that has its cards and its fee, each
// must take effect at once. Address and keys are held while there is input (held-settings.browser.test.ts); before that
// they take effect too.

interface Sent {
  readonly path: string;
  readonly origin: string;
  readonly bearer: string | null;
  readonly request: Readonly<Record<string, unknown>> & { readonly credit_card?: { readonly token?: string } };
}

/** A line that records requests; the gateway answers the checks, and transfers are refused for a test's own reason. */
function listeningLine(): { line: Line; sent: Sent[] } {
  const line = new Line();
  const sent: Sent[] = [];
  const listen = (path: string, answer: (url: string, init: RequestInit) => Promise<Response>): void =>
    line.answer(path, (url, init) => {
      const { request } = JSON.parse(init.body as string) as Pick<Sent, 'request'>;
      sent.push({ path, origin: new URL(url).origin, bearer: new Headers(init.headers).get('authorization'), request });
      return answer(url, init);
    });
  listen(CHECK, (url, init) => fetch(url, init));
  listen(TRANSFER, () => Promise.resolve(Response.json({ error_code: 'closed', message: 'Closed today' }, { status: 422 })));
  return { line, sent };
}

async function atFee(): Promise<{ payer: Payer; line: Line; sent: Sent[] }> {
  const { line, sent } = listeningLine();
  const payer = await mount({}, { fetch: line.fetch });
  await payer.fillsCards();
  await payer.readsFee();
  return { payer, line, sent };
}

const ADDRESS = {
  first_name: 'Ann',
  last_name: 'Lee',
  country: 'US',
  city: 'Austin',
  state: 'TX',
  zip: '73301',
  address: '1 Elm St',
  phone: '+15125550100',
};
const TIME = '2099-01-31T18:00:00+03:00';

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
  ['saveCard', true, { additional_data: { contract: ['oneclick'] } }],
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
  const { payer, sent } = await atFee();
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
  const { payer, sent } = await atFee();
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
  const { payer } = await atFee();
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
  const { payer, sent } = await atFee();
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
  const { payer, sent } = await atFee();
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
  const { payer, sent } = await atFee();
  const next = listeningLine();
  payer.element.fetch = next.line.fetch;
  payer.element.amount = freshAmount();
  await payer.readsFee();
  expect([sent.length, next.sent.length]).toEqual([1, 1]);
});

test('prepare and resolveStatus, when set later, are the ones that are called', async () => {
  const { payer, line } = await atFee();
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

test('min-amount and max-amount, when changed, validate the typed amount', async () => {
  const payer = await mount({ amount: null });
  await payer.amount.fill('50');
  await payer.sees(payer.button('Transfer 50.00 USD'));
  payer.element.setAttribute('max-amount', '4000');
  await payer.sees(payer.text('Enter at most 40.00 USD.'));
  payer.element.removeAttribute('max-amount');
  await payer.sees(payer.button('Transfer 50.00 USD'));
  payer.element.setAttribute('min-amount', '6000');
  await expect.element(payer.button('Transfer')).toBeVisible();
  await expect.element(payer.button('Transfer 50.00 USD')).not.toBeInTheDocument();
  payer.element.setAttribute('min-amount', '5000');
  await payer.sees(payer.button('Transfer 50.00 USD'));
});

test('amount, when removed, opens its input; set again, it is fixed', async () => {
  const amount = freshAmount();
  const payer = await mount({ amount: null });
  await payer.sees(payer.amount);
  payer.element.setAttribute('amount', String(amount));
  await payer.sees(payer.button(`Transfer ${shown(amount)}`));
  expect(payer.amount.elements()).toEqual([]);
  payer.element.removeAttribute('amount');
  await payer.sees(payer.amount);
});

test('currency, when changed while an amount is typed, reads the amount again', async () => {
  const payer = await mount({ amount: null });
  await payer.amount.fill('50');
  await payer.sees(payer.button('Transfer 50.00 USD'));
  payer.element.setAttribute('currency', 'JPY');
  await payer.sees(payer.button('Transfer 50 JPY'));
});

test('language, when changed, applies at once, with its direction, and keeps the input', async () => {
  const { payer } = await atFee();
  payer.element.setAttribute('language', 'ru');
  await expect.poll(() => payer.reads()).toContain('С карты');
  payer.element.setAttribute('language', 'ar');
  await expect.poll(() => getComputedStyle(payer.element.shadowRoot!.querySelector('.base')!).direction).toBe('rtl');
  payer.element.removeAttribute('language');
  await expect.poll(() => payer.reads()).toContain('From card');
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test('challenge, when changed on the way to the bank, changes the offered way', async () => {
  const payer = await mount();
  await payer.pays({ number: '4012000000001097' });
  await payer.sees(payer.button('Continue to your bank'));
  payer.element.setAttribute('challenge', 'dialog');
  await payer.button('Continue to your bank').click();
  await expect.poll(() => payer.element.shadowRoot?.querySelector('dialog')?.open).toBe(true);
  payer.element.cancel();
});

test('redirect-origins, set before the bank is reached, decides whether the payer is sent there', async () => {
  const { payer, line } = await atFee();
  line.answer(TRANSFER, undefined);
  payer.element.setAttribute('redirect-origins', 'https://acs.example');
  await payer.fills(payer.from('Card number'), '4012000000001097');
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('unknown');
  expect(payer.events('checkout-error').map(({ error }) => Reflect.get(error, 'code'))).toEqual(['redirect_refused']);
});

test('return-origins, set later, makes a refused return-url valid', async () => {
  const payer = await mount({ 'return-url': 'https://shop.example/back' });
  await payer.sees(payer.alert());
  payer.element.setAttribute('return-origins', 'https://shop.example');
  await payer.sees(payer.from('Card number'));
});

test('name, when changed, is the form field that gets the uid', async () => {
  const form = document.createElement('form');
  document.body.append(form);
  const payer = await mount();
  form.append(payer.element);
  await payer.pays();
  await payer.learns('successful');
  expect([...new FormData(form).keys()]).toEqual([]);
  payer.element.setAttribute('name', 'transfer');
  expect(new FormData(form).get('transfer')).toBe(payer.events('checkout-outcome')[0]?.transaction?.uid);
});

test('messages, when changed, apply to the outcome shown', async () => {
  const payer = await mount();
  await payer.pays();
  await payer.learns('successful');
  payer.element.messages = { successful: 'Sent!' };
  await payer.sees(payer.heading('Sent!'));
  payer.element.messages = undefined;
  await payer.sees(payer.heading('Transfer complete'));
});

test('collect, sourceCard, recipientCard, save-card and expired-at, when changed, show at once', async () => {
  const payer = await mount();
  payer.element.collect = 'recipient-holder';
  await payer.sees(payer.to('Recipient’s name'));
  payer.element.collect = null;
  await expect.element(payer.to('Recipient’s name')).not.toBeInTheDocument();
  payer.element.sourceCard = { token: 'a', brand: 'visa', last_4: '0000' };
  payer.element.recipientCard = { token: 'b', brand: 'mir', last_4: '1111' };
  await payer.sees(payer.text('Visa •••• 0000'));
  await payer.sees(payer.text('Mir •••• 1111').first());
  payer.element.saveCard = true;
  await payer.sees(payer.text('Your cards will be saved for next time.'));
  payer.element.expiredAt = new Date(Date.now() + 100_000).toISOString();
  await payer.sees(payer.text(/^Confirm within 1:\d\d$/));
  payer.element.expiredAt = null;
  await expect.element(payer.text(/^Confirm within/)).not.toBeInTheDocument();
});

test('an attribute and its property are one setting, whichever is set', async () => {
  const payer = await mount();
  const { element } = payer;
  const kinds = P2pTransferElement.properties as unknown as Readonly<
    Record<string, { attribute?: string | false; type?: unknown }>
  >;
  const seen = Object.entries(kinds).flatMap(([name, { attribute, type }]): [string, unknown][] => {
    if (attribute === false) return [];
    const written = type === Boolean ? '' : 'x-1';
    element.setAttribute(attribute ?? name, written);
    const read: unknown = Reflect.get(element, name);
    return [[attribute ?? name, read]];
  });
  expect(seen.length).toBeGreaterThan(15);
  expect(seen.filter(([, read]) => read !== 'x-1' && read !== true)).toEqual([]);
  for (const [name, value] of Object.entries(sandboxAttributes())) element.setAttribute(name, value);
});

test('everything reaches the gateway: customer data, receipt, type and addresses are in its record', async () => {
  const amount = freshAmount();
  const payer = await mount({ amount: String(amount) });
  await payer.fillsCards();
  await payer.readsFee();
  const trackingId = `order-${crypto.randomUUID()}`;
  Object.assign(payer.element, {
    p2pType: 'A2A',
    receiptText: ['Line one', 'Line two'],
    notificationUrl: 'https://shop.example/notified',
    trackingId,
    description: 'Rent',
    customer: { ip: '127.0.0.1', email: 'ann@example.com', device_id: 'd-1', external_id: '77' },
    senderBillingAddress: ADDRESS,
    recipientBillingAddress: { ...ADDRESS, country: 'DE', state: 'BE', zip: '10115' },
    expiredAt: TIME,
  } satisfies Partial<P2pTransferElement>);
  await payer.element.updateComplete;
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({
    amount,
    currency: 'USD',
    description: 'Rent',
    tracking_id: trackingId,
    test: true,
    language: 'en',
    notification_url: 'https://shop.example/notified',
    expired_at: TIME,
    return_url: location.href.replace(/#.*/, ''),
    customer: { ip: '127.0.0.1', email: 'ann@example.com', device_id: 'd-1' },
    sender_billing_address: ADDRESS,
    // Spec 2.1: a state belongs to the US and Canada.
    recipient_billing_address: { ...ADDRESS, country: 'DE', state: null, zip: '10115' },
    additional_data: { receipt_text: ['Line one', 'Line two'], p2p: { type: 'A2A' } },
  });
  expect(payer.events('checkout-outcome')[0]?.transaction).not.toHaveProperty('billing_address');
  // Customer data is never stored in the browser.
  expect(Object.values(localStorage).join(' ')).not.toMatch(/Ann|ann@|Elm/);
});

test('auto-advance, when set, applies to the next number', async () => {
  const payer = await mount({}, { autoAdvance: true });
  await payer.fills(payer.from('Card number'), '4200000000000000');
  expect(payer.focused()).toBe('Expiry date');
});

test('page-title, when set, names the outcome in the page’s title, and when removed gives the title back', async () => {
  const payer = await mount({ 'page-title': '' });
  await payer.pays();
  await expect.poll(() => document.title, { timeout: 10_000 }).toMatch(/^Transfer complete – ./);
  payer.element.pageTitle = false;
  await expect.poll(() => document.title).not.toMatch(/^Transfer/);
});

const table = Object.keys(P2pTransferElement.properties);
test('no attribute or property is missing in this file', async () => {
  const source = await (await fetch(import.meta.url)).text();
  const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const used = (name: string): boolean =>
    [name, kebab(name)].some((each) => new RegExp(String.raw`(element\.|["'])${each}\b`).test(source));
  expect(table.filter((name) => !used(name))).toEqual([]);
});
