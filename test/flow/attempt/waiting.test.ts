import { describe, expect, test, vi } from 'vitest';
import type { TransferFlowOptions } from '../../../src/flow/transfer-flow.js';
import { byNow } from '../../clock/manual-clock.js';
import { Rig } from '../rig/rig.js';
import { answer, done, errorBody, transaction } from '../../../demo/scripted/script.js';

const gone = answer(404, errorBody({}, 'not_found'));
const running = { status: 'new', job_id: 'job-transfer' };
const forever = (): Promise<never> => new Promise(() => undefined);

async function unresolved(resolveStatus: TransferFlowOptions['resolveStatus']): Promise<Rig> {
  const rig = new Rig({ resolveStatus });
  rig.gateway.replies.job = [gone];
  // A minute of refusals, and the checks after it.
  await rig.pay(67_000);
  return rig;
}

test.each(['successful', 'failed'] as const)(
  'the merchant’s server may report an outcome that the gateway does not: %s',
  async (outcome) => {
    const resolveStatus = vi.fn(() => Promise.resolve({ outcome }));
    const rig = await unresolved(resolveStatus);
    expect(rig.outcome).toMatchObject({ outcome });
    expect(resolveStatus).toHaveBeenCalledWith({ trackingId: 'own-1', uid: undefined, startedAt: undefined });
    expect(rig.local.records).toMatchObject([{ phase: 'ended', outcome }]);
  },
);

const nonsense = (value: unknown): TransferFlowOptions['resolveStatus'] =>
  (() => value) as unknown as TransferFlowOptions['resolveStatus'];

test.each<[string, TransferFlowOptions['resolveStatus']]>([
  ['rejects', () => Promise.reject(new Error('500'))],
  [
    'throws',
    () => {
      throw new Error('bug');
    },
  ],
  ['returns nothing', nonsense(undefined)],
  ['returns a string', nonsense('successful')],
  ['returns an invalid outcome', nonsense(Promise.resolve({ outcome: 'paid' }))],
])('a resolveStatus that %s leaves the outcome unknown and is reported', async (_, resolveStatus) => {
  const rig = await unresolved(resolveStatus);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'job_lost' });
  expect(rig.reports).toMatchObject([{ code: 'resolve_status_failed', party: 'merchant' }]);
  // A repeated failure is not reported again.
  await rig.clock.advance(60 * 60_000);
  expect(rig.reports).toHaveLength(1);
  expect(rig.clock.waits).toEqual([]);
});

test.each([
  [{ outcome: 'paid' }, 'it returned {"outcome":"paid"}'],
  [undefined, 'it returned undefined'],
])('the error of a resolveStatus that returns %j says so', async (given, text) => {
  const rig = await unresolved(nonsense(given));
  expect(rig.reports).toMatchObject([{ message: expect.stringContaining(text) as unknown }]);
  expect(rig.reports).toMatchObject([
    {
      message: expect.stringMatching(
        /^Expected resolveStatus to return \{outcome: .*\}; .*\. It counts as unknown\. Correct the function, or what your server answers to it\.$/,
      ) as unknown,
    },
  ]);
});

test('a resolveStatus that hangs is given up after 15 seconds', async () => {
  const rig = await unresolved(forever);
  expect(rig.flow.state.step).toBe('transferring');
  await rig.clock.advance(10_000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'job_lost' });
  expect(rig.reports).toMatchObject([{ message: expect.stringContaining('no answer came within 15 seconds') as unknown }]);
});

test('cancel() ends the wait for a resolveStatus that hangs', async () => {
  const rig = await unresolved(forever);
  rig.flow.cancel();
  await rig.clock.advance(0);
  expect(rig.outcome?.outcome).toBe('unknown');
  expect(rig.reports).toEqual([]);
});

describe('a merchant’s server without a result yet', () => {
  const later = (after: number, outcome: 'successful' | 'failed') => {
    let asked = 0;
    return vi.fn(() => Promise.resolve({ outcome: (asked += 1) > after ? outcome : ('unknown' as const) }));
  };

  test.each(['successful', 'failed'] as const)('is asked again, and its answer is shown once: %s', async (outcome) => {
    const resolveStatus = later(7, outcome);
    const rig = await unresolved(resolveStatus);
    expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'job_lost' });
    const outcomes: unknown[] = [];
    rig.flow.subscribe((state) => outcomes.push(state.step === 'outcome' && state.result.outcome));
    await rig.clock.advance(60_000);
    expect(outcomes).toEqual([outcome]);
    expect(resolveStatus).toHaveBeenCalledTimes(8);
    expect(rig.local.records).toMatchObject([{ phase: 'ended', outcome }]);
    expect(rig.clock.waits).toEqual([]);
  });

  test('is asked for longer than a challenge lasts, and then at each return to the page', async () => {
    const resolveStatus = later(Infinity, 'failed');
    const rig = await unresolved(resolveStatus);
    await rig.clock.advance(35 * 60_000);
    const asked = resolveStatus.mock.calls.length;
    expect(asked).toBeGreaterThan(12);
    await rig.clock.advance(25 * 60_000);
    const atLast = resolveStatus.mock.calls.length;
    expect(atLast).toBeGreaterThan(asked);
    expect(rig.clock.waits).toEqual([]);
    await rig.clock.advance(10 * 60 * 60_000);
    expect(resolveStatus).toHaveBeenCalledTimes(atLast);
    rig.presence.away = true;
    await rig.clock.advance(60_000);
    rig.presence.away = false;
    await rig.clock.advance(0);
    expect(resolveStatus).toHaveBeenCalledTimes(atLast + 1);
    expect(rig.outcome?.outcome).toBe('unknown');
    rig.flow.reset();
    await rig.clock.advance(0);
    expect(rig.presence.listeners).toBe(0);
  });

  test('is asked at once when the payer comes back to the page', async () => {
    const resolveStatus = later(1, 'successful');
    const rig = await unresolved(resolveStatus);
    const asked = resolveStatus.mock.calls.length;
    rig.presence.away = true;
    await rig.clock.advance(60_000);
    expect(resolveStatus).toHaveBeenCalledTimes(asked);
    rig.presence.away = false;
    await rig.clock.advance(0);
    expect(rig.outcome?.outcome).toBe('successful');
  });

  test('is no longer asked once the payer has moved on', async () => {
    const complaint = vi.spyOn(console, 'error');
    const resolveStatus = later(4, 'successful');
    const rig = await unresolved(resolveStatus);
    rig.flow.reset();
    const asked = resolveStatus.mock.calls.length;
    await rig.clock.advance(60_000);
    expect(complaint).not.toHaveBeenCalled();
    complaint.mockRestore();
    expect(resolveStatus).toHaveBeenCalledTimes(asked);
    expect(rig.flow.state.step).toBe('details');
  });
});

test('a report that throws does not hide the outcome from the payer', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const rig = new Rig({
    resolveStatus: () => Promise.reject(new Error('500')),
    report: () => {
      throw new Error('bug');
    },
  });
  rig.gateway.replies.job = [gone];
  await rig.pay(67_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  complaint.mockRestore();
});

test('a judgeRedirect that throws leaves the outcome unknown, and the press rejects', async () => {
  const judgeRedirect = (): never => {
    throw new Error('bug');
  };
  const rig = new Rig({ judgeRedirect });
  rig.gateway.replies.job = [done(transaction('incomplete', { redirect_url: 'https://bank.example/' }))];
  await rig.quote();
  const submitted = rig.flow.submit();
  const rejected = expect(submitted).rejects.toThrow('bug');
  await rig.clock.advance(1000);
  await rejected;
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });

  const back = new Rig({ judgeRedirect }, rig, true);
  const resumed = expect(back.flow.resume()).rejects.toThrow('bug');
  await back.clock.advance(1000);
  await resumed;
  expect(back.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test('cancel() while prepare hangs leads back to the form; nothing is sent, not even when prepare answers late', async () => {
  let answerLate: () => void = () => undefined;
  const rig = new Rig({
    prepare: () =>
      new Promise((resolve) => {
        answerLate = () => resolve({ trackingId: 'late' });
      }),
  });
  await rig.pay();
  expect(rig.flow.state.step).toBe('transferring');
  rig.flow.cancel();
  await rig.clock.advance(0);
  expect(rig.flow.state).toMatchObject({ step: 'details', trouble: undefined });
  answerLate();
  await rig.clock.advance(100);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.local.records).toEqual([]);
});

test('cancel() while sealing hangs leads back to the form', async () => {
  const rig = new Rig();
  await rig.quote();
  rig.cards.sealing = forever;
  await rig.press();
  rig.flow.cancel();
  await rig.clock.advance(0);
  expect(rig.flow.state.step).toBe('details');
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test('cancel() while polling: unknown, no more polls, and resume() continues with the same job', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [running];
  await rig.pay(3000);
  rig.flow.cancel();
  await rig.clock.advance(60_000);
  const polls = rig.gateway.of('job').length;
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'canceled' });
  rig.gateway.replies.job = [done(transaction('failed'))];
  const resumed = rig.flow.resume();
  await rig.clock.advance(1000);
  await byNow(resumed);
  expect(rig.gateway.of('job')).toHaveLength(polls + 1);
  expect(rig.outcome?.outcome).toBe('failed');
});

test('no poll while the page is away, one at once when it is back, and an hour later the gateway’s answer still counts', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [running];
  await rig.pay(3000);
  rig.presence.away = true;
  await rig.clock.advance(2000);
  const polls = rig.gateway.of('job').length;
  await rig.clock.advance(60 * 60_000);
  expect(rig.gateway.of('job')).toHaveLength(polls);
  rig.gateway.replies.job = [done(transaction('successful'))];
  rig.presence.away = false;
  await rig.clock.advance(0);
  expect(rig.gateway.of('job')).toHaveLength(polls + 1);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(rig.presence.listeners).toBe(0);
});
