import { describe, expect, test } from 'vitest';
import { Sandbox, SOURCE } from '../sandbox.js';

const card = (number: string, changes: object = {}) => ({
  credit_card: { number, verification_value: '123', exp_month: '01', exp_year: '2030', ...changes },
});

describe('transaction', () => {
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
});
