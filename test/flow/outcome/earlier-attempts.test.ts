import { afterEach, expect, test, vi } from 'vitest';
import { attemptOf } from '../../../src/flow/record/payment-record.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import type { ResolvedStatus, StatusQuestion } from '../../../src/flow/options.js';
import { Rig } from '../rig/rig.js';
import { answer, done, transaction } from '../../../demo/scripted/script.js';

// An attempt of unknown outcome is on record. A later visit checks its outcome, while the form stays usable.

const ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.abort();
});

/** Checks all unfinished attempts, as an element does. @returns the outcomes found since. */
async function askAll({ flow }: Rig): Promise<{ readonly found: () => number; readonly end: () => void }> {
  const end = new AbortController();
  ends.push(end);
  const found = vi.fn();
  void flow.askAboutEarlier(await flow.unfinished(), found, end.signal);
  return { found: () => found.mock.calls.length, end: () => end.abort() };
}

test('a failure of a repeated request is believed only when no copy of it can be accepted any more', async () => {
  const left = new Rig();
  left.gateway.date = { ahead: 0 };
  left.gateway.replies.transfer = [new TypeError('lost'), 'silence'];
  await left.pay(60_000);
  expect(left.outcome?.outcome).toBe('unknown');
  const resolveStatus = vi.fn(() => Promise.resolve({ outcome: 'failed' as const }));
  const next = new Rig({ resolveStatus }, left);
  const { found } = await askAll(next);
  await next.clock.advance(12 * 60_000);
  expect(found()).toBe(0);
  await next.clock.advance(10 * 60_000);
  expect(found()).toBe(1);
  const question = { repeatedAt: expect.stringMatching(/Z$/) as unknown, uid: undefined };
  expect(resolveStatus.mock.calls.at(-1)).toMatchObject([question]);
  expect(await next.flow.unseen()).toMatchObject([{ outcome: 'failed' }]);
});

test('a list of earlier payments that is asked about anew goes on counting how old a copy is', async () => {
  const left = new Rig();
  left.gateway.replies.transfer = [new TypeError('lost'), 'silence'];
  await left.pay(60_000);
  const next = new Rig({ resolveStatus: () => Promise.resolve({ outcome: 'failed' as const }) }, left);
  const first = await askAll(next);
  await next.clock.advance(12 * 60_000);
  first.end();
  const second = await askAll(next);
  await next.clock.advance(8 * 60_000);
  expect(first.found() + second.found()).toBe(1);
});

test.each([
  ['proves nothing after a repeat', true],
  ['is the outcome of a request that was sent once', false],
])('on a later visit the job’s failed transaction %s', async (_, isRepeated) => {
  const left = new Rig();
  left.gateway.replies.transfer = [...(isRepeated ? [new TypeError('lost')] : []), { status: 'new', job_id: 'job-transfer' }];
  left.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await left.pay(10_000);
  left.flow.cancel();
  await left.clock.advance(1000);
  left.flow.reset();
  left.gateway.replies.job = [done(transaction('failed'))];
  const next = new Rig({}, left);
  const { found } = await askAll(next);
  await next.clock.advance(30 * 60_000);
  expect(found()).toBe(isRepeated ? 0 : 1);
  expect(await next.flow.unseen()).toMatchObject(isRepeated ? [] : [{ outcome: 'failed' }]);
});

/** An accepted attempt whose outcome was never received. */
async function accepted(): Promise<Rig> {
  const rig = new Rig();
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(2000);
  // The payer leaves this page.
  rig.presence.away = true;
  rig.flow.cancel();
  await rig.clock.advance(0);
  expect(rig.local.records).toMatchObject([{ phase: 'accepted', jobId: 'job-transfer' }]);
  return rig;
}

test('a known job is polled, and its result is recorded with the transaction’s uid', async () => {
  const left = await accepted();
  const next = new Rig({}, left);
  const { found } = await askAll(next);
  left.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }, done(transaction('successful'))];
  const before = left.gateway.of('job').length;
  await next.clock.advance(10_000);
  expect(left.gateway.of('job').length - before).toBe(2);
  expect(found()).toBe(1);
  expect(next.local.records).toMatchObject([{ phase: 'ended', outcome: 'successful', isUnseen: true, uid: 'uid-1' }]);
  // The tab had no attempt of its own, and has none now.
  expect(next.tab.entries.size).toBe(0);
});

test('a job that returns another payment, or fails without being finished, proves nothing', async () => {
  const left = await accepted();
  const next = new Rig({}, left);
  const { found } = await askAll(next);
  left.gateway.replies.job = [
    done(transaction('successful', { amount: 1 })),
    done(transaction('failed', { tracking_id: 'another' })),
    { status: 'failed', job_id: 'job-transfer', response: { finished: false } },
    answer(404, {}),
  ];
  await next.clock.advance(45 * 60_000);
  expect(found()).toBe(0);
  expect(next.local.records).toMatchObject([{ phase: 'accepted' }]);
});

test('an attempt is checked 20 times within 49 minutes, and then only when the payer returns', async () => {
  const left = await accepted();
  const resolveStatus = vi.fn(() => Promise.resolve({ outcome: 'unknown' as const }));
  const next = new Rig({ resolveStatus }, left);
  await askAll(next);
  await next.clock.advance(49 * 60_000);
  const polls = left.gateway.of('job').length;
  expect(resolveStatus).toHaveBeenCalledTimes(20);
  await next.clock.advance(5 * 60 * 60_000);
  expect(resolveStatus).toHaveBeenCalledTimes(20);
  next.presence.away = true;
  next.presence.away = false;
  await next.clock.advance(1000);
  expect(resolveStatus).toHaveBeenCalledTimes(21);
  expect(left.gateway.of('job')).toHaveLength(polls + 1);
});

test('no check runs while the payer is away, or once the form has left the page', async () => {
  const left = await accepted();
  const resolveStatus = vi.fn(() => Promise.resolve({ outcome: 'unknown' as const }));
  const next = new Rig({ resolveStatus }, left);
  next.presence.away = true;
  const { end } = await askAll(next);
  await next.clock.advance(60_000);
  expect(resolveStatus).not.toHaveBeenCalled();
  next.presence.away = false;
  await next.clock.advance(1000);
  expect(resolveStatus).toHaveBeenCalledTimes(1);
  end();
  await next.clock.advance(60_000);
  expect(resolveStatus).toHaveBeenCalledTimes(1);
  expect(next.clock.waits).toEqual([]);
});

test('an attempt that another form shows is left to that form', async () => {
  const left = await accepted();
  let isTaken = true;
  const resolveStatus = vi.fn(() => Promise.resolve({ outcome: 'successful' as const }));
  const next = new Rig({ resolveStatus, isTaken: () => isTaken }, left);
  const end = new AbortController();
  ends.push(end);
  const found = vi.fn();
  void next.flow.askAboutEarlier(await new Rig({}, left).flow.unfinished(), found, end.signal);
  await next.clock.advance(10_000);
  expect(resolveStatus).not.toHaveBeenCalled();
  isTaken = false;
  await next.clock.advance(20_000);
  expect(found).toHaveBeenCalledTimes(1);
});

test('a success that another tab recorded, and a newer attempt, are not contradicted', async () => {
  const left = await accepted();
  const answers: ((status: ResolvedStatus) => void)[] = [];
  const next = new Rig({ resolveStatus: () => new Promise((resolve) => void answers.push(resolve)) }, left);
  const { found } = await askAll(next);
  await next.clock.advance(5000);
  const [record] = left.local.records;
  const others = new RecordStore('p2p', { local: left.local, tab: undefined, clock: left.clock });
  const later = { ...attemptOf(record!), id: 'attempt-2', jobId: undefined };
  others.begin('thumbprint', later);
  others.write('thumbprint', record!, 'ended', { outcome: 'successful' });
  answers[0]!({ outcome: 'failed' });
  await next.clock.advance(0);
  expect(found()).toBe(0);
  expect(left.local.records).toMatchObject([
    { id: 'attempt-2', phase: 'sent' },
    { id: record!.id, outcome: 'successful' },
  ]);
});

test('an attempt that another tab ends while an earlier question is open is not asked about', async () => {
  const prepared = ['order-1', 'order-2'].map((trackingId) => ({ trackingId }));
  const left = new Rig({ prepare: () => Promise.resolve(prepared.shift()!) });
  left.gateway.replies.job = [answer(404, {})];
  for (const amount of [10_000, 20_000]) {
    left.settings = { ...left.settings, amount };
    await left.pay(90_000);
    expect(left.outcome?.outcome).toBe('unknown');
    left.flow.reset();
  }
  const answers: ((status: ResolvedStatus) => void)[] = [];
  const resolveStatus = vi.fn<(asked: StatusQuestion) => Promise<ResolvedStatus>>(
    () => new Promise((resolve) => void answers.push(resolve)),
  );
  const next = new Rig({ resolveStatus }, left);
  const { found } = await askAll(next);
  await next.clock.advance(5000);
  expect(resolveStatus.mock.calls).toMatchObject([[{ trackingId: 'order-2' }]]);
  const first = left.local.records.find(({ trackingId }) => trackingId === 'order-1')!;
  new RecordStore('p2p', { local: left.local, tab: undefined, clock: left.clock }).write('thumbprint', first, 'ended', {
    outcome: 'successful',
  });
  answers[0]!({ outcome: 'successful' });
  await next.clock.advance(60_000);
  expect(resolveStatus).toHaveBeenCalledTimes(1);
  expect(found()).toBe(1);
  expect(next.clock.waits).toEqual([]);
});

test('a resolveStatus that fails is reported once, and one with another amount proves nothing', async () => {
  const left = await accepted();
  const next = new Rig({ resolveStatus: () => Promise.resolve({ outcome: 'successful', amount: 1, currency: 'USD' }) }, left);
  const { found } = await askAll(next);
  await next.clock.advance(60_000);
  expect(found()).toBe(0);
  expect(next.reports).toMatchObject([{ code: 'resolve_status_mismatch' }]);
});

test('an attempt that another tab still sends is not checked before that tab has its answer', async () => {
  const left = new Rig();
  left.gateway.replies.transfer = ['silence'];
  await left.pay();
  const resolveStatus = vi.fn(() => Promise.resolve({ outcome: 'successful' as const }));
  const next = new Rig({ resolveStatus }, left);
  const { found } = await askAll(next);
  await next.clock.advance(20_000);
  expect(resolveStatus).not.toHaveBeenCalled();
  await next.clock.advance(20_000);
  expect(found()).toBe(1);
});
