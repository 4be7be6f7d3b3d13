import { describe, expect, test } from 'vitest';
import { plainCheck, RECIPIENT, Sandbox } from '../sandbox.js';

const check = (changes: object, sandbox = new Sandbox()) => sandbox.post('/p2p-restrictions', plainCheck(changes));

describe('answer', () => {
  test.each([['/p2p-restrictions'], ['/ctp/api/verify-p2p']])(
    '%s says a transfer is possible, and its commission',
    async (path) => {
      const { status, body } = await new Sandbox().post(path, plainCheck());
      expect(status).toBe(200);
      expect(body).toEqual({
        status: 'successful',
        message: 'Transfer is possible',
        commission: { minimum: 0.7, percent: 1.5, currency: 'USD' },
        test: false,
      });
    },
  );

  test.each([[true], [false]])('repeats test %s', async (value) => {
    expect((await check({ test: value })).body.test).toBe(value);
  });

  test.each([
    // 1.2 % of 100.00, at least 0.50: the fee itself, from banks that return it.
    ['5204240000015029', 10_000, 'USD', { bank_fee: 1.2, currency: 'USD' }],
    ['5204240000015029', 100, 'USD', { bank_fee: 0.5, currency: 'USD' }],
    // 1.2 % of 12.50 = 0.15, below the least fee in euro as well.
    ['5204240000015029', 1_250, 'EUR', { bank_fee: 0.5, currency: 'EUR' }],
    // 1.2 % of 10,000 yen = 120; at least 75 yen.
    ['5204240000015029', 10_000, 'JPY', { bank_fee: 120, currency: 'JPY' }],
    ['5204240000015029', 1_000, 'JPY', { bank_fee: 75, currency: 'JPY' }],
    // Three decimals: 1.2 % of 100.000 dinars.
    ['5204240000015029', 100_000, 'KWD', { bank_fee: 1.2, currency: 'KWD' }],
    // Half up: 1.2 % of 100.04 is 1.20048, of 104.58 is 1.25496, of 106.25 is 1.275.
    ['5204240000015029', 10_004, 'USD', { bank_fee: 1.2, currency: 'USD' }],
    ['5204240000015029', 10_458, 'USD', { bank_fee: 1.25, currency: 'USD' }],
    ['5204240000015029', 10_625, 'USD', { bank_fee: 1.28, currency: 'USD' }],
    // A least fee of 0.50 where there are no decimals: half up.
    ['5204240000015029', 10, 'XOF', { bank_fee: 1, currency: 'XOF' }],
    ['4000610000000016', 10_000, 'USD', { bank_fee: 0, currency: 'USD' }],
    // A bank that charges in euro whatever the transfer is in.
    ['4000620000000015', 10_000, 'USD', { minimum: 0.7, percent: 1.5, currency: 'EUR' }],
    // The least visa fee in yen: 0.70 dollar's worth at 150, no decimals.
    ['4200000000000000', 10_000, 'JPY', { minimum: 105, percent: 1.5, currency: 'JPY' }],
    ['5555555555554444', 10_000, 'USD', { minimum: 0.9, percent: 1.8, currency: 'USD' }],
  ])('%s pays for %i %s: %j', async (number, amount, currency, commission) => {
    expect((await check({ credit_card: { number }, amount, currency })).body.commission).toEqual(commission);
  });

  test('reports that a transfer from some cards is impossible, whatever fields are added', async () => {
    const { status, body } = await check({ credit_card: { number: '4000300000000014' } });
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'failed', message: expect.any(String), test: false });
  });
});

describe('required fields', () => {
  const HOLDER = { holder: 'Ada Payer' };
  const EXPIRY = { exp_month: '1', exp_year: '2030' };
  const VALUE = { verification_value: '123' };

  test.each([
    ['4000100000000018', ['holder'], HOLDER],
    ['4000100000000026', ['exp_month', 'exp_year'], EXPIRY],
    ['4000100000000034', ['verification_value'], VALUE],
    ['4000100000000042', ['holder', 'exp_month', 'exp_year'], { ...HOLDER, ...EXPIRY }],
    ['4000100000000059', ['holder', 'verification_value'], { ...HOLDER, ...VALUE }],
    ['4000100000000067', ['verification_value', 'exp_month', 'exp_year'], { ...VALUE, ...EXPIRY }],
    ['4000100000000075', ['holder', 'verification_value', 'exp_month', 'exp_year'], { ...HOLDER, ...VALUE, ...EXPIRY }],
  ])('%s is asked for %j, then the check is successful', async (number, fields, satisfied) => {
    const asked = await check({ credit_card: { number } });
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual({
      status: 'failed',
      message: expect.any(String),
      required_fields: { credit_card: fields, recipient_card: [] },
      test: false,
    });
    const answered = await check({ credit_card: { number, ...satisfied } });
    expect(answered.body.status).toBe('successful');
    expect(answered.body.commission.currency).toBe('USD');
    expect(answered.body).not.toHaveProperty('required_fields');
  });

  test.each([
    ['4000200000000016', ['holder'], HOLDER],
    ['4000200000000024', ['exp_month', 'exp_year'], EXPIRY],
    ['4000200000000032', ['holder', 'exp_month', 'exp_year'], { ...HOLDER, ...EXPIRY }],
  ])('as recipient, %s is asked for %j, then the check is successful', async (number, fields, satisfied) => {
    const asked = await check({ recipient_card: { number } });
    expect(asked.body.required_fields).toEqual({ credit_card: [], recipient_card: fields });
    const answered = await check({ recipient_card: { number, ...satisfied } });
    expect(answered.body.status).toBe('successful');
  });

  test('of both sides are asked for together', async () => {
    const both = { credit_card: { number: '4000100000000026' }, recipient_card: { number: '4000200000000016' } };
    expect((await check(both)).body.required_fields).toEqual({
      credit_card: ['exp_month', 'exp_year'],
      recipient_card: ['holder'],
    });
    const bySource = { credit_card: { number: '4000100000000083', holder: 'Ada' }, recipient_card: { number: RECIPIENT } };
    expect((await check(bySource)).body.required_fields).toEqual({ credit_card: [], recipient_card: ['holder'] });
  });

  test('are only those still missing', async () => {
    const { body } = await check({ credit_card: { number: '4000100000000042', ...HOLDER } });
    expect(body.required_fields).toEqual({ credit_card: ['exp_month', 'exp_year'], recipient_card: [] });
  });

  test('can come with a successful check', async () => {
    const { body } = await check({ credit_card: { number: '4000100000000091' } });
    expect(body).toMatchObject({
      status: 'successful',
      commission: { percent: 1.5 },
      required_fields: { credit_card: ['holder'] },
    });
  });

  test('a card that asks for fields as source asks for none as recipient', async () => {
    expect((await check({ recipient_card: { number: '4000100000000018' } })).body.status).toBe('successful');
  });
});

describe('errors', () => {
  test('names every problem at once, at its path, and joins them in the message', async () => {
    const { status, body } = await check({
      amount: '10.5',
      currency: 'usd',
      credit_card: { number: '4200000000000001' },
      recipient_card: {},
    });
    expect(status).toBe(422);
    expect(body).toEqual({
      error_code: 'invalid_params',
      message:
        'Amount must be an integer. Currency is not in ISO 4217 Alpha-3 format. ' +
        "Credit card number is not a card number. Recipient card number can't be blank",
      errors: {
        amount: ['must be an integer'],
        currency: ['is not in ISO 4217 Alpha-3 format'],
        credit_card: { number: ['is not a card number'] },
        recipient_card: { number: ["can't be blank"] },
      },
    });
  });
});
