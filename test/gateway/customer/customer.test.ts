import { describe, expect, test } from 'vitest';
import { Merchant } from '../merchant.js';
import { Sandbox } from '../sandbox.js';

const BLANK = "can't be blank";
const LEAST = { email: 'ann@shop.example', ip: '203.0.113.7' };

const create = async (customer: unknown) => new Merchant().send('POST', '/customers', customer);

describe('creating a customer', () => {
  test('answers 201 with the customer as stored', async () => {
    const fields = {
      first_name: 'Ann',
      last_name: 'Lee',
      address: '1 Main St',
      city: 'Boston',
      country: 'US',
      zip: '02101',
      state: 'MA',
      phone: '+1 555 0100',
      email: 'ann@shop.example',
      ip: '203.0.113.7',
      external_id: 'c-7',
    };
    const { status, body } = await create(fields);
    expect(status).toBe(201);
    expect(body.id).toMatch(/^cst_\w+$/);
    expect(body).toEqual({ id: body.id, ...fields, created_at: '2026-11-21T10:00:00Z' });
  });

  test('needs only the e-mail and the address of the device', async () => {
    const { status, body } = await create(LEAST);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...LEAST, first_name: null, country: null, state: null, external_id: null });
  });

  test.each([['::1'], ['2001:db8::7'], ['::ffff:203.0.113.7'], ['0.0.0.0'], ['255.255.255.255']])(
    'takes the ip %s',
    async (ip) => {
      expect((await create({ ...LEAST, ip })).status).toBe(201);
    },
  );

  test.each([
    ['256.1.1.1'],
    ['1.2.3'],
    ['1.2.3.4.5'],
    ['01.2.3.4'],
    ['2001:db8::7::1'],
    ['localhost'],
    ['203.0.113.7 '],
    ['203.0.113.7:80'],
  ])('refuses the ip %j', async (ip) => {
    const { status, body } = await create({ ...LEAST, ip });
    expect([status, body.errors]).toEqual([422, { ip: ['address is invalid'] }]);
    expect(body.message).toBe('Ip address is invalid');
  });

  test.each<[string, object, object]>([
    ['no e-mail', { email: '' }, { email: [BLANK] }],
    ['no ip', { ip: null }, { ip: [BLANK, 'is invalid'] }],
    ['an e-mail that is no text', { email: 5 }, { email: ['must be a string'] }],
    ['an e-mail without @', { email: 'nope' }, { email: ['is not an e-mail address'] }],
    ['an e-mail with nothing before @', { email: '@shop.example' }, { email: ['is not an e-mail address'] }],
    ['an e-mail with nothing behind @', { email: 'ann@' }, { email: ['is not an e-mail address'] }],
    ['an e-mail with a space in it', { email: 'ann lee@shop.example' }, { email: ['is not an e-mail address'] }],
    ['two e-mails', { email: 'ann@bob@shop.example' }, { email: ['is not an e-mail address'] }],
    ['no state in the US', { country: 'US' }, { state: [BLANK] }],
    ['an empty state in Canada', { country: 'CA', state: '' }, { state: [BLANK] }],
    ['a state in words', { country: 'US', state: 'Ohio' }, { state: ['must be two letters'] }],
    ['a country in words', { country: 'France' }, { country: ['is not in ISO 3166-1 Alpha-2 format'] }],
    [
      'a zip of four digits in the US',
      { country: 'US', state: 'OH', zip: '4321' },
      { zip: ['is not in NNNNN or NNNNN-NNNN format'] },
    ],
    [
      'a zip of letters in the US',
      { country: 'US', state: 'OH', zip: 'K1A 0B1' },
      { zip: ['is not in NNNNN or NNNNN-NNNN format'] },
    ],
    [
      'an external_id of 256 characters',
      { external_id: 'x'.repeat(256) },
      { external_id: ['is too long (maximum is 255 characters)'] },
    ],
  ])('refuses %s', async (_, changes, errors) => {
    const { status, body } = await create({ ...LEAST, ...changes });
    expect([status, body.error_code, body.errors]).toEqual([422, 'invalid_params', errors]);
  });

  test.each<[string, object, object]>([
    ['a long zip in the US', { country: 'US', state: 'OH', zip: '43210-1234' }, { zip: '43210-1234' }],
    ['an e-mail of a machine nearby', { email: 'ann+tea@localhost' }, { email: 'ann+tea@localhost' }],
    ['any zip elsewhere', { country: 'CA', state: 'ON', zip: 'K1A 0B1' }, { zip: 'K1A 0B1' }],
    ['a state elsewhere, which is dropped', { country: 'DE', state: 'Bayern' }, { country: 'DE', state: null }],
    ['an external_id of 255 characters', { external_id: 'x'.repeat(255) }, { external_id: 'x'.repeat(255) }],
  ])('takes %s', async (_, changes, stored) => {
    const { status, body } = await create({ ...LEAST, ...changes });
    expect(status).toBe(201);
    expect(body).toMatchObject(stored);
  });

  test('names everything that is wrong at once', async () => {
    const { body } = await create({ country: 'US', zip: 'x', ip: 'x' });
    expect(body.errors).toEqual({
      email: [BLANK],
      ip: ['address is invalid'],
      state: [BLANK],
      zip: ['is not in NNNNN or NNNNN-NNNN format'],
    });
    expect(body.message).toContain('Ip address is invalid');
  });
});

describe('reading customers', () => {
  test('answers one by its id, and all of them, oldest first', async () => {
    const merchant = new Merchant();
    const first = (await merchant.send('POST', '/customers', LEAST)).body;
    const second = (await merchant.send('POST', '/customers', { ...LEAST, first_name: 'Bo' })).body;
    const { status, body } = await merchant.get(`/customers/${first.id}`);
    expect([status, body]).toEqual([200, first]);
    expect((await merchant.get('/customers')).body).toEqual([first, second]);
  });

  test("finds neither an unknown one nor another shop's", async () => {
    const sandbox = new Sandbox();
    const { id } = (await new Merchant(sandbox).send('POST', '/customers', LEAST)).body;
    const other = new Merchant(sandbox, 'sealed');
    for (const path of [`/customers/${id}`, '/customers/cst_unknown']) {
      const { status, body } = await other.get(path);
      expect([status, body]).toEqual([404, { error_code: 'not_found', message: 'The customer was not found.', errors: {} }]);
    }
    expect((await other.get('/customers')).body).toEqual([]);
  });
});

test.each([
  ['GET', '/customers'],
  ['POST', '/customers'],
  ['GET', '/customers/cst_x'],
])('%s %s accepts only the secret key, and no page of another origin', async (method, path) => {
  const sandbox = new Sandbox();
  const none = await sandbox.ask(path, { method });
  const bearer = await sandbox.ask(path, { method, headers: await sandbox.bearer() });
  expect([none.status, bearer.status, none.headers.get('access-control-allow-origin')]).toEqual([401, 401, null]);
});

test.each([
  ['PUT', '/customers', 'POST, GET'],
  ['DELETE', '/customers/cst_x', 'GET'],
])('%s %s is not one of its methods', async (method, path, allow) => {
  const { status, headers } = await new Sandbox().ask(path, { method });
  expect([status, headers.get('allow')]).toEqual([405, allow]);
});
