import { expect, test } from 'vitest';
import { createStatusHandler, type Transaction } from '../../src/merchant/index.js';
import type { StatusQuestion } from '../../src/flow/options.js';
import { Rig } from './rig/rig.js';
import { accepted, answer, done, errorBody, transaction } from '../../demo/scripted/script.js';

// The payer's device sets its clock in the middle of a payment, forward or back. The gateway and the shop have the true time, which
// is the monotonic one here. Times on record then lie in the future, or too far back.

const MINUTE = 60_000;
const JUMPS = [-86_400_000, -60 * MINUTE, -20 * MINUTE, 20 * MINUTE, 60 * MINUTE, 86_400_000] as const;

const at = (now: number) => new Date(now).toISOString();
const made = (uid: string, status: string, now: number): Transaction => ({
  uid,
  status,
  tracking_id: 'order-1',
  amount: 10_000,
  currency: 'USD',
  created_at: at(now),
});

/** A page whose request is lost once. The shop's server answers from the gateway's transactions, with the package's own handler. */
function repeatedOnce(): { rig: Rig; known: Transaction[] } {
  const known: Transaction[] = [];
  const handler = createStatusHandler({
    client: { findTransactions: () => Promise.resolve(known), getTransaction: () => Promise.reject(new Error('not asked')) },
    authorize: () => true,
    allowTest: true,
    clock: {
      now: () => rig.clock.monotonic(),
      monotonic: () => rig.clock.monotonic(),
      after: (...wait) => rig.clock.after(...wait),
    },
  });
  const resolveStatus = async ({ trackingId = '', startedAt, repeatedAt }: StatusQuestion) => {
    const times = { ...(startedAt && { started_at: startedAt }), ...(repeatedAt && { repeated_at: repeatedAt }) };
    const question = new URLSearchParams({ tracking_id: trackingId, ...times });
    const response = await handler(new Request(`https://shop.example/status?${question}`));
    return (await response.json()) as { outcome: 'failed' };
  };
  const rig: Rig = new Rig({ resolveStatus });
  rig.settings = { ...rig.settings, trackingId: 'order-1' };
  rig.gateway.replies.transfer = [new TypeError('lost'), accepted()];
  return { rig, known };
}

/** Answers with the gateway's time. */
const dated = ({ clock, gateway }: Rig, body: Record<string, unknown>): void => {
  gateway.onRequest = () => {
    const date = new Date(clock.monotonic()).toUTCString();
    gateway.replies.job = [answer(200, body, { date })];
    gateway.replies.check = [answer(200, accepted('job-check'), { date })];
  };
};

test.each(JUMPS)(
  'set by %i ms while the job of a repeated request runs: its failure stays unknown until no copy can pay',
  async (jump) => {
    const { rig, known } = repeatedOnce();
    dated(rig, { status: 'new', job_id: 'job-transfer' });
    await rig.pay(5000);
    rig.clock.setWall(jump);
    known.push(made('uid-1', 'failed', rig.clock.monotonic() - 3000));
    dated(rig, done(transaction('failed', { tracking_id: 'order-1' })));
    await rig.clock.advance(10 * MINUTE);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
    // The first copy arrives after all.
    known.unshift(made('uid-2', 'successful', rig.clock.monotonic()));
    await rig.clock.advance(10 * MINUTE);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    expect(rig.course).not.toContain('failed');
  },
);

// A device that is set forward by a day has forgotten its records.
const WITHIN_A_DAY = JUMPS.filter((jump) => jump < 86_400_000);

test.each(WITHIN_A_DAY)(
  'set by %i ms before another visit: what that visit asks about has the times of the gateway',
  async (jump) => {
    const { rig, known } = repeatedOnce();
    dated(rig, { status: 'new', job_id: 'job-transfer' });
    await rig.pay(5000);
    rig.flow.cancel();
    rig.clock.setWall(jump);
    known.push(made('uid-1', 'failed', rig.clock.monotonic() - 3000));
    dated(rig, done(transaction('failed', { tracking_id: 'order-1' })));
    const questions: StatusQuestion[] = [];
    const next = new Rig(
      {
        resolveStatus: (question) => {
          questions.push(question);
          return Promise.resolve({ outcome: 'failed' });
        },
      },
      rig,
    );
    next.settings = rig.settings;
    await Promise.all([next.quote(), next.clock.advance(1000)]);
    void next.flow.resume();
    await next.clock.advance(5000);
    expect(next.outcome).toMatchObject({ outcome: 'unknown' });
    const [{ startedAt, repeatedAt } = { startedAt: undefined }] = questions;
    const began = rig.clock.monotonic() - 11_600;
    expect(Math.abs(Date.parse(startedAt ?? '') - began)).toBeLessThan(2000);
    expect(Date.parse(repeatedAt ?? '')).toBeGreaterThanOrEqual(began);
  },
);

test.each(JUMPS)('set by %i ms during the request: an earlier failure in another browser is not this attempt’s', async (jump) => {
  const { rig, known } = repeatedOnce();
  dated(rig, { status: 'new', job_id: 'job-transfer' });
  known.push(made('uid-1', 'failed', rig.clock.monotonic() - 10 * MINUTE));
  let give: (response: Response) => void = () => undefined;
  rig.gateway.replies.transfer = [new Promise((resolve) => (give = resolve))];
  await rig.pay(1000);
  rig.clock.setWall(jump);
  give(answer(404, errorBody({}, 'not_found'), { date: new Date(rig.clock.monotonic()).toUTCString() }));
  await rig.clock.advance(10 * MINUTE);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
  known.unshift(made('uid-2', 'successful', rig.clock.monotonic()));
  await rig.clock.advance(10 * MINUTE);
  expect(rig.outcome).toMatchObject({ outcome: 'successful' });
});

test.each(JUMPS)('set by %i ms during the request: a tab that follows it without locks does not wait forever', async (jump) => {
  const first = new Rig();
  const second = new Rig({}, first);
  for (const rig of [first, second]) rig.settings = { ...rig.settings, trackingId: 'order-1' };
  first.gateway.replies.transfer = ['silence'];
  await first.pay(1000);
  void second.flow.resume();
  await second.clock.advance(1000);
  first.clock.setWall(jump);
  await second.clock.advance(75_000);
  expect([first, second].map(({ outcome }) => outcome?.outcome)).toEqual(['unknown', 'unknown']);
  expect(first.gateway.of('transfer')).toHaveLength(1);
});
