import { describe, expect, test } from 'vitest';
import { Buyer, card } from '../buyer.js';

const DECLINED = card('4005550000000019');

describe('an item for sale', () => {
  test("is public, with the name of the shop and without the merchant's own data", async () => {
    const buyer = await Buyer.of({ additional_data: { cost: 900 }, return_url: 'https://shop.example/thanks?key=7' });
    const { status, headers, body } = await buyer.offer();
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const merchants = ['additional_data', 'shop_id', 'return_url', 'success_url', 'fail_url', 'notification_url'];
    const known = Object.fromEntries(Object.entries(buyer.product).filter(([name]) => !merchants.includes(name)));
    expect(body).toEqual({ product: known, shop: { name: 'Corner Store' } });
  });

  test.each([
    ['the own address', (path: string) => path],
    ['an address with that shop in it', (path: string) => path.replace('/1001', '/1002')],
  ])("is neither shown nor sold for another shop's key, under %s", async (_, change) => {
    const buyer = await Buyer.of();
    const credentials = await buyer.sandbox.bearer('plain');
    const headers = { accept: 'application/json', ...credentials };
    expect((await buyer.sandbox.ask(change(buyer.path), { headers })).status).toBe(404);
    const { status } = await buyer.sandbox.ask(change(buyer.path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials },
      body: JSON.stringify({ request: { credit_card: card() } }),
    });
    expect([status, await buyer.left()]).toEqual([404, 3]);
  });
});

describe('an order', () => {
  test('is a job, and then a transaction of the product', async () => {
    const buyer = await Buyer.of({ test: true, additional_data: { receipt_text: ['Thank you'] } });
    const { status, body } = await buyer.order({
      tracking_id: 'order-7',
      language: 'de',
      notification_url: 'http://127.0.0.1:4099/note',
      customer: { email: 'ann@shop.example', first_name: 'Ann', ip: '203.0.113.7' },
    });
    expect([status, body]).toEqual([200, { status: 'new', job_id: expect.any(String) }]);
    expect((await buyer.sandbox.poll(body.job_id, 'sealed')).body).toEqual(body);
    await buyer.sandbox.advance(1);
    const job = (await buyer.sandbox.poll(body.job_id, 'sealed')).body;
    expect(job.status).toBe('done');
    // As at gateways of the family.
    expect(job.response.transaction).not.toHaveProperty('product_id');
    expect(job.response.transaction).toMatchObject({
      uid: expect.any(String),
      status: 'successful',
      type: 'payment',
      amount: 2500,
      currency: 'USD',
      description: 'Tea pot',
      tracking_id: 'order-7',
      language: 'de',
      test: true,
      message: 'Successfully processed',
      paid_at: '2026-11-21T10:00:00Z',
      notification_url: 'http://127.0.0.1:4099/note',
      customer: { email: 'ann@shop.example', ip: '203.0.113.7' },
      billing_address: { first_name: 'Ann', country: null },
      additional_data: { receipt_text: ['Thank you'] },
      credit_card: { last_4: '0000', bin: '420000', exp_month: 1, exp_year: 2030 },
      payment: { status: 'successful', bank_code: '00', amount: 2500, currency: 'USD' },
    });
    for (const name of ['recipient_card', 'verify_p2p', 'p2p']) expect(job.response.transaction).not.toHaveProperty(name);
    expect(await buyer.left()).toBe(2);
  });

  test('takes language and return_url from the product when it names none', async () => {
    const buyer = await Buyer.of({ language: 'ru', return_url: 'https://shop.example/thanks' });
    expect(await buyer.pay()).toMatchObject({ language: 'ru', return_url: 'https://shop.example/thanks' });
  });

  test("can't set price, currency, description or test", async () => {
    const buyer = await Buyer.of();
    const transaction = await buyer.pay({ amount: 1, currency: 'JPY', description: 'Gift', test: true, quantity: 0 });
    expect(transaction).toMatchObject({ amount: 2500, currency: 'USD', description: 'Tea pot', test: false });
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::9', '2001:db8::9'],
  ])('has the address of its connection, %s, unless it names one', async (remoteAddress, ip) => {
    const buyer = await Buyer.of();
    const send = async (request: object) => {
      const response = await buyer.sandbox.serve(
        new Request(buyer.product.confirm_url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(await buyer.sandbox.bearer('sealed')) },
          body: JSON.stringify({ request }),
        }),
        { incoming: { socket: { remoteAddress } } },
      );
      await buyer.sandbox.advance(1);
      const { job_id } = (await response.json()) as { job_id: string };
      return (await buyer.sandbox.poll(job_id, 'sealed')).body.response.transaction.customer.ip;
    };
    expect(await send(await buyer.seal())).toBe(ip);
    await buyer.sandbox.advance(30);
    expect(await send(await buyer.seal({ customer: { ip: '198.51.100.1' } }))).toBe('198.51.100.1');
  });

  test('of an unlimited product leaves it unlimited', async () => {
    const buyer = await Buyer.of({ infinite: true, quantity: undefined });
    await buyer.pay();
    await buyer.pay({ credit_card: DECLINED });
    expect(await buyer.left()).toBeNull();
  });
});

describe('access to a confirm_url', () => {
  test('takes the public key and X-Api-Version 2, and every origin may read what it answers', async () => {
    const buyer = await Buyer.of();
    const accept = { accept: 'application/json' };
    const { authorization = '' } = await buyer.sandbox.bearer('sealed');
    const none = await buyer.sandbox.ask(buyer.path, { headers: accept });
    const noVersion = await buyer.sandbox.ask(buyer.path, { headers: { ...accept, authorization } });
    const secret = await buyer.sandbox.ask(buyer.path, { headers: { ...accept, ...(await buyer.sandbox.basic('sealed')) } });
    const post = await buyer.sandbox.ask(buyer.path, { method: 'POST', body: '{}' });
    const put = await buyer.sandbox.ask(buyer.path, { method: 'PUT' });
    const preflight = await buyer.sandbox.ask(buyer.path, { method: 'OPTIONS' });
    expect([none, noVersion, secret, post, put, preflight].map(({ status }) => status)).toEqual([401, 400, 401, 401, 405, 204]);
    for (const { headers } of [none, noVersion, secret, post, put, preflight]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});
