import { describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox, SOURCE } from '../sandbox.js';
import { card } from './credit-card.js';

const NO_ADDRESS = {
  first_name: null,
  last_name: null,
  country: null,
  city: null,
  state: null,
  zip: null,
  address: null,
  phone: null,
};

describe('transaction', () => {
  test.each([['/transactions/p2ps'], ['/ctp/api/p2p']])('%s answers with every field of spec 2.6', async (path) => {
    const sandbox = new Sandbox();
    const { status, body } = await sandbox.post(path, plainTransfer());
    expect(status).toBe(200);
    const { transaction } = body;
    expect(Object.keys(body)).toEqual(['transaction']);
    expect(transaction).toEqual({
      uid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      id: transaction.uid,
      status: 'successful',
      status_code: null,
      amount: 10_000,
      currency: 'USD',
      description: 'Rent',
      type: 'p2p',
      payment_method_type: 'credit_card',
      tracking_id: null,
      message: 'Successfully processed',
      test: false,
      created_at: '2026-11-21T10:00:00Z',
      updated_at: '2026-11-21T10:00:00Z',
      paid_at: '2026-11-21T10:00:00Z',
      expired_at: null,
      return_url: null,
      notification_url: null,
      redirect_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/3ds\/\w+$/),
      receipt_url: `http://127.0.0.1:4010/receipts/${transaction.uid}`,
      language: 'en',
      credit_card: {
        holder: null,
        stamp: expect.stringMatching(/^\w{40,}$/),
        brand: 'visa',
        last_4: '0000',
        first_1: '4',
        bin: '420000',
        issuer_country: 'US',
        issuer_name: 'First Sandbox Bank',
        product: 'Classic',
        exp_month: 1,
        exp_year: 2030,
        token_provider: null,
      },
      recipient_card: {
        holder: null,
        stamp: expect.stringMatching(/^\w{40,}$/),
        brand: 'visa',
        last_4: '1006',
        first_1: '4',
        bin: '401200',
        issuer_country: 'GB',
        issuer_name: 'Bank of Challenge',
        product: 'Gold',
        exp_month: null,
        exp_year: null,
        token_provider: null,
      },
      verify_p2p: {
        status: 'successful',
        message: 'Transfer is possible',
        amount: 10_000,
        currency: 'USD',
        bank_fee: 1.5,
        required_fields: null,
      },
      p2p: {
        ref_id: expect.stringMatching(/^\w{10}$/),
        bank_code: '00',
        auth_code: null,
        rrn: null,
        message: 'Successfully processed',
        amount: 10_000,
        currency: 'USD',
        billing_descriptor: 'SANDBOX*CERTIFIED MARKET',
        gateway_id: 1,
        status: 'successful',
      },
      customer: { ip: null, email: null, device_id: null, birth_date: null },
      sender_billing_address: NO_ADDRESS,
      recipient_billing_address: NO_ADDRESS,
      additional_data: {},
    });
    expect(JSON.stringify(body)).not.toMatch(/\d{12}/);
  });

  test('repeats the request', async () => {
    const address = {
      first_name: 'Ada',
      last_name: 'Payer',
      country: 'US',
      city: 'Denver',
      state: 'CO',
      zip: '80201-1234',
      address: '1 Main',
      phone: '+1',
    };
    const echoed = {
      tracking_id: 'order-1',
      test: true,
      return_url: 'https://shop.example/back',
      notification_url: 'http://localhost:9/n',
      sender_billing_address: address,
      recipient_billing_address: { ...address, country: 'DE', state: null, zip: '10115' },
    };
    const accepted = await new Sandbox().transfer({
      ...echoed,
      // A state is two letters in the US and Canada; elsewhere it is ignored (spec 2.1).
      recipient_billing_address: { ...echoed.recipient_billing_address, state: 'Berlin' },
      expired_at: '2026-11-21T14:00:00.250+02:30',
      customer: { ip: '127.0.0.1', email: 'ada@example.com', device_id: 'd1', external_id: 'e1' },
      additional_data: { receipt_text: ['one', 'two'], p2p: { type: 'AA1' }, anything: 'else' },
      credit_card: { number: SOURCE, verification_value: '123', exp_month: '1', exp_year: '2030', holder: 'Ada Payer' },
    });
    expect(accepted).toMatchObject(echoed);
    expect(accepted.expired_at).toBe('2026-11-21T14:00:00+02:30');
    expect(accepted.customer).toEqual({
      ip: '127.0.0.1',
      email: 'ada@example.com',
      device_id: 'd1',
      external_id: 'e1',
      birth_date: null,
    });
    expect(accepted.additional_data).toEqual({ receipt_text: ['one', 'two'], p2p: { type: 'AA1' } });
    expect(accepted.credit_card).toMatchObject({ holder: 'Ada Payer', exp_month: 1, exp_year: 2030 });
  });

  test("the older billing_address is echoed, and serves as the sender's address when that is absent", async () => {
    const billing_address = { ...NO_ADDRESS, city: 'Minsk' };
    const transaction = await new Sandbox().transfer({ billing_address: { city: 'Minsk' } });
    expect(transaction).toMatchObject({
      billing_address,
      sender_billing_address: billing_address,
      recipient_billing_address: NO_ADDRESS,
    });
    const both = await new Sandbox().transfer({ billing_address: { city: 'Minsk' }, sender_billing_address: { city: 'Brest' } });
    expect(both.sender_billing_address.city).toBe('Brest');
  });

  test.each([
    ['ru', 'ru'],
    ['kk', 'kk'],
    ['en', 'en'],
    ['xx', 'en'],
    ['EN', 'en'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ])('language %s becomes %s', async (language, expected) => {
    expect((await new Sandbox().transfer({ language })).language).toBe(expected);
  });

  test('gives the same card the same stamp, and another card another one', async () => {
    const sandbox = new Sandbox();
    const first = await sandbox.transfer();
    const second = await sandbox.transfer({ amount: 1, recipient_card: { number: SOURCE } });
    expect(second.credit_card.stamp).toBe(first.credit_card.stamp);
    expect(second.recipient_card.stamp).toBe(first.credit_card.stamp);
    expect(first.recipient_card.stamp).not.toBe(first.credit_card.stamp);
  });
});

describe('test cards', () => {
  test.each([
    ['4200000000000000', 'successful'],
    ['4005550000000019', 'failed'],
    ['4012000000001097', 'incomplete'],
    ['5204240000015029', 'incomplete'],
    ['4012000000001006', 'successful'],
    ['4012000000001055', 'successful'],
    ['5204240000015003', 'successful'],
    ['5204240000015011', 'successful'],
    ['4012000000001022', 'failed'],
    ['4012000000001030', 'failed'],
    ['4012000000001014', 'failed'],
    ['5555555555554444', 'successful'],
    ['4000300000000014', 'failed'],
    ['4000300000000022', 'failed'],
  ])('%s is %s', async (number, status) => {
    const transaction = await new Sandbox().transfer(card(number));
    expect(transaction).toMatchObject({ status, p2p: { status } });
    expect(transaction.paid_at === null).toBe(status !== 'successful');
  });

  test.each([['4200000000000000'], ['4012000000001097'], ['5555555555554444']])(
    '%s with expiry month 10 is declined',
    async (number) => {
      const transaction = await new Sandbox().transfer(card(number, { exp_month: '10' }));
      expect(transaction).toMatchObject({ status: 'failed', p2p: { bank_code: '05' } });
    },
  );

  test('says why a bank refused', async () => {
    const transaction = await new Sandbox().transfer(card('4000300000000022'));
    expect(transaction).toMatchObject({ message: 'Insufficient funds', p2p: { bank_code: '51', message: 'Insufficient funds' } });
  });

  test('every valid PAN is a recipient, the own card too', async () => {
    expect((await new Sandbox().transfer({ recipient_card: { number: SOURCE } })).status).toBe('successful');
    expect((await new Sandbox().transfer({ recipient_card: { number: '4005550000000019' } })).status).toBe('successful');
  });

  test.each([
    ['4000500000000019', '05', 2],
    ['4000500000000027', '05', 5],
    ['4000500000000035', '96', 2],
    ['4000500000000043', '96', 5],
  ])('%s pays once, fails with %s %i times, and pays again', async (number, code, times) => {
    const sandbox = new Sandbox();
    const codes: string[] = [];
    for (let round = 0; round < times + 2; round += 1) {
      codes.push((await sandbox.transfer({ ...card(number), amount: 100 + round })).p2p.bank_code);
    }
    expect(codes).toEqual(['00', ...Array<string>(times).fill(code), '00']);
  });

  test('a transfer from a card whose check is impossible fails at the parameter check', async () => {
    const transaction = await new Sandbox().transfer(card('4000300000000014'));
    expect(transaction.verify_p2p).toEqual({
      status: 'failed',
      message: expect.any(String),
      amount: 10_000,
      currency: 'USD',
      required_fields: null,
    });
  });

  test('a transfer without the fields that its cards require fails, and names them', async () => {
    const transaction = await new Sandbox().transfer({
      ...card('4000100000000018'),
      recipient_card: { number: '4000200000000024' },
    });
    expect(transaction).toMatchObject({
      status: 'failed',
      paid_at: null,
      verify_p2p: { status: 'failed', required_fields: { credit_card: ['holder'], recipient_card: ['exp_month', 'exp_year'] } },
      p2p: { status: 'failed' },
    });
    expect(transaction.verify_p2p).not.toHaveProperty('bank_fee');
  });

  test('a transfer with every field that its cards require is successful', async () => {
    const transaction = await new Sandbox().transfer({
      ...card('4000100000000018', { holder: 'Ada' }),
      recipient_card: { number: '4000200000000024', exp_month: '5', exp_year: '2031' },
    });
    expect(transaction.status).toBe('successful');
  });
});
