import { expect, test } from 'vitest';
import { isProvenUnpaid } from '../../../src/flow/attempt/proven-unpaid.js';
import type { Attempt, Outcome } from '../../../src/flow/state.js';
import { subscription } from '../../../src/wire/response/subscription.js';
import { transaction } from '../../../src/wire/response/transaction.js';

const attempt: Attempt = {
  id: 'attempt-1',
  trackingId: 'order-1',
  amount: 5000,
  currency: 'USD',
  startedAt: 1_800_000_000_000,
  source: {},
  recipient: {},
};

const sent = (fields: object) => transaction.parse({ uid: 'a-1', status: 'failed', ...fields });

test.each<[string, Outcome]>([
  ['a final transaction that failed', { outcome: 'failed', transaction: sent({ type: 'p2p', p2p: { status: 'failed' } }) }],
  ['a job that failed with finished true, or a refusal', { outcome: 'failed', message: 'no' }],
  ['the merchant’s server', { outcome: 'failed', transaction: undefined }],
  ['the merchant’s server, of an open challenge', { outcome: 'failed', transaction: sent({ status: 'incomplete' }) }],
  [
    'a subscription whose first charge failed',
    {
      outcome: 'failed',
      transaction: sent({ type: 'payment' }),
      subscription: subscription.parse({ id: 'sbs_1', state: 'failed' }),
    },
  ],
])('no money was taken: proven by %s', (_, result) => {
  expect(isProvenUnpaid({ attempt, result })).toBe(true);
});

test.each<[string, Outcome]>([
  ['a success', { outcome: 'successful', transaction: sent({ status: 'successful' }) }],
  ['a job that failed with finished false', { outcome: 'unknown', reason: 'job_failed' }],
  ['a duplicate', { outcome: 'unknown', reason: 'duplicate' }],
  ['no answer', { outcome: 'unknown', reason: 'no_answer' }],
  [
    'a transfer that failed after the bank’s part succeeded',
    { outcome: 'failed', transaction: sent({ type: 'p2p', p2p: { status: 'successful' } }) },
  ],
  [
    'a payment that failed after the bank’s part succeeded',
    { outcome: 'failed', transaction: sent({ type: 'payment', payment: { status: 'successful' } }) },
  ],
  ['a failure that has a time of payment', { outcome: 'failed', transaction: sent({ paid_at: '2026-11-22T10:00:00+00:00' }) }],
  [
    'a subscription that failed with a charge that was paid',
    {
      outcome: 'failed',
      transaction: sent({ status: 'successful', type: 'payment' }),
      subscription: subscription.parse({ id: 'sbs_1', state: 'failed' }),
    },
  ],
])('no promise after %s', (_, result) => {
  expect(isProvenUnpaid({ attempt, result })).toBe(false);
});

test('no promise about a payment that only the page’s address names: the payer may have another one in mind', () => {
  const named = { uid: 'a-1', amount: 5000, currency: 'USD' };
  expect(isProvenUnpaid({ attempt: named, result: { outcome: 'failed', transaction: undefined } })).toBe(false);
});
