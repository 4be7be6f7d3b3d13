import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf, type ResolvedOutcome, type Transaction } from '../../src/merchant/index.js';
import type { AttemptInQuestion } from '../../src/merchant/outcome.js';

const one = (status: string, changes: Partial<Transaction> = {}): Transaction => ({
  uid: 'u-1',
  status,
  amount: 10_000,
  currency: 'USD',
  test: false,
  ...changes,
});
const paid = one('successful');
const declined = one('failed');

describe('the transactions of one attempt prove', () => {
  test.each<[string, Transaction[], ResolvedOutcome['outcome']]>([
    ['no transactions: the request may be on its way', [], 'unknown'],
    ['success with a successful one', [paid], 'successful'],
    ['nothing with one that failed, of which nobody knows whose it is', [declined], 'unknown'],
    ['that it is pending while one is incomplete', [one('incomplete')], 'pending'],
    ['that it is pending with a status that is not final', [one('expired')], 'pending'],
    ['that it is pending while one beside a declined one is not final', [declined, one('pending')], 'pending'],
    ['nothing while a test transaction is not final', [one('incomplete', { test: true })], 'unknown'],
    ['nothing with a failed one while a test transaction is not final', [declined, one('incomplete', { test: true })], 'unknown'],
    ['success with one among declined ones', [declined, paid, declined], 'successful'],
    ['success with one while another is incomplete', [one('incomplete'), paid], 'successful'],
    ['nothing with several that failed: the attempt in question may not be among them', [declined, declined], 'unknown'],
    ['nothing with one that failed as a duplicate', [one('failed', { message: 'Duplicate transaction' })], 'unknown'],
    ['nothing with one that the bank refused as a duplicate', [one('failed', { p2p: { message: 'duplicated' } })], 'unknown'],
    ['nothing with a test transaction', [one('successful', { test: true })], 'unknown'],
    [
      'that it is pending with a failure that has a time of payment',
      [one('failed', { paid_at: '2026-11-21T10:00:00Z' })],
      'pending',
    ],
    [
      'that it is pending with a failure whose bank part was successful',
      [one('failed', { p2p: { status: 'successful' } })],
      'pending',
    ],
    ['nothing with a failed test transaction', [one('failed', { test: true })], 'unknown'],
    ['nothing with a failed one beside a test one', [declined, one('successful', { test: true })], 'unknown'],
    ['success with a real one beside a test one', [one('failed', { test: true }), paid], 'successful'],
    ...['false', '"false"', '', 1, 0, {}].map((value): [string, Transaction[], ResolvedOutcome['outcome']] => [
      `nothing with a test that is ${JSON.stringify(value)}`,
      [one('successful', { test: value as never })],
      'unknown',
    ]),
    ['success when test is absent', [one('successful', { test: undefined })], 'successful'],
    ['success when test is null', [one('successful', { test: null })], 'successful'],
  ])('%s', (_, transactions, outcome) => {
    expect(outcomeOf(transactions, false).outcome).toBe(outcome);
  });

  test('success with a test transaction when tests count', () => {
    expect(outcomeOf([one('successful', { test: true })], true).outcome).toBe('successful');
    expect(outcomeOf([one('failed', { test: true })], true, { uid: 'u-1' }).outcome).toBe('failed');
  });
});

describe('a failed transaction proves the failure of the attempt', () => {
  const START = Date.parse('2026-11-21T10:00:00Z');
  const made = (uid: string, seconds = 0) => one('failed', { uid, created_at: new Date(START + seconds * 1000).toISOString() });

  test.each<[string, Transaction[], AttemptInQuestion, ResolvedOutcome['outcome']]>([
    ['by its uid alone, where it is the only one', [one('failed')], { uid: 'u-1' }, 'failed'],
    [
      'by its uid alone, beside a card that was only saved',
      [one('failed'), one('successful', { uid: 'u-2', type: 'tokenization' })],
      { uid: 'u-1' },
      'failed',
    ],
    ['not by its uid alone, beside another failure', [one('failed'), one('failed', { uid: 'u-2' })], { uid: 'u-1' }, 'unknown'],
    ['not by another uid', [one('failed')], { uid: 'u-2' }, 'unknown'],
    ['not without a uid and a time', [made('u-1')], {}, 'unknown'],
    ['by its time, where it is the only one', [made('u-1')], { since: START }, 'failed'],
    ['not by its time, beside another failure', [made('u-1'), made('u-2')], { since: START }, 'unknown'],
    ['by its time, beside a refund that failed', [made('u-1'), { ...made('u-2'), type: 'refund' }], { since: START }, 'failed'],
    ['by time and uid, beside other failures', [made('u-1'), made('u-2')], { since: START, uid: 'u-1' }, 'failed'],
    ['not from before its time', [made('u-1', -60)], { since: START }, 'unknown'],
    ['not from before its time, whatever its uid', [made('u-1', -60)], { since: START, uid: 'u-1' }, 'unknown'],
    ['not without its own time, where one is asked for', [one('failed')], { since: START }, 'unknown'],
  ])('%s', (_, transactions, attempt, outcome) => {
    expect(outcomeOf(transactions, false, attempt).outcome).toBe(outcome);
  });
});

describe('a list that holds more than the order’s payments', () => {
  const at = (minute: number) => ({ created_at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z` });
  const payment = one('successful', { uid: 'p', type: 'payment', ...at(0) });
  const held = one('successful', { uid: 'h', type: 'authorization', ...at(0) });
  const after = (type: string, changes: Partial<Transaction> = {}) =>
    one('successful', { uid: `${type}-1`, type, parent_uid: 'p', amount: 10_000, ...at(5), ...changes });
  const outcome = (...transactions: Transaction[]) => outcomeOf(transactions, false);
  const isPaid = { outcome: 'successful', amount: 10_000, currency: 'USD' };

  test.each<[string, Transaction[]]>([
    ['a part of the sum was refunded', [after('refund', { amount: 9_999 }), payment]],
    ['a refund failed', [after('refund', { status: 'failed' }), payment]],
    ['a void failed', [after('void', { status: 'failed', parent_uid: 'h' }), held]],
    [
      'another payment was refunded',
      [after('refund', { parent_uid: 'q' }), one('successful', { ...payment, uid: 'q', ...at(1) }), payment],
    ],
    [
      'it was captured, in parts',
      [after('capture', { parent_uid: 'h', amount: 100 }), after('capture', { uid: 'c2', parent_uid: 'h', amount: 200 }), held],
    ],
    [
      'a part of what was captured was refunded',
      [after('refund', { parent_uid: 'capture-1', amount: 99 }), after('capture', { parent_uid: 'h', amount: 100 }), held],
    ],
    [
      'another payment was captured, and that was refunded',
      [
        after('refund', { parent_uid: 'capture-1' }),
        after('capture', { parent_uid: 'g' }),
        one('successful', { ...held, uid: 'g', ...at(1) }),
        payment,
      ],
    ],
    ['a card was saved for nothing', [one('successful', { uid: 't', type: 'tokenization', amount: 0, ...at(0) }), payment]],
    [
      'the subscription was renewed at another price',
      [one('successful', { uid: 'r', type: 'payment', amount: 700, ...at(9) }), payment],
    ],
    [
      'a renewal was refunded',
      [
        after('refund', { parent_uid: 'r', amount: 700 }),
        one('successful', { uid: 'r', type: 'payment', amount: 700, ...at(9) }),
        payment,
      ],
    ],
    ['a test refund gives nothing back', [after('refund', { test: true }), payment]],
  ])('is paid, with the sum of the first payment: %s', (_, transactions) => {
    expect(outcome(...transactions)).toEqual(isPaid);
    expect(outcome(...transactions.toReversed())).toEqual(isPaid);
  });

  test.each<[string, Transaction[]]>([
    ['it was voided', [after('void', { parent_uid: 'h' }), held]],
    ['the void does not say of what', [after('void', { parent_uid: undefined }), held]],
    ['the void is not final', [after('void', { parent_uid: 'h', status: 'pending' }), held]],
    ['it was refunded', [after('refund'), payment]],
    ['its refund failed, and says itself that money moved', [after('refund', { status: 'failed', paid_at: 'today' }), payment]],
    [
      'its void failed, and says that the bank made it',
      [after('void', { status: 'failed', void: { status: 'successful' } }), payment],
    ],
    ['it was refunded in parts', [after('refund', { amount: 4_000 }), after('refund', { uid: 'r2', amount: 6_000 }), payment]],
    ['it was refunded by a sum that can’t be read', [after('refund', { amount: Number.NaN }), payment]],
    ['it was refunded without a sum', [after('refund', { amount: undefined }), payment]],
    ['the refund is about a payment that is not listed', [after('refund', { parent_uid: 'x' }), payment]],
    [
      'it was captured in part, and that was refunded',
      [after('refund', { parent_uid: 'capture-1', amount: 100 }), after('capture', { parent_uid: 'h', amount: 100 }), held],
    ],
    ['it was charged back', [after('chargeback', { amount: 1 }), payment]],
  ])('is pending, so that nobody pays it again: %s', (_, transactions) => {
    expect(outcome(...transactions).outcome).toBe('pending');
    expect(outcome(...transactions.toReversed()).outcome).toBe('pending');
  });

  test.each(['capture', 'void', 'refund', 'chargeback', 'charge', 'a new word'])('is pending with nothing but a %s', (type) => {
    expect(outcome(one('successful', { type })).outcome).toBe('pending');
    expect(outcome(one('incomplete', { type, redirect_url: 'https://bank.example/3ds' }))).not.toHaveProperty('redirectUrl');
    expect(outcome(one('failed', { type })).outcome).toBe('unknown');
  });

  test('is unknown with nothing but a card that was saved', () => {
    expect(outcome(one('successful', { type: 'tokenization' })).outcome).toBe('unknown');
  });

  test('has a failed payment, and something of an unknown type that may have moved money', () => {
    const asked = (type: string, status: string) =>
      outcomeOf([one('failed', { type: 'p2p' }), one(status, { uid: 'u-2', type })], false, { uid: 'u-1' }).outcome;
    expect([asked('charge', 'successful'), asked('charge', 'pending'), asked('charge', 'failed')]).toEqual([
      'pending',
      'pending',
      'failed',
    ]);
  });

  test('names no sum where the first payment may be cut off, or no time tells which it is', () => {
    const renewal = (index: number) =>
      one('successful', { uid: `r${index}`, type: 'payment', amount: 100 * index, ...at(index) });
    expect(outcome(...Array.from({ length: 10 }, (_, index) => renewal(index + 1)))).toEqual({
      outcome: 'successful',
    });
    expect(outcome(renewal(1), one('successful', { uid: 'p', amount: 5 }))).toEqual({ outcome: 'successful' });
  });

  test('is not certain with a sum that can’t be read, and neither is its failure; a sum that is absent is no other sum', () => {
    for (const amount of [Number.NaN, 5000.5, 2 ** 53]) {
      expect(outcome(one('successful', { amount }))).toEqual({ outcome: 'pending', currency: 'USD' });
      const since = Date.parse('2026-11-21T10:00:00Z');
      const failed = one('failed', { amount, created_at: new Date(since).toISOString() });
      expect(outcomeOf([failed], false, { since })).toEqual({ outcome: 'unknown' });
    }
    for (const amount of [null, undefined])
      expect(outcome(one('successful', { amount }))).toEqual({ outcome: 'successful', currency: 'USD' });
  });
});

describe('an attempt whose uid is known', () => {
  const START = Date.parse('2026-11-21T10:00:00Z');
  const made = (status: string, uid: string) => one(status, { uid, created_at: new Date(START).toISOString() });
  const own = made('failed', 'u-2');
  const asked = (transactions: readonly Transaction[]) => outcomeOf(transactions, false, { since: START, uid: 'u-2' }).outcome;

  test.each<[string, Transaction[], ResolvedOutcome['outcome']]>([
    ['failed when its own transaction and every other one did', [own, declined, declined], 'failed'],
    ['is pending while another transaction of the order is open', [own, one('pending')], 'pending'],
    ['is pending while another is incomplete, and a third failed', [declined, own, one('incomplete')], 'pending'],
    ['is successful when another transaction paid', [own, paid], 'successful'],
    [
      'is unknown when another one may have paid, because its test can’t be read',
      [own, one('successful', { test: 'no' as never })],
      'unknown',
    ],
    ['is unknown when no transaction has it', [declined], 'unknown'],
    // Its own may not be listed, or the page was told that of a copy: a failure must not stand beside what has paid, or may.
    ['is successful when none has it, and another one paid', [paid, one('pending')], 'successful'],
    ['is pending when none has it, and another one is open', [declined, one('incomplete')], 'pending'],
    ['is unknown when the gateway lists only the newest ten', [own, ...Array.from({ length: 9 }, () => declined)], 'unknown'],
  ])('%s', (_, transactions, outcome) => {
    expect(asked(transactions)).toBe(outcome);
  });
});

describe('an attempt whose uid is that of a subscription', () => {
  const asked = (transaction: Transaction, uid = 'sbs_1') => outcomeOf([transaction], false, { uid }).outcome;

  test('is that of the charge which names it, or names no subscription', () => {
    expect(asked({ ...paid, subscription_id: 'sbs_1' })).toBe('successful');
    expect(asked({ ...paid, subscription_id: undefined })).toBe('successful');
    expect(asked({ ...paid, subscription_id: null })).toBe('successful');
  });

  test('is unknown beside the charge of another subscription, and beside one that has another uid', () => {
    expect(asked({ ...paid, subscription_id: 'sbs_2' })).toBe('unknown');
    expect(asked({ ...declined, subscription_id: 'u-2' }, 'u-2')).toBe('unknown');
  });
});

describe('the bank’s page', () => {
  const BANK = 'https://bank.example/3ds?id=1';
  const waiting = (changes: Partial<Transaction> = {}) => one('incomplete', { redirect_url: BANK, ...changes });

  test('comes with a payment that waits for it', () => {
    expect(outcomeOf([waiting()], false)).toEqual({ outcome: 'pending', amount: 10_000, currency: 'USD', redirectUrl: BANK });
    expect(outcomeOf([one('pending', { uid: 'u-2' }), waiting()], false).redirectUrl).toBe(BANK);
  });

  test('is that of the attempt in question, where several wait', () => {
    const other = waiting({ uid: 'u-2', redirect_url: 'https://bank.example/other' });
    expect(outcomeOf([other, waiting()], false, { uid: 'u-1' }).redirectUrl).toBe(BANK);
  });

  test.each<[string, Transaction]>([
    ['pending, not incomplete', waiting({ status: 'pending' })],
    ['a test, where tests don’t count', waiting({ test: true })],
    ['without an address', waiting({ redirect_url: null })],
    ['at an address that is not safe', waiting({ redirect_url: 'http://bank.example/3ds' })],
    ['at an address that runs a script', waiting({ redirect_url: 'javascript:alert(1)' })],
  ])('does not come with one that is %s', (_, transaction) => {
    expect(outcomeOf([transaction, one('pending', { uid: 'u-2' })], false)).not.toHaveProperty('redirectUrl');
  });

  test('does not come with a final outcome, although gateways leave the address there', () => {
    expect(outcomeOf([waiting({ status: 'successful' })], false)).not.toHaveProperty('redirectUrl');
    expect(outcomeOf([waiting({ status: 'failed' })], false)).not.toHaveProperty('redirectUrl');
    expect(outcomeOf([paid, waiting()], false)).not.toHaveProperty('redirectUrl');
  });
});

describe('an attempt whose request was sent more than once', () => {
  const START = Date.parse('2026-11-21T10:00:00Z');
  const made = (seconds: number, status = 'failed', changes: Partial<Transaction> = {}): Transaction =>
    one(status, { created_at: new Date(START + seconds * 1000).toISOString(), ...changes });
  const asked = (transactions: readonly Transaction[], copies: 'possible' | 'over', since: number | undefined = START) =>
    outcomeOf(transactions, false, { since, uid: 'u-of-the-copy', copies }).outcome;

  test.each<[string, Transaction[], ResolvedOutcome['outcome'], ResolvedOutcome['outcome']]>([
    ['one failure', [made(1)], 'unknown', 'failed'],
    ['a failure of each copy', [made(1), made(3)], 'unknown', 'failed'],
    [
      'a failure, and a copy that failed as its duplicate',
      [made(1), made(3, 'failed', { message: 'Duplicate' })],
      'unknown',
      'failed',
    ],
    ['nothing but a duplicate', [made(3, 'failed', { message: 'Duplicate' })], 'unknown', 'unknown'],
    ['a failure, and one from before it began', [made(-30), made(1)], 'unknown', 'unknown'],
    ['a failure, and a test', [made(1), made(3, 'failed', { test: true })], 'unknown', 'unknown'],
    ['a failure without its time', [one('failed')], 'unknown', 'unknown'],
    ['an open one', [made(1), made(3, 'pending')], 'pending', 'pending'],
    ['a paid one', [made(1), made(3, 'successful')], 'successful', 'successful'],
    ['nothing', [], 'unknown', 'unknown'],
  ])('with %s, before and after the last copy can be accepted', (_, transactions, before, after) => {
    expect([asked(transactions, 'possible'), asked(transactions, 'over')]).toEqual([before, after]);
  });

  test('has not failed when nobody knows when it began', () => {
    const outcome = outcomeOf([made(1)], false, { copies: 'over' });
    expect(outcome).toEqual({ outcome: 'unknown' });
  });
});

test('amount and currency come from the paid transactions, and only when all of them agree', () => {
  expect(outcomeOf([declined, one('successful', { amount: 1, currency: 'EUR' })], false)).toEqual({
    outcome: 'successful',
    amount: 1,
    currency: 'EUR',
  });
  expect(outcomeOf([paid, one('successful', { uid: 'u-2' })], false)).toEqual({
    outcome: 'successful',
    amount: 10_000,
    currency: 'USD',
  });
  expect(outcomeOf([paid, one('successful', { amount: 1 })], false)).toEqual({ outcome: 'successful' });
  expect(outcomeOf([paid, one('successful', { currency: 'EUR' })], false)).toEqual({ outcome: 'successful' });
  expect(outcomeOf([one('failed', { amount: null, currency: null })], false, { uid: 'u-1' })).toEqual({ outcome: 'failed' });
  expect(outcomeOf([one('pending')], false)).toEqual({ outcome: 'pending', amount: 10_000, currency: 'USD' });
});

test('the outcome is never successful without a successful transaction, and never failed with one', () => {
  const status = fc.constantFrom('successful', 'failed', 'incomplete', 'pending', 'odd');
  const transactions = fc.array(fc.record({ status, test: fc.boolean() }), { maxLength: 10 });
  fc.assert(
    fc.property(transactions, fc.boolean(), (drawn, allowTest) => {
      const { outcome } = outcomeOf(
        drawn.map((changes) => one(changes.status, changes)),
        allowTest,
        { uid: 'u-1' },
      );
      const real = drawn.filter(({ test: isTest }) => allowTest || !isTest);
      expect(outcome === 'successful').toBe(real.some(({ status: word }) => word === 'successful'));
      if (outcome === 'failed') expect(drawn.map(({ status: word }) => word)).toEqual(['failed']);
      const isOpen = real.some(({ status: word }) => !['successful', 'failed'].includes(word));
      expect(outcome === 'pending').toBe(isOpen && outcome !== 'successful');
    }),
  );
});
