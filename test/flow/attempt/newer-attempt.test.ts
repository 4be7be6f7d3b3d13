import { describe, expect, test } from 'vitest';
import { Rig } from '../rig/rig.js';
import { accepted, answer, done, errorBody, type Reply, transaction } from '../../../demo/scripted/script.js';

// Two tabs and one cart, whose attempts have one tracking id. The first tab sleeps; meanwhile the second one has seen the first
// attempt fail, and has paid with a newer one. Its record is the only one there is.

const ID = { tracking_id: 'cart-1' } as const;
const failed = done(transaction('failed', { ...ID, message: 'Declined' }));
const failedToo = done(transaction('failed', { ...ID, uid: 'uid-2', message: 'Declined' }));
const paid = done(transaction('successful', { ...ID, uid: 'uid-2' }));
const running = { status: 'new', job_id: 'job-2' } as const;

/** @param jobs The replies about each job from now on. */
function answerBy(rig: Rig, jobs: Readonly<Record<string, Reply>>): void {
  rig.gateway.onRequest = ({ jobId }) => {
    if (jobId !== undefined && jobId in jobs) rig.gateway.replies.job = [jobs[jobId]!];
  };
}

/**
 * @param isCanceled Whether the first tab no longer waits.
 * @returns both tabs at the moment when the first one wakes up.
 */
async function overtaken(newer: Reply, isCanceled = false): Promise<{ first: Rig; second: Rig }> {
  const prepare = () => Promise.resolve({ trackingId: 'cart-1' });
  const first = new Rig({ prepare });
  const second = new Rig({ prepare }, first);
  first.gateway.replies.transfer = [accepted('job-1'), accepted('job-2')];
  answerBy(first, { 'job-1': { status: 'new', job_id: 'job-1' } });
  await first.pay(2000);
  first.presence.away = true;
  if (isCanceled) first.flow.cancel();
  answerBy(first, { 'job-1': failed, 'job-2': newer });
  void second.flow.askAboutEarlier(await second.flow.unfinished(), () => undefined, new AbortController().signal);
  // Before that its button waits for the gateway.
  await second.clock.advance(31_000);
  expect(second.local.records).toMatchObject([{ jobId: 'job-1', outcome: 'failed' }]);
  await second.pay(5000);
  expect(first.gateway.of('transfer')).toHaveLength(2);
  return { first, second };
}

test.each<[word: string, now: Reply]>([
  ['failed', failed],
  ['unknown', answer(404, errorBody({}, 'not_found'))],
])(
  'an attempt that turns out %s when a newer one has its id leaves the newer one’s record, and shows that one',
  async (_, now) => {
    const { first, second } = await overtaken(paid);
    const [record] = first.local.records;
    expect(record).toMatchObject({ jobId: 'job-2', phase: 'ended', outcome: 'successful' });
    answerBy(first, { 'job-1': now, 'job-2': paid });
    first.presence.away = false;
    await first.clock.advance(100_000);
    expect([first, second].map(({ outcome }) => outcome?.outcome)).toEqual(['successful', 'successful']);
    expect(first.flow.state).toMatchObject({ attempt: { jobId: 'job-2', uid: 'uid-2' } });
    expect(first.course).not.toContain('failed');
    expect(first.course).not.toContain('unknown');
    expect(first.local.records).toMatchObject([
      { id: record!.id, outcome: 'successful' },
      { jobId: 'job-1', outcome: 'failed' },
    ]);
  },
);

test('while the newer attempt is under way, the older one’s page follows it', async () => {
  const { first } = await overtaken(running);
  first.presence.away = false;
  await first.clock.advance(5000);
  expect(first.flow.state).toMatchObject({ step: 'settling', attempt: { jobId: 'job-2' } });
  answerBy(first, { 'job-1': failed, 'job-2': paid });
  await first.clock.advance(30_000);
  expect(first.outcome).toMatchObject({ outcome: 'successful' });
  expect(first.gateway.of('transfer')).toHaveLength(2);
});

test('the bank’s page of the older attempt is not opened: the newer one is shown', async () => {
  const { first } = await overtaken(paid);
  const bank = done(transaction('incomplete', { ...ID, redirect_url: 'https://bank.example/3ds' }));
  answerBy(first, { 'job-1': bank, 'job-2': paid });
  first.presence.away = false;
  await first.clock.advance(30_000);
  expect(first.left).toEqual([]);
  expect(first.outcome).toMatchObject({ outcome: 'successful', transaction: { uid: 'uid-2' } });
});

test('an older attempt that has paid after all says so: a success is never hidden', async () => {
  const { first, second } = await overtaken(failedToo);
  answerBy(first, { 'job-1': done(transaction('successful', { ...ID, uid: 'uid-1' })), 'job-2': failedToo });
  first.presence.away = false;
  await first.clock.advance(30_000);
  expect(first.outcome).toMatchObject({ outcome: 'successful', transaction: { uid: 'uid-1' } });
  expect(second.outcome).toMatchObject({ outcome: 'failed' });
});

test('an older attempt that was unknown before, and is asked about again, leads to the newer one: its job is not polled', async () => {
  const { first } = await overtaken(paid, true);
  expect(first.outcome).toEqual({ outcome: 'unknown', reason: 'canceled' });
  const polls = (): number => first.gateway.of('job').filter(({ jobId }) => jobId === 'job-1').length;
  const before = polls();
  void first.flow.resume();
  first.presence.away = false;
  await first.clock.advance(1000);
  const [record] = first.local.records;
  expect(first.outcome).toMatchObject({ outcome: 'successful', transaction: { uid: 'uid-2' } });
  expect(first.flow.state).toMatchObject({ attempt: { id: record?.id } });
  expect(polls()).toBe(before);
});

describe('two attempts at one order that did not know of each other: the first one’s entries were not where the second tab looked', () => {
  const pending = done(transaction('incomplete', { ...ID, uid: 'uid-1' }));
  const gone = answer(404, errorBody({}, 'not_found'));

  /** @param isFull Whether the shared storage had no room for the first attempt; it was emptied otherwise. */
  async function apart(newer: Reply, isFull = false): Promise<{ first: Rig; second: Rig }> {
    const first = new Rig();
    first.settings = { ...first.settings, trackingId: 'cart-1' };
    first.gateway.replies.transfer = [accepted('job-1'), accepted('job-2')];
    answerBy(first, { 'job-1': pending, 'job-2': newer });
    if (isFull) first.local.limit = 0;
    await first.pay(3000);
    if (!isFull) first.local.entries.clear();
    first.presence.away = true;
    first.local.limit = Infinity;
    const second = new Rig({}, first);
    second.settings = first.settings;
    await second.pay(3000);
    expect(first.gateway.of('transfer')).toHaveLength(2);
    return { first, second };
  }

  test('the payer is not sent to two banks: the page of the older one shows the newer', async () => {
    const { first } = await apart(running);
    answerBy(first, {
      'job-1': done(transaction('incomplete', { ...ID, uid: 'uid-1', redirect_url: 'https://bank.example/3ds' })),
      'job-2': running,
    });
    first.presence.away = false;
    await first.clock.advance(5000);
    expect(first.left).toEqual([]);
    expect(first.flow.state).toMatchObject({ step: 'settling', attempt: { jobId: 'job-2' } });
  });

  test('the failure of the newer one is not the end of the older, of which nothing is known', async () => {
    const { first, second } = await apart(failedToo);
    expect(second.outcome?.outcome).toBe('failed');
    answerBy(first, { 'job-1': gone, 'job-2': failedToo });
    first.presence.away = false;
    await first.clock.advance(100_000);
    expect(first.outcome).toEqual({ outcome: 'unknown', reason: 'job_lost' });
    expect(first.course).not.toContain('failed');
  });

  test('a storage that is full again keeps the success of the newer one, whatever the older one comes to', async () => {
    const { first } = await apart(paid, true);
    first.local.limit = 1;
    first.presence.away = false;
    await first.clock.advance(5000);
    answerBy(first, { 'job-1': failed, 'job-2': paid });
    await first.clock.advance(30_000);
    expect(first.local.records).toMatchObject([{ jobId: 'job-2', outcome: 'successful' }]);
    expect(first.outcome?.outcome).toBe('successful');
  });
});
