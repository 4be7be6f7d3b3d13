import { expect, test } from 'vitest';
import { CheckoutClient } from '../../../src/checkout/client.js';
import { readTransaction } from '../../../src/flow/outcome/answer.js';
import { askJob } from '../../../src/flow/outcome/follow-job.js';
import type { Attempt, FinalOutcome } from '../../../src/flow/state.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { paperGateway } from '../rig/rig.js';
import { answer, done, type Reply, transaction } from '../../../demo/scripted/script.js';

// A payment of an earlier visit is asked about once. Anything but a proof leaves it as unknown as it was.

const ATTEMPT: Attempt = {
  id: 'a',
  trackingId: 'own-1',
  amount: 10_000,
  currency: 'USD',
  startedAt: 0,
  source: {},
  recipient: {},
};

function ask(reply: Reply, signal = new AbortController().signal, isRepeated = false): Promise<FinalOutcome | undefined> {
  const clock = new ManualClock();
  const gateway = paperGateway(clock);
  gateway.replies.job = [reply];
  const client = new CheckoutClient({ checkoutUrl: 'https://gateway.example', publicKey: 'key', fetch: gateway.fetch, clock });
  const read = (response: unknown) =>
    readTransaction((response as { transaction: Parameters<typeof readTransaction>[0] }).transaction);
  return askJob(
    client,
    'job-transfer',
    { readAnswer: read, attempt: () => ({ ...ATTEMPT, repeatedAt: isRepeated ? 1 : undefined }), isOthers: () => false },
    signal,
  );
}

const failure = (more: object): Reply => ({
  status: 'failed',
  job_id: 'job-transfer',
  response: { status: 'error', errors: ['Bank down'], message: 'Bank down', ...more },
});

test('a final transaction, or a job that failed for good, is the outcome', async () => {
  expect(await ask(done(transaction('successful')))).toMatchObject({ outcome: 'successful' });
  expect(await ask(done(transaction('failed')))).toMatchObject({ outcome: 'failed' });
  const wrong = { finished: true, errors: ['amount must be an integer'], message: 'Amount must be an integer' };
  expect(await ask(failure(wrong))).toMatchObject({ outcome: 'failed' });
});

test.each<[string, Reply]>([
  ['a job that failed without finished', failure({})],
  ['a job that failed for good, in words of its own', failure({ finished: true })],
  ['a job that failed with finished: false', failure({ finished: false })],
  ['a job that is still new', { status: 'new', job_id: 'job-transfer' }],
  ['a transaction that is incomplete', done(transaction('incomplete'))],
  ['a job that the gateway does not know', answer(404, {})],
  ['a page of a proxy', answer(200, '<html>')],
  ['a dead line', new TypeError('Failed to fetch')],
])('%s proves nothing', async (_, reply) => {
  expect(await ask(reply)).toBeUndefined();
});

test('it throws the reason of its signal, and nothing else', async () => {
  const reason = new Error('the element is gone');
  await expect(ask('silence', AbortSignal.abort(reason))).rejects.toBe(reason);
});

test.each<[string, Reply]>([
  ['a failed transaction', done(transaction('failed'))],
  ['a failed job', failure({ finished: true, errors: [], message: 'Amount must be an integer' })],
])('%s proves nothing about a request that was sent more than once', async (_, reply) => {
  expect(await ask(reply, undefined, true)).toBeUndefined();
  expect(await ask(done(transaction('successful')), undefined, true)).toMatchObject({ outcome: 'successful' });
});
