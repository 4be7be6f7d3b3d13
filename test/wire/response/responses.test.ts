import { describe, expect, test } from 'vitest';
import { checkResponse } from '../../../src/wire/response/check.js';
import { job, jobAccepted, jobFailure } from '../../../src/wire/response/job.js';
import { firstChargeOf, subscription } from '../../../src/wire/response/subscription.js';
import { isFinal, saysMoneyMoved } from '../../../src/wire/response/transaction.js';
import { transactionList, transferResponse } from '../../../src/wire/response/transfer.js';
import { isTest } from '../../../src/wire/response/values.js';
import { bodyOf, changed, fixture } from '../fixture.js';

const jobs = fixture('jobs') as Record<'new' | 'done' | 'failed', Record<string, unknown>>;
const transaction = bodyOf('transaction');

test('every field that spec 2.3 and 2.6 name is read unchanged, and so are unknown fields', () => {
  for (const name of ['check-possible', 'check-fields']) expect(checkResponse.parse(bodyOf(name))).toEqual(bodyOf(name));
  for (const name of ['transaction', 'transaction-incomplete'])
    expect(transferResponse.parse(bodyOf(name))).toEqual(bodyOf(name));
  const later = changed(transaction, 'transaction.later', { any: 1 });
  expect(transferResponse.parse(later)).toEqual(later);
});

test('a card number or a verification value that a gateway repeats in a card is dropped', () => {
  const echoed = changed(
    changed(transaction, 'transaction.credit_card.number', '4200000000000000'),
    'transaction.credit_card.verification_value',
    '123',
  );
  expect(transferResponse.parse(echoed)).toEqual(transaction);
});

describe('a check', () => {
  test.each<[string, unknown]>([
    ['message', null],
    ['message', undefined],
    ['commission', null],
    ['commission', undefined],
    ['test', null],
    ['test', undefined],
    ['commission.minimum', null],
    ['commission.bank_fee', undefined],
    ['commission.bank_fee', '1.20'],
    ['commission.percent', 0],
    ['commission.currency', null],
  ])('is read with %s %j', (path, value) => {
    expect(checkResponse.safeParse(changed(bodyOf('check-possible'), path, value)).success).toBe(true);
  });

  test.each([
    ['yes', true],
    [1, true],
    [true, true],
    [false, false],
    [null, false],
    [undefined, false],
  ])('with test %j is a test: %s', (value, expected) => {
    expect(isTest(checkResponse.parse(changed(bodyOf('check-possible'), 'test', value)))).toBe(expected);
  });

  test.each<[string, unknown]>([
    ['status', 'possible'],
    ['status', undefined],
    ['status', null],
    ['commission', 'free'],
    ['commission', []],
    ['commission.minimum', -0.7],
    ['commission.percent', '1,5'],
    ['commission.bank_fee', 'NaN'],
    ['commission.bank_fee', {}],
    ['commission.bank_fee', ''],
    ['commission.bank_fee', '-1'],
  ])('is not read with %s %j: a fee is never invented', (path, value) => {
    expect(checkResponse.safeParse(changed(bodyOf('check-possible'), path, value)).success).toBe(false);
  });

  test.each<[unknown, unknown]>([
    [null, null],
    [undefined, undefined],
    [[], undefined],
    ['holder', undefined],
    [{ credit_card: null }, { credit_card: null }],
    [
      { credit_card: 'holder', recipient_card: ['holder'] },
      { credit_card: undefined, recipient_card: ['holder'] },
    ],
    [{ credit_card: ['pin', 'holder'] }, { credit_card: ['pin', 'holder'] }],
  ])('required_fields %j are read as %j', (given, read) => {
    expect(checkResponse.parse({ status: 'failed', required_fields: given }).required_fields).toEqual(read);
  });
});

describe('a transaction', () => {
  test.each<[string, unknown, unknown]>([
    ['amount', '10000', 10_000],
    ['amount', 1.5, 1.5],
    ['amount', '5,000', Number.NaN],
    ['amount', '', Number.NaN],
    ['amount', {}, Number.NaN],
    ['currency', 840, '840'],
    ['type', ['p2p'], '["p2p"]'],
    ['tracking_id', 1001, '1001'],
    ['parent_uid', 5, '5'],
    ['paid_at', 1_767_268_800, '1767268800'],
    ['amount', null, null],
    ['message', 5, undefined],
    ['credit_card', 'visa', undefined],
    ['credit_card.exp_month', 1, 1],
    ['credit_card.last_4', 1006, undefined],
    ['verify_p2p', [], undefined],
    ['verify_p2p.required_fields', 'none', undefined],
    ['p2p', 'ok', undefined],
    ['p2p.gateway_id', '317', '317'],
    ['customer', null, null],
    ['redirect_url', 5, undefined],
    ['test', 'true', '"true"'],
    ['test', '', '""'],
    ['test', 0, '0'],
    ['test', {}, '{}'],
    ['test', null, null],
    ['additional_data', 'x', undefined],
  ])('whose %s is %j is still read: %j', (path, given, expected) => {
    const read = transferResponse.parse(changed(transaction, `transaction.${path}`, given));
    const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], read.transaction);
    expect(value).toEqual(expected);
    expect(read.transaction.status).toBe('successful');
  });

  test.each<[string, unknown]>([
    ['uid', undefined],
    ['uid', ''],
    ['uid', 5],
    ['status', undefined],
    ['status', null],
    ['status', 1],
  ])('whose %s is %j is refused: uid and status are never guessed', (path, value) => {
    expect(transferResponse.safeParse(changed(transaction, `transaction.${path}`, value)).success).toBe(false);
  });

  test('needs only two fields', () => {
    expect(transferResponse.parse({ transaction: { uid: '1', status: 'pending' } }).transaction).toEqual({
      uid: '1',
      status: 'pending',
    });
  });

  test.each([
    ['successful', true],
    ['failed', true],
    ['incomplete', false],
    ['pending', false],
    ['Successful', false],
    ['declined', false],
    ['', false],
  ])('with status "%s" is final: %s', (status, final) => {
    expect(isFinal({ status })).toBe(final);
  });

  test.each(['message', 'p2p.message', 'verify_p2p.message'])('shows no card number in %s', (path) => {
    const read = transferResponse.parse(changed(transaction, `transaction.${path}`, 'Card 4200 0000 0000 0000 declined'));
    expect(JSON.stringify(read)).toContain('Card **** declined');
    expect(JSON.stringify(read)).not.toContain('4200 0000');
  });
});

describe('a card in a transaction', () => {
  test.each(['holder', 'bin', 'last_4', 'first_1', 'issuer_name', 'product', 'brand'])(
    'shows no card number in its %s',
    (field) => {
      for (const card of ['credit_card', 'recipient_card']) {
        const read = transferResponse.parse(changed(transaction, `transaction.${card}.${field}`, '4200000000000000'));
        expect(JSON.stringify(read)).not.toContain('4200000000000000');
      }
    },
  );

  test('keeps its token and its stamp unchanged, whatever digits they contain', () => {
    const [token, stamp] = ['a4200000000000000b', '0123456789012345'];
    const given = changed(changed(transaction, 'transaction.credit_card.token', token), 'transaction.credit_card.stamp', stamp);
    expect(transferResponse.parse(given).transaction.credit_card).toMatchObject({ token, stamp });
  });
});

test('the transactions of a tracking id are a list, and a single one is a list of one', () => {
  const { transaction: one } = transaction;
  expect(transactionList.parse({ transactions: [one, one] }).transactions).toHaveLength(2);
  expect(transactionList.parse({ transactions: [] }).transactions).toEqual([]);
  expect(transactionList.parse({ transaction: one }).transactions).toHaveLength(1);
  expect(transactionList.safeParse({ transactions: [{}] }).success).toBe(false);
});

describe('a job', () => {
  test('is read unchanged in each of its states', () => {
    for (const state of [jobs.new, jobs.done, jobs.failed]) expect(job.parse(state)).toEqual(state);
    expect(jobAccepted.parse(jobs.new)).toEqual(jobs.new);
    expect(jobFailure.parse(jobs.failed['response'])).toEqual(jobs.failed['response']);
  });

  test.each<[unknown, boolean]>([
    [{ status: 'new', job_id: '' }, false],
    [{ status: 'new' }, false],
    [{ status: 'new', job_id: 7 }, false],
    [{ status: 'done', job_id: '1' }, true],
    [{ job_id: '1' }, false],
    [null, false],
    [[], false],
    [{ status: 'new', job_id: '1', more: 1 }, true],
    [{ status: 'new', job_id: '4107-310b0da80b' }, true],
    [{ status: 'new', job_id: 'a/b ?#%2e' }, true],
    [{ status: 'new', job_id: 'задание' }, true],
    [{ status: 'new', job_id: '...' }, true],
    [{ status: 'new', job_id: 'x'.repeat(255) }, true],
    // These can't be part of a job's address.
    [{ status: 'new', job_id: '.' }, false],
    [{ status: 'new', job_id: '..' }, false],
    [{ status: 'new', job_id: '\ud800' }, false],
    [{ status: 'new', job_id: 'a\udfffb' }, false],
    [{ status: 'new', job_id: 'a\nb' }, false],
    [{ status: 'new', job_id: '\0' }, false],
    [{ status: 'new', job_id: '\x7f' }, false],
    [{ status: 'new', job_id: '..\n' }, false],
    [{ status: 'new', job_id: 'x'.repeat(256) }, false],
  ])('%j is read as an accepted job: %s', (body, read) => {
    expect(jobAccepted.safeParse(body).success).toBe(read);
  });

  test.each<[unknown, boolean]>([
    [{ status: 'done', response: null }, true],
    [{ status: 'failed' }, true],
    [{ status: 'queued', job_id: '1' }, false],
    [{}, false],
    ['done', false],
  ])('%j is read as a job’s state: %s', (body, read) => {
    expect(job.safeParse(body).success).toBe(read);
  });

  test.each<[unknown, unknown]>([
    [true, true],
    [false, false],
    ['true', undefined],
    [1, undefined],
    [null, null],
    [undefined, undefined],
  ])('finished %j is read as %j', (given, read) => {
    expect(jobFailure.parse({ finished: given }).finished).toBe(read);
  });
});

describe('the purpose of a payment', () => {
  const paid = { uid: 'u-1', status: 'successful' };

  test.each([
    ['product_id', 'prd_1'],
    ['subscription_id', 'sbs_1'],
  ] as const)('is read from %s', (field, id) => {
    expect(transferResponse.parse({ transaction: { ...paid, [field]: id } }).transaction[field]).toBe(id);
  });

  test.each([
    [null, null],
    [undefined, undefined],
    // What is there is never read as absent.
    [17, '17'],
    [{}, '{}'],
  ])('that is %j is read as %j', (value, expected) => {
    const read = transferResponse.parse({ transaction: { ...paid, product_id: value, subscription_id: value } }).transaction;
    expect([read.status, read.product_id, read.subscription_id]).toEqual(['successful', expected, expected]);
  });
});

describe('a failure', () => {
  const failed = changed(changed(transaction, 'transaction.status', 'failed'), 'transaction.paid_at', null);
  const declined = changed(failed, 'transaction.p2p.status', 'failed');
  const read = (body: unknown) => transferResponse.parse(body).transaction;

  test.each<[string, unknown]>([
    ['paid_at', '2026-01-01T12:00:00Z'],
    ['p2p.status', 'successful'],
    ['p2p.status', 'SUCCESSFUL'],
    ['p2p.status', ' Success'],
    ['p2p.status', 'completed'],
    ['p2p.status', 'pending'],
  ])('says that money moved with %s %j', (path, value) => {
    expect(saysMoneyMoved(read(changed(declined, `transaction.${path}`, value)))).toBe(true);
  });

  test('says so in the bank’s part of another type too', () => {
    const about = { uid: 'u1', status: 'failed', type: 'authorization' };
    expect(saysMoneyMoved(read({ transaction: { ...about, authorization: { status: 'successful' } } }))).toBe(true);
    expect(saysMoneyMoved(read({ transaction: { ...about, authorization: { status: 'failed' } } }))).toBe(false);
  });

  test.each<[string, unknown]>([
    ['paid_at', ''],
    ['p2p', null],
    ['p2p.status', 'incomplete'],
    ['p2p.status', ' FAILED'],
    ['p2p.status', 'declined'],
    ['p2p.status', 'Error'],
    ['p2p.status', 'expired'],
    ['p2p.status', ' '],
    ['p2p.status', null],
    ['verify_p2p.status', 'successful'],
  ])('stays a failure with %s %j', (path, value) => {
    expect(saysMoneyMoved(read(changed(declined, `transaction.${path}`, value)))).toBe(false);
  });
});

describe('a subscription that failed before anything was paid', () => {
  const ended = { id: 'sbs_1', state: 'failed', paid_billing_cycles: 0 };
  const judge = (more: object) => firstChargeOf(subscription.parse({ ...ended, ...more }));
  const charge = { uid: 'u1', status: 'failed', message: 'Declined' };

  test.each(['last_transaction', 'transaction'])('did not pay if %s failed, or is not named', (name) => {
    expect(judge({ [name]: charge })).toBe('failed');
    expect(judge({ [name]: null })).toBe('failed');
    expect(judge({})).toBe('failed');
  });

  test.each([
    ['is pending', { status: 'pending' }],
    ['waits for the payer', { status: 'incomplete' }],
    ['has a status of its own', { status: 'processing' }],
    ['failed, and has a time of payment', { paid_at: '2026-01-01T12:00:00Z' }],
    ['failed, and its bank’s part was successful', { type: 'payment', payment: { status: 'successful' } }],
  ])('proves nothing while its first charge %s', (_, more) => {
    for (const name of ['last_transaction', 'transaction'])
      for (const state of ['failed', 'error']) expect(judge({ state, [name]: { ...charge, ...more } })).toBeUndefined();
  });
});
