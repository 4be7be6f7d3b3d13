// What the merchant's server can add to the gateway's word about an attempt.
import { describe, expect, test, vi } from 'vitest';
import type { TransferFlowOptions } from '../../../src/flow/transfer-flow.js';
import { type Answer, answering, never, onDemand, SUM } from '../rig/merchant-answers.js';
import { BrowserLocks } from '../rig/browser-locks.js';
import { Rig } from '../rig/rig.js';
import { accepted, answer, done, errorBody, transaction } from '../../../demo/scripted/script.js';

const BANK = 'https://bank.example/3ds';
const WHEN: unknown = expect.stringMatching(/^2026-11-21T10:00:0\d\.\d{3}Z$/);

/** A payment whose transaction the gateway reports as failed. */
async function declined(options: Partial<TransferFlowOptions>, milliseconds = 2000): Promise<Rig> {
  const rig = new Rig(options);
  rig.gateway.replies.job = [done(transaction('failed', { message: 'Declined' }))];
  await rig.pay(milliseconds);
  return rig;
}

describe('a failed transaction', () => {
  test('is asked about before it is an outcome, with its uid: another transaction of the id may have paid', async () => {
    const { resolveStatus, answer: say } = onDemand();
    const rig = await declined({ resolveStatus });
    expect(rig.outcome).toBeUndefined();
    expect(resolveStatus.mock.calls).toEqual([[{ trackingId: 'own-1', uid: 'uid-1', startedAt: undefined }]]);
    say({ outcome: 'failed', ...SUM });
    await rig.clock.advance(0);
    expect(rig.outcome).toMatchObject({ outcome: 'failed', transaction: { message: 'Declined' } });
    expect(rig.local.records).toMatchObject([{ phase: 'ended', outcome: 'failed' }]);
  });

  const MISMATCH = 'resolve_status_mismatch';

  test.each<[string, Answer, object, string[]]>([
    ['failed, without a sum', { outcome: 'failed' }, { outcome: 'failed', transaction: { uid: 'uid-1' } }, []],
    ['nothing known', { outcome: 'unknown' }, { outcome: 'failed', transaction: { uid: 'uid-1' } }, []],
    ['successful', { outcome: 'successful', ...SUM }, { outcome: 'successful', transaction: undefined }, []],
    ['pending', { outcome: 'pending', ...SUM }, { outcome: 'unknown', reason: 'no_answer' }, []],
    ['pending at the bank', { outcome: 'pending', redirectUrl: BANK }, { outcome: 'unknown', redirectUrl: BANK }, []],
    ['successful with another amount', { outcome: 'successful', ...SUM, amount: 1 }, { outcome: 'unknown' }, [MISMATCH]],
    ['failed with another currency', { outcome: 'failed', ...SUM, currency: 'EUR' }, { outcome: 'unknown' }, [MISMATCH]],
  ])('with the answer: %s', async (_, given, outcome, codes) => {
    const rig = await declined({ resolveStatus: answering(given) });
    expect(rig.outcome).toMatchObject(outcome);
    expect(rig.reports.map(({ code }) => code)).toEqual(codes);
    for (const { message } of rig.reports) {
      expect(message).toMatch(
        /^Expected .*, which is what was sent; it returned .* Its answer does not count\. Look at the transaction that your server found: it may be another order’s\.$/,
      );
    }
  });

  test('whose answer names an address that is not safe leads nowhere', async () => {
    const rig = await declined({ resolveStatus: answering({ outcome: 'pending', redirectUrl: 'javascript:alert(1)' }) });
    expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  });

  test('is unknown while the server fails or is silent, and ends once when it answers', async () => {
    const silent = await declined({ resolveStatus: never() }, 14_000);
    expect(silent.outcome).toBeUndefined();
    await silent.clock.advance(2000);
    expect(silent.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });

    const replies: (() => Promise<Answer>)[] = [
      () => Promise.reject(new Error('500')),
      () => Promise.resolve({ outcome: 'failed', ...SUM }),
    ];
    const rig = await declined({ resolveStatus: () => replies.shift()!() });
    expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
    expect(rig.reports).toMatchObject([{ code: 'resolve_status_failed' }]);
    await rig.clock.advance(10_000);
    expect(rig.outcome).toMatchObject({ outcome: 'failed' });
    expect(rig.course).toEqual(['details', 'transferring', 'unknown', 'failed']);
    expect(rig.clock.waits).toEqual([]);
  });

  test('without resolveStatus is the outcome', async () => {
    const rig = await declined({});
    expect(rig.outcome).toMatchObject({ outcome: 'failed', transaction: { message: 'Declined' } });
  });
});

test('a success is not asked about: a final word of the gateway stands', async () => {
  const resolveStatus = answering({ outcome: 'failed', ...SUM });
  const rig = new Rig({ resolveStatus });
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(resolveStatus).not.toHaveBeenCalled();
});

test.each<[string, (rig: Rig) => void]>([
  [
    'a failed job that names a wrong field',
    ({ gateway }) =>
      void (gateway.replies.job = [
        {
          status: 'failed',
          job_id: 'job-transfer',
          response: { errors: ['Amount must be an integer'], message: '', finished: true },
        },
      ]),
  ],
  [
    'a refusal of a field that nobody can edit here',
    ({ gateway }) =>
      void (gateway.replies.transfer = [answer(422, errorBody({ currency: ['is unknown ISO 4217 Alpha-3 code'] }))]),
  ],
])('%s made no transaction: the server is not asked', async (_, happen) => {
  const resolveStatus = answering({ outcome: 'successful', ...SUM });
  const rig = new Rig({ resolveStatus });
  happen(rig);
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe('failed');
  expect(resolveStatus).not.toHaveBeenCalled();
});

describe('a request that was sent more than once', () => {
  /** A payment whose first request got lost, and whose second one was accepted. */
  async function repeated(resolveStatus: TransferFlowOptions['resolveStatus']): Promise<Rig> {
    const rig = new Rig({ resolveStatus });
    rig.gateway.date = { ahead: 0 };
    rig.gateway.replies.transfer = [new TypeError('lost'), accepted()];
    rig.gateway.replies.job = [done(transaction('failed'))];
    await rig.pay(5000);
    return rig;
  }

  test('is asked about with the time of its last copy, and without a uid, which may be the copy’s', async () => {
    const resolveStatus = answering({ outcome: 'unknown' });
    const rig = await repeated(resolveStatus);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
    const [{ startedAt, repeatedAt, ...rest }] = resolveStatus.mock.calls[0]!;
    expect(rest).toEqual({ trackingId: 'own-1', uid: undefined });
    // The gateway names whole seconds.
    const [first, second] = rig.gateway.of('transfer').map(({ at }) => at);
    for (const [asked, sent] of [
      [startedAt, first!],
      [repeatedAt, second!],
    ] as const) {
      expect(sent - Date.parse(asked!)).toBeGreaterThanOrEqual(0);
      expect(sent - Date.parse(asked!)).toBeLessThan(1000);
    }
  });

  test('is asked about without the uid of its job: that may be the copy’s, and the first one may have paid', async () => {
    const resolveStatus = answering({ outcome: 'unknown' });
    const rig = new Rig({ resolveStatus });
    rig.gateway.date = { ahead: 0 };
    rig.gateway.replies.transfer = [new TypeError('lost'), accepted()];
    rig.gateway.replies.job = [done(transaction('pending')), answer(404, {})];
    await rig.pay(90_000);
    expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'job_lost' });
    expect(rig.flow.state).toMatchObject({ attempt: { uid: 'uid-1' } });
    expect(resolveStatus.mock.calls[0]).toMatchObject([{ uid: undefined, repeatedAt: WHEN }]);
  });

  test('has failed only when no copy’s seal lives any more, 15 minutes after the last one', async () => {
    const rig = await repeated(answering({ outcome: 'failed', ...SUM }));
    const last = rig.gateway.of('transfer').at(-1)!.at;
    await rig.clock.advance(last + 15 * 60_000 - 1 - rig.clock.now());
    expect(rig.outcome?.outcome).toBe('unknown');
    await rig.clock.advance(5 * 60_000);
    expect(rig.outcome?.outcome).toBe('failed');
  });

  test('has failed at once for a page that opens when no copy’s seal lives any more', async () => {
    const rig = await repeated(answering({ outcome: 'unknown' }));
    rig.flow.cancel();
    await rig.clock.advance(20 * 60_000);
    const next = new Rig({ resolveStatus: answering({ outcome: 'failed', ...SUM }) }, rig, true);
    void next.flow.resume();
    await rig.clock.advance(5000);
    expect(next.outcome?.outcome).toBe('failed');
  });

  test('has failed 15 minutes after this page first asked, where the gateway hides its time', async () => {
    const rig = new Rig({ resolveStatus: answering({ outcome: 'failed', ...SUM }) });
    rig.gateway.replies.transfer = [new TypeError('lost'), accepted()];
    rig.gateway.replies.job = [done(transaction('failed'))];
    await rig.pay(5000);
    const asked = rig.clock.now();
    await rig.clock.advance(15 * 60_000 - 10_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    await rig.clock.advance(asked + 20 * 60_000 - rig.clock.now());
    expect(rig.outcome?.outcome).toBe('failed');
  });

  test('is successful as soon as the server says so', async () => {
    const rig = await repeated(answering({ outcome: 'successful', ...SUM }));
    expect(rig.outcome?.outcome).toBe('successful');
  });
});

test.each([
  ['twice', 'unknown', [new TypeError('lost'), accepted()]],
  ['once', 'failed', [accepted()]],
])('the job of a request that was sent %s is polled after an unknown outcome, and has failed: %s', async (_, outcome, sent) => {
  const rig = new Rig();
  rig.gateway.replies.transfer = sent;
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(5000);
  rig.flow.cancel();
  rig.gateway.replies.job = [done(transaction('failed'))];
  const polls = rig.gateway.of('job').length;
  await rig.clock.advance(10_000);
  expect(rig.gateway.of('job').length).toBeGreaterThan(polls);
  expect(rig.outcome?.outcome).toBe(outcome);
});

test('the server is asked with the gateway’s time of the request: the device’s clock may be wrong', async () => {
  const resolveStatus = answering({ outcome: 'unknown' });
  const rig = new Rig({ resolveStatus });
  rig.clock.setWall(-600_000);
  rig.gateway.date = { ahead: 600_000 };
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.pay(2000);
  expect(resolveStatus.mock.calls).toMatchObject([[{ startedAt: WHEN }]]);
});

test('a failure proves nothing where an earlier attempt with the same id failed: the answer may be about that one', async () => {
  const resolveStatus = vi.fn(() => Promise.resolve<Answer>({ outcome: 'failed', ...SUM }));
  const rig = new Rig({ resolveStatus, prepare: () => Promise.resolve({ trackingId: 'order-1' }) });
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe('failed');
  await rig.clock.advance(31_000);
  rig.flow.tryAgain();
  await rig.clock.advance(2000);
  rig.gateway.replies.transfer = [{ hello: 'world' }];
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
  await rig.clock.advance(60 * 60_000);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
});

test('a duplicate’s job is not polled again: it is about the copy', async () => {
  const resolveStatus = vi.fn(() => Promise.resolve<Answer>({ outcome: 'unknown' }));
  const rig = new Rig({ resolveStatus });
  const response = errorBody({ base: ['Duplicate transaction'] }, 'duplicate_transaction', 'Duplicate transaction');
  rig.gateway.replies.job = [{ status: 'failed', job_id: 'job-transfer', response: { ...response, finished: true } }];
  await rig.pay(2000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'duplicate' });
  const polls = rig.gateway.of('job').length;
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.clock.advance(60_000);
  expect(rig.gateway.of('job')).toHaveLength(polls);
  expect(resolveStatus.mock.calls.length).toBeGreaterThan(3);
  expect(rig.outcome?.outcome).toBe('unknown');
});

test('a duplicate without resolveStatus is not asked about: there is no way to', async () => {
  const rig = new Rig();
  const response = errorBody({}, 'duplicate_transaction', 'Duplicate transaction');
  rig.gateway.replies.job = [{ status: 'failed', job_id: 'job-transfer', response: { ...response, finished: true } }];
  await rig.pay(2000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'duplicate' });
  expect(rig.clock.waits).toEqual([]);
});

describe('a page that loads while the request is under way', () => {
  const sending = 'checkout-elements:sending:thumbprint:own-1';
  const busy = new BrowserLocks();
  busy.query = () => Promise.resolve({ held: [{ name: sending }], pending: [] });

  /** A page whose request is never answered, and the next one. */
  async function reloaded(locks?: BrowserLocks): Promise<Rig> {
    const rig = new Rig({ locks });
    rig.gateway.replies.transfer = ['silence'];
    await rig.pay(0);
    const next = new Rig({ locks }, rig, true);
    void next.flow.resume();
    return next;
  }

  test.each([
    ['the device’s clock is set back', undefined, -3_600_000],
    ['the sender still seems to be at work', busy, 0],
  ])('waits for 70 s at most, even if %s', async (_, locks, jump) => {
    const next = await reloaded(locks);
    next.clock.setWall(jump);
    await next.clock.advance(69_900);
    expect(next.flow.state.step).toBe('settling');
    await next.clock.advance(400);
    expect(next.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  });

  test('looks four times before it believes that the sender is gone', async () => {
    const locks = new BrowserLocks();
    const next = await reloaded(locks);
    await next.clock.advance(5000);
    expect(next.flow.state.step).toBe('settling');
    locks.held.delete(sending);
    await next.clock.advance(900);
    // The sender is seen once more, and the count begins again.
    locks.held.add(sending);
    await next.clock.advance(300);
    locks.held.delete(sending);
    await next.clock.advance(900);
    expect(next.flow.state.step).toBe('settling');
    await next.clock.advance(300);
    expect(next.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  });
});
