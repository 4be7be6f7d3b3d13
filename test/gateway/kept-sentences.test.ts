// Sentences of the specification that no other test holds: each as the sandbox answers over HTTP.
import { describe, expect, test } from 'vitest';
import { createClock } from '../../demo/gateway/time/clock.js';
import { Buyer, card } from './buyer.js';
import { leastProduct, Merchant } from './merchant.js';
import { plainTransfer, Sandbox, START } from './sandbox.js';
import { freshStore } from './stores.js';
import { Subscriber } from './subscriber.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

describe('2.6 transaction.language, 2.7 language, 2.8 language: the request’s value, or en if it was not sent', () => {
  test.each([
    ['sw', 'sw'],
    ['hu', 'hu'],
    ['pt-BR', 'pt-BR'],
    ['no language at all', 'no language at all'],
    [undefined, 'en'],
    ['', 'en'],
  ])('%j comes back as %s', async (language, echoed) => {
    const sandbox = new Sandbox();
    expect((await sandbox.transfer({ language })).language).toBe(echoed);
    const merchant = new Merchant(sandbox, 'sealed');
    const product = await merchant.product({ language });
    expect(product['language']).toBe(echoed);
    const plan = { title: 'Tea', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' }, language };
    expect((await merchant.send('POST', '/plans', plan)).body['language']).toBe(echoed);
    const subscription = await merchant.send('POST', '/subscriptions', { plan: { ...plan, language: undefined }, language });
    expect(subscription.body['plan'].language).toBe('en');
    const buyer = await Buyer.of({}, sandbox);
    expect((await buyer.pay({ language })).language).toBe(echoed);
  });

  test('pages and e-mails choose English for one that they don’t have', async () => {
    const sandbox = new Sandbox();
    const { receipt_url: receipt } = await sandbox.transfer({ language: 'sw' });
    const page = await (await sandbox.fetch(new URL(receipt as string).pathname)).text();
    expect(page).toContain('<html lang="en"');
  });
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
])('2.5 duplicate_check: is repeated in the answer, %s as %s', async (given, echoed) => {
  expect((await new Sandbox().transfer({ duplicate_check: given })).duplicate_check).toBe(echoed);
  expect((await (await Buyer.of()).pay({ duplicate_check: given })).duplicate_check).toBe(echoed);
});

test('8 tracking_id lookup: a unique id gives one transaction, otherwise an array of up to 10, the most recent first', async () => {
  const sandbox = new Sandbox();
  const lookUp = async (id: string) => (await sandbox.get(`/transactions/tracking_id/${id}`)).body;
  expect(await lookUp('order-1')).toMatchObject({ message: 'Record not found' });
  const first = await sandbox.transfer({ tracking_id: 'order-1' });
  expect(await lookUp('order-1')).toEqual({ transaction: first });
  expect((await sandbox.get('/v2/transactions/tracking_id/order-1')).body).toEqual({ transactions: [first] });
  const second = await sandbox.transfer({ tracking_id: 'order-1', amount: 2 });
  expect(await lookUp('order-1')).toEqual({ transactions: [second, first] });
  for (let amount = 3; amount <= 12; amount += 1) await sandbox.transfer({ tracking_id: 'order-1', amount });
  const { transactions } = await lookUp('order-1');
  expect(transactions.map((one: Json) => one['amount'])).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
});

describe('2.1 country: an assigned code of ISO 3166-1 alpha-2', () => {
  test.each([
    ['ZZ', ['is unknown ISO 3166-1 Alpha-2 code']],
    ['XK', ['is unknown ISO 3166-1 Alpha-2 code']],
    ['UK', ['is unknown ISO 3166-1 Alpha-2 code']],
    ['de', ['is not in ISO 3166-1 Alpha-2 format']],
    ['DE', undefined],
    ['GB', undefined],
  ])('%s, in a customer, an order and the three addresses', async (country, texts) => {
    const sandbox = new Sandbox();
    const merchant = new Merchant(sandbox);
    const customer = await merchant.send('POST', '/customers', { email: 'a@b.example', ip: '192.0.2.1', country });
    expect(customer.body['errors']?.country).toEqual(texts);
    const buyer = await Buyer.of({}, sandbox);
    const order = await buyer.order({ customer: { country } });
    expect(order.body['errors']?.customer?.country).toEqual(texts);
    for (const name of ['billing_address', 'sender_billing_address', 'recipient_billing_address']) {
      const request = plainTransfer({ [name]: { country }, duplicate_check: false });
      const { body } = await sandbox.post('/transactions/p2ps', request);
      expect(body['errors']?.[name]?.country).toEqual(texts);
    }
  });
});

describe('2.8 trial: no part of one is dropped in silence', () => {
  test.each([
    [{ interval_unit: 'day' }, ['amount', 'interval']],
    [{ as_first_payment: true }, ['amount', 'interval', 'interval_unit']],
    [{ as_first_payment: false }, ['amount', 'interval', 'interval_unit']],
    [{ amount: 100 }, ['interval', 'interval_unit']],
    [{ interval: 3 }, ['amount', 'interval_unit']],
  ])('%j alone is refused, and what is missing is named', async (trial, missing) => {
    const plan = { title: 'Tea', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' }, trial };
    const { status, body } = await new Merchant().send('POST', '/plans', plan);
    expect(status).toBe(422);
    expect(body['errors']).toEqual({ trial: Object.fromEntries(missing.map((name) => [name, ["can't be blank"]])) });
  });

  test.each([{}, null, { amount: null, interval: null, interval_unit: null }])('%j is no trial', async (trial) => {
    const plan = { title: 'Tea', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' }, trial };
    expect((await new Merchant().send('POST', '/plans', plan)).status).toBe(201);
  });
});

describe('2.8 prevent_payments_at_night, 8 night window: only a first charge without the payer waits', () => {
  const NIGHT = Date.parse('2026-11-21T22:30:00.000Z');
  const PLAN = {
    title: 'Tea',
    currency: 'USD',
    plan: { amount: 1000, interval: 1, interval_unit: 'month' },
    prevent_payments_at_night: true,
  };
  const CUSTOMER = { email: 'ann@shop.example', ip: '192.0.2.7' };

  async function subscribed(at: number, plan: Json = PLAN) {
    const sandbox = new Sandbox({ clock: createClock({ frozenAt: at }) });
    const { credit_card: saved } = await sandbox.transfer({ additional_data: { contract: ['oneclick'] } });
    const merchant = new Merchant(sandbox);
    const { body } = await merchant.send('POST', '/subscriptions', {
      plan,
      customer: CUSTOMER,
      card: { token: saved.token },
      tracking_id: 'order-1',
    });
    const read = async () => (await merchant.get(`/subscriptions/${body['id']}`)).body;
    return { sandbox, body, read };
  }

  test('until 08:00', async () => {
    const { sandbox, body, read } = await subscribed(NIGHT);
    expect(body).toMatchObject({ state: 'pending', last_transaction: { status: 'pending' }, paid_billing_cycles: 0 });
    await sandbox.advance(9.5 * 3600 - 1);
    expect(await read()).toMatchObject({ state: 'pending', last_transaction: { status: 'pending' } });
    await sandbox.advance(1);
    expect(await read()).toMatchObject({
      state: 'active',
      active_to: '2026-12-22T08:00:00Z',
      last_transaction: { uid: body['last_transaction'].uid, status: 'successful' },
    });
    const { body: listed } = await sandbox.get('/v2/transactions/tracking_id/order-1');
    expect(listed['transactions']).toMatchObject([{ paid_at: '2026-11-22T08:00:00Z' }]);
    // Once.
    await sandbox.advance(86_400);
    expect((await sandbox.get('/v2/transactions/tracking_id/order-1')).body['transactions']).toHaveLength(1);
  });

  test('also one that is declined in the morning', async () => {
    const sandbox = new Sandbox({ clock: createClock({ frozenAt: NIGHT }) });
    const merchant = new Merchant(sandbox);
    const number = '4005550000000019';
    const { body } = await merchant.send('POST', '/subscriptions', { plan: PLAN, customer: CUSTOMER, card: card(number) });
    expect(body['state']).toBe('pending');
    await sandbox.advance(10 * 3600);
    expect((await merchant.get(`/subscriptions/${body['id']}`)).body).toMatchObject({ state: 'failed', renew_at: null });
  });

  test.each([
    ['by day', START, PLAN],
    ['at night, where the plan allows it', NIGHT, { ...PLAN, prevent_payments_at_night: false }],
  ])('is made at once %s', async (_, at, plan) => {
    expect((await subscribed(at, plan)).body).toMatchObject({ state: 'active', last_transaction: { status: 'successful' } });
  });

  test('is made at once on the plan’s page, where the payer is present: our decision', async () => {
    const sandbox = new Sandbox({ clock: createClock({ frozenAt: NIGHT }) });
    const { state } = await new Subscriber(undefined, sandbox).subscribe(PLAN);
    expect(state).toBe('active');
  });
});

describe('2.7 quantity: only what was taken is given back', () => {
  const CHALLENGE = card('4012000000001097');

  test('an order of an endless product takes nothing, so its failure gives nothing back', async () => {
    const buyer = await Buyer.of({ infinite: true, quantity: undefined });
    const { redirect_url } = await buyer.pay({ credit_card: CHALLENGE });
    await buyer.merchant.send('PUT', `/products/${buyer.product['id']}`, { infinite: false, quantity: '3' });
    await buyer.answerBank(redirect_url, { action: 'cancel' });
    expect(await buyer.left()).toBe(3);
  });

  test('an order that took an item gives it back when it fails', async () => {
    const buyer = await Buyer.of({ quantity: '3' });
    const { redirect_url } = await buyer.pay({ credit_card: CHALLENGE });
    expect(await buyer.left()).toBe(2);
    await buyer.answerBank(redirect_url, { action: 'cancel' });
    expect(await buyer.left()).toBe(3);
  });
});

describe('2.5 notification_url: credentials, and ports that no client connects to, are refused', () => {
  test.each([
    ['http://user:secret@127.0.0.1:4020/n', 'must not contain a user name or a password'],
    ['http://user@127.0.0.1:4020/n', 'must not contain a user name or a password'],
    ['http://127.0.0.1:25/n', 'has a port that no client connects to'],
    ['http://127.0.0.1:0/n', 'has a port that no client connects to'],
    ['http://127.0.0.1:6667/n', 'has a port that no client connects to'],
    ['ftp://127.0.0.1/n', 'is not a URL'],
  ])('%s', async (notification_url, text) => {
    const sandbox = new Sandbox();
    const merchant = new Merchant(sandbox, 'sealed');
    const refused = { notification_url: [text] };
    expect((await sandbox.post('/transactions/p2ps', plainTransfer({ notification_url }))).body['errors']).toEqual(refused);
    expect((await merchant.send('POST', '/products', leastProduct({ notification_url }))).body['errors']).toEqual(refused);
    const plan = { title: 'Tea', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } };
    expect((await merchant.send('POST', '/subscriptions', { plan, notification_url })).body['errors']).toEqual(refused);
    expect((await (await Buyer.of({}, sandbox)).order({ notification_url })).body['errors']).toEqual(refused);
  });
});

test('6 rule 3: e-mails are in the language of the request, with the lines of receipt_text', async () => {
  const store = freshStore();
  const sandbox = new Sandbox({ store });
  await sandbox.transfer({
    language: 'ru',
    customer: { email: 'ann@shop.example' },
    additional_data: { receipt_text: ['Thank you, Ann.', 'Call 555 0100.'] },
  });
  const [letter] = await store.emails.latest(1);
  expect(letter).toMatchObject({ to: 'ann@shop.example', language: 'ru', subject: expect.stringMatching(/[а-я]{4}/) });
  expect(letter?.text).toMatch(/[а-я]{4}[^]*\nThank you, Ann\.\nCall 555 0100\.\n/);
});
