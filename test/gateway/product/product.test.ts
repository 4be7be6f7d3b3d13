import { describe, expect, test } from 'vitest';
import { leastProduct, Merchant } from '../merchant.js';
import { API, Sandbox } from '../sandbox.js';
import { BLANK, NO_QUANTITY, NO_END } from './refusal-texts.js';
import { VISIBLE_FIELDS } from '../../wire/visible-fields.js';

async function refusal(changes: object): Promise<unknown> {
  const { status, body } = await new Merchant().send('POST', '/products', leastProduct(changes));
  expect([status, body.error_code]).toEqual([422, 'invalid_params']);
  return body.errors;
}

describe('creating a product', () => {
  test('answers 201 with every field of the product and its links', async () => {
    const { status, body } = await new Merchant().send('POST', '/products', {
      name: 'Tea pot',
      description: 'Holds one litre',
      currency: 'USD',
      amount: '2500',
      quantity: '3',
      infinite: false,
      visible_fields: ['first_name', 'email'],
      test: true,
      immortal: false,
      expired_at: '2026-12-24T18:00:00+03:00',
      return_url: 'https://shop.example/thanks',
      notification_url: 'https://shop.example/notifications?sku=tea',
      shop_id: 1002,
      language: 'ru',
      transaction_type: 'authorization',
      additional_data: { receipt_text: ['Thank you'] },
    });
    expect(status).toBe(201);
    expect(body.id).toMatch(/^prd_[\da-f]{16}$/);
    expect(body).toEqual({
      id: body.id,
      name: 'Tea pot',
      description: 'Holds one litre',
      currency: 'USD',
      amount: 2500,
      quantity: 3,
      infinite: false,
      visible_fields: ['first_name', 'email'],
      test: true,
      immortal: false,
      expired_at: '2026-12-24T15:00:00Z',
      return_url: 'https://shop.example/thanks',
      success_url: null,
      fail_url: null,
      notification_url: 'https://shop.example/notifications?sku=tea',
      shop_id: 1002,
      language: 'ru',
      transaction_type: 'authorization',
      created_at: '2026-11-21T10:00:00Z',
      updated_at: '2026-11-21T10:00:00Z',
      additional_data: { receipt_text: ['Thank you'] },
      pay_url: `${API}/products/${body.id}/pay`,
      payment_url: `${API}/products/${body.id}/pay`,
      confirm_url: `${API}/v2/confirm_order/${body.id}/1002`,
    });
  });

  test('fills what was not sent with the defaults', async () => {
    const body = await new Merchant().product();
    expect(body).toMatchObject({
      infinite: false,
      visible_fields: [],
      test: false,
      immortal: true,
      expired_at: null,
      return_url: null,
      language: 'en',
      transaction_type: 'payment',
      additional_data: {},
    });
  });

  test('without end and without limit has no quantity', async () => {
    const body = await new Merchant().product({ infinite: true, quantity: undefined });
    expect(body).toMatchObject({ infinite: true, quantity: null });
  });

  test.each([
    ['decimal text', '2500', '3'],
    ['numbers', 2500, 3],
    ['leading zeros', '02500', '003'],
  ])('reads amount and quantity from %s', async (_, amount, quantity) => {
    expect(await new Merchant().product({ amount, quantity })).toMatchObject({ amount: 2500, quantity: 3 });
  });

  test('takes a quantity of 0 and the largest exact amount', async () => {
    const body = await new Merchant().product({ quantity: '0', amount: '9007199254740991' });
    expect(body).toMatchObject({ quantity: 0, amount: 9007199254740991 });
  });

  test('uses English for an unknown language', async () => {
    expect((await new Merchant().product({ language: 'tlh' })).language).toBe('en');
  });

  test.each([['name'], ['description'], ['currency'], ['amount']])('refuses a product without %s', async (field) => {
    for (const nothing of [undefined, null, '']) {
      expect(await refusal({ [field]: nothing })).toEqual({ [field]: [BLANK] });
    }
  });

  test('refuses a product without quantity, and explains how to make it unlimited', async () => {
    for (const nothing of [undefined, null, '']) expect(await refusal({ quantity: nothing })).toEqual({ quantity: NO_QUANTITY });
  });

  test('refuses a product without an end, and explains how to make it immortal', async () => {
    for (const nothing of [undefined, null]) {
      expect(await refusal({ immortal: false, expired_at: nothing })).toEqual({ expired_at: NO_END });
    }
    expect(await refusal({ immortal: false, expired_at: '' })).toEqual({ expired_at: expect.arrayContaining(NO_END) });
  });

  test.each<[string, object, object]>([
    ['a name of spaces', { name: '  ' }, { name: [BLANK] }],
    ['a name that is no text', { name: 7 }, { name: ['must be a string'] }],
    ['a currency in small letters', { currency: 'usd' }, { currency: ['is not in ISO 4217 Alpha-3 format'] }],
    ['an unknown currency', { currency: 'XYZ' }, { currency: ['is unknown ISO 4217 Alpha-3 code'] }],
    ['an amount of 0', { amount: '0' }, { amount: ['must be greater than 0'] }],
    ['a negative amount', { amount: '-5' }, { amount: ['must be greater than 0'] }],
    ['an amount in major units', { amount: '25.00' }, { amount: ['must be an integer'] }],
    ['an amount with an exponent', { amount: '2e3' }, { amount: ['must be an integer'] }],
    ['an amount that is no number', { amount: true }, { amount: ['must be an integer'] }],
    ['an amount above 2^53', { amount: '9007199254740993' }, { amount: ['is too large'] }],
    ['a negative quantity', { quantity: '-1' }, { quantity: ['must be greater than or equal to 0'] }],
    ['half a piece', { quantity: 1.5 }, { quantity: ['must be an integer'] }],
    ['a quantity for a product without limit', { infinite: true }, { quantity: ['must not be sent when infinite is true'] }],
    ['infinite that is no boolean', { infinite: 'true' }, { infinite: ['must be true or false'] }],
    ['neither expired_at nor immortal', { immortal: undefined }, { expired_at: NO_END }],
    [
      'an end without time zone',
      { immortal: false, expired_at: '2026-12-24T18:00:00' },
      { expired_at: ['is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'] },
    ],
    [
      'an end in month 13',
      { immortal: false, expired_at: '2026-13-01T00:00:00Z' },
      { expired_at: ['is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'] },
    ],
    ['a return_url that is no address', { return_url: 'shop' }, { return_url: ['is not a URL'] }],
    ['a return_url that is a script', { return_url: 'javascript:alert(1)' }, { return_url: ['is not a URL'] }],
    ["another shop's id", { shop_id: 1001 }, { shop_id: ['is not the shop of these credentials'] }],
    ['a shop_id as text', { shop_id: '1002' }, { shop_id: ['must be an integer'] }],
    ['another transaction type', { transaction_type: 'p2p' }, { transaction_type: ['must be payment or authorization'] }],
    ['visible_fields that are no list', { visible_fields: 'email' }, { visible_fields: ['must be an array of strings'] }],
    ['additional_data that is no object', { additional_data: 'x' }, { additional_data: ['must be an object'] }],
  ])('refuses %s', async (_, changes, errors) => {
    expect(await refusal(changes)).toEqual(errors);
  });

  test('refuses a visible field outside the list of the contract, naming the list', async () => {
    const errors = (await refusal({ visible_fields: ['email', 'shoe_size'] })) as Record<string, string[]>;
    expect(errors.visible_fields).toEqual([expect.stringContaining('taxpayer_id')]);
  });

  test.each(VISIBLE_FIELDS)('takes the visible field %s', async (field) => {
    expect((await new Merchant().product({ visible_fields: [field] })).visible_fields).toEqual([field]);
  });

  test('names every problem at once, and joins them in the message', async () => {
    const { body } = await new Merchant().send('POST', '/products', { currency: 'usd', infinite: true, quantity: '1' });
    expect(body.errors).toEqual({
      name: [BLANK],
      description: [BLANK],
      currency: ['is not in ISO 4217 Alpha-3 format'],
      amount: [BLANK],
      quantity: ['must not be sent when infinite is true'],
      expired_at: NO_END,
    });
    for (const text of ["Name can't be blank", 'Currency is not in ISO 4217 Alpha-3 format', "Expired at can't be blank"]) {
      expect(body.message).toContain(text);
    }
  });

  test.each([['[]'], ['null'], ['"text"'], ['5']])('refuses the body %s', async (text) => {
    const sandbox = new Sandbox();
    const { status, body } = await sandbox.ask('/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await sandbox.basic()) },
      body: text,
    });
    expect([status, body.error_code]).toEqual([422, 'invalid_params']);
  });
});

describe('reading products', () => {
  test('answers a product by its id', async () => {
    const merchant = new Merchant();
    const created = await merchant.product();
    const { status, body } = await merchant.get(`/products/${created.id}`);
    expect([status, body]).toEqual([200, created]);
  });

  test.each([['prd_unknown'], ['x'], ['%00'], ["' or 1=1"]])('answers 404 with the error body for the id %s', async (id) => {
    const { status, body } = await new Merchant().get(`/products/${encodeURIComponent(id)}`);
    expect([status, body]).toEqual([404, { error_code: 'not_found', message: 'The product was not found.', errors: {} }]);
  });

  test("lists a shop's own products, oldest first", async () => {
    const sandbox = new Sandbox();
    const [merchant, other] = [new Merchant(sandbox), new Merchant(sandbox, 'sealed')];
    const first = await merchant.product({ name: 'First' });
    await other.product();
    const second = await merchant.product({ name: 'Second' });
    const { status, body } = await merchant.get('/products');
    expect([status, body]).toEqual([200, [first, second]]);
  });

  test('lists nothing for a shop without products', async () => {
    expect((await new Merchant().get('/products')).body).toEqual([]);
  });

  test("finds no other shop's product", async () => {
    const sandbox = new Sandbox();
    const { id } = await new Merchant(sandbox).product();
    const other = new Merchant(sandbox, 'sealed');
    expect((await other.get(`/products/${id}`)).status).toBe(404);
    expect((await other.send('PUT', `/products/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await new Merchant(sandbox).get(`/products/${id}`)).body.name).toBe('Tea pot');
  });
});

describe('access to products', () => {
  test.each([
    ['GET', '/products'],
    ['POST', '/products'],
    ['GET', '/products/prd_x'],
    ['PUT', '/products/prd_x'],
  ])('%s %s accepts only the secret key, and no page of another origin', async (method, path) => {
    const sandbox = new Sandbox();
    const none = await sandbox.ask(path, { method });
    const bearer = await sandbox.ask(path, { method, headers: await sandbox.bearer() });
    expect([none.status, bearer.status]).toEqual([401, 401]);
    expect(none.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(none.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each([
    ['DELETE', '/products', 'POST, GET'],
    ['POST', '/products/prd_x', 'GET, PUT'],
  ])('%s %s is not one of its methods', async (method, path, allow) => {
    const { status, headers } = await new Sandbox().ask(path, { method });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });
});
