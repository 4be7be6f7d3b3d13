import { expect, test } from 'vitest';
import { type Answer, isOthers, matchesAttempt, namesSum } from '../../../src/flow/outcome/answer.js';
import { judgeJob } from '../../../src/flow/outcome/follow-job.js';
import type { PaymentRecord } from '../../../src/flow/record/payment-record.js';
import type { RecordStore } from '../../../src/flow/record/record-store.js';
import type { Attempt } from '../../../src/flow/state.js';

const ATTEMPT: Attempt = { id: 'a', trackingId: 'own-1', amount: 500, currency: 'USD', startedAt: 0, source: {}, recipient: {} };

const answerOf = (more: Partial<Answer>): Answer => ({
  uid: 'u1',
  verdict: 'successful',
  redirectUrl: undefined,
  transaction: undefined,
  subscription: undefined,
  sum: {},
  ...more,
});

test.each<[string, Partial<PaymentRecord>, Answer['verdict'], boolean]>([
  ['a success of the same order', {}, 'successful', true],
  ['a failure, which may be a copy’s with the uid of the first', {}, 'failed', false],
  ['an answer that can still change', {}, undefined, false],
  ['a success of another order', { trackingId: 'own-2' }, 'successful', false],
  ['a success of another product', { kind: 'order:prd_2' }, 'successful', false],
])('%s under the uid of another attempt settles that one: %s', (_, more, verdict, isSettled) => {
  const settled: string[] = [];
  const other = { id: 'b', kind: 'order:prd_1', trackingId: 'own-1', ...more };
  const records = { kind: 'order:prd_1', withUid: () => [other], settle: ({ id }: { id: string }) => void settled.push(id) };
  expect(isOthers(records as unknown as RecordStore, ATTEMPT, answerOf({ verdict }))).toBe(true);
  expect(settled).toEqual(isSettled ? ['b'] : []);
});

test('the uid of the attempt itself is no other’s', () => {
  const records = { kind: 'order:prd_1', withUid: () => [{ id: 'a' }], settle: () => undefined };
  expect(isOthers(records as unknown as RecordStore, ATTEMPT, answerOf({}))).toBe(false);
});

test.each<[Answer['sum'], matches: boolean, names: boolean]>([
  [{ amount: 500, currency: 'USD' }, true, true],
  [{ amount: 500, currency: 'EUR' }, false, false],
  [{ amount: 501, currency: 'USD' }, false, false],
  [{ amount: 500 }, true, false],
  [{ currency: 'USD' }, true, false],
  [{ amount: null, currency: null }, true, false],
])('the sum %j can be the attempt’s: %s, and is: %s', (sum, matches, names) => {
  expect([matchesAttempt(answerOf({ sum }), ATTEMPT), namesSum(answerOf({ sum }), ATTEMPT)]).toEqual([matches, names]);
});

test('an answer about another attempt that can still change is asked for again', () => {
  const reader = {
    readAnswer: () => answerOf({ verdict: undefined }),
    progress: () => undefined,
    attempt: () => ATTEMPT,
    isOthers: () => true,
  };
  expect(() => judgeJob({ status: 'done', response: {} }, reader)).toThrow(/got that of another attempt\.$/);
});
