import { expect, test } from 'vitest';
import { CheckoutClient } from '../../../src/checkout/client.js';
import { PAYMENT_LIMITS } from '../../../src/checkout/poll-job.js';
import { readPayment } from '../../../src/flow/outcome/answer.js';
import { followJob } from '../../../src/flow/outcome/follow-job.js';
import type { Outcome } from '../../../src/flow/state.js';
import { answer, type Reply } from '../../../demo/scripted/script.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { countingRandom, paperGateway, TestPresence } from '../rig/rig.js';

// While a job's address answers 404, the merchant's server is asked beside the polling.

const GONE: Reply = answer(404, {});
const BROKEN: Reply = answer(500, {});
const NEW: Reply = { status: 'new', job_id: 'job-transfer' };

/** Follows a job for `milliseconds`, and returns when the merchant's server was asked. */
async function askedAt(
  replyAt: (milliseconds: number) => Reply,
  milliseconds: number,
  answers: Outcome,
): Promise<readonly number[]> {
  const clock = new ManualClock();
  const start = clock.monotonic();
  const gateway = paperGateway(clock);
  const asked: number[] = [];
  const over = new AbortController();
  const client = new CheckoutClient({
    checkoutUrl: 'https://gateway.example',
    publicKey: 'key',
    fetch: (url, init) => {
      gateway.replies.job = [replyAt(clock.monotonic() - start)];
      return gateway.fetch(url, init);
    },
    clock,
  });
  const attempt = { id: 'a', trackingId: 'own-1', amount: 1, currency: 'USD', startedAt: 0, source: {}, recipient: {} };
  const followed = followJob(
    client,
    'job-transfer',
    { readAnswer: readPayment, progress: () => undefined, attempt: () => attempt, isOthers: () => false },
    {
      clock,
      random: countingRandom('lost'),
      presence: new TestPresence(),
      signal: over.signal,
      immediately: true,
      limits: PAYMENT_LIMITS,
      lost: () => {
        asked.push(Math.round((clock.monotonic() - start) / 1000));
        return Promise.resolve(answers);
      },
    },
  );
  await clock.advance(milliseconds);
  over.abort(new Error('over'));
  await followed.catch(() => undefined);
  return asked;
}

const UNKNOWN: Outcome = { outcome: 'unknown', reason: 'no_answer' };

test('the first question comes after 3 seconds, the second not before 20 more', async () => {
  const [first, second, ...others] = await askedAt(() => GONE, 40_000, UNKNOWN);
  expect(first).toBeGreaterThanOrEqual(3);
  expect(first).toBeLessThanOrEqual(6);
  expect(second).toBeGreaterThanOrEqual(first! + 20);
  expect(others).toEqual([]);
});

test('another error is no lost job', async () => {
  expect(await askedAt(() => BROKEN, 30_000, UNKNOWN)).toEqual([]);
});

test('a job that is known again counts from anew', async () => {
  const [first, ...others] = await askedAt((at) => (at < 2500 || at >= 6000 ? GONE : NEW), 12_000, UNKNOWN);
  expect(first).toBeGreaterThanOrEqual(9);
  expect(others).toEqual([]);
});
