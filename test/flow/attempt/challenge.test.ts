import { expect, test, vi } from 'vitest';
import { byNow, ManualClock } from '../../clock/manual-clock.js';
import { Rig } from '../rig/rig.js';
import { accepted, answer, done, errorBody, transaction } from '../../../demo/scripted/script.js';

const BANK = 'https://bank.example/3ds?id=1';
const incomplete = done(transaction('incomplete', { redirect_url: BANK }));
const successful = done(transaction('successful', { redirect_url: BANK }));

async function atTheBank(options = {}): Promise<Rig> {
  const rig = new Rig(options);
  rig.gateway.replies.job = [incomplete];
  await rig.pay(700);
  return rig;
}

test('an incomplete transaction sends the payer to its address once, and is recorded before', async () => {
  let atLeave: unknown;
  const rig: Rig = new Rig({
    leave: (url, attempt) => {
      atLeave = { url, uid: attempt.uid, phase: rig.local.records[0]?.phase };
    },
  });
  rig.gateway.replies.job = [incomplete];
  await rig.pay(700);
  expect(atLeave).toEqual({ url: BANK, uid: 'uid-1', phase: 'authentication' });
  expect(rig.flow.state).toMatchObject({ step: 'authentication', redirectUrl: BANK });
  const leave = vi.fn();
  atLeave = leave;
  await rig.clock.advance(30_000);
  expect(atLeave).toBe(leave);
  expect(rig.flow.state.step).toBe('authentication');
});

test('a challenge that ends while the page stays open brings the outcome', async () => {
  const rig = await atTheBank();
  rig.gateway.replies.job = [successful];
  await rig.clock.advance(10_000);
  expect(rig.course).toEqual(['details', 'transferring', 'authentication', 'successful']);
  expect(rig.left).toEqual([BANK]);
});

test('a page that comes back resumes the attempt from the record, polls at once and ends once', async () => {
  const left = await atTheBank();
  const back = new Rig({}, left, true);
  back.gateway.replies.job = [successful];
  const polled = back.gateway.of('job').length;
  const resumed = back.flow.resume();
  await back.clock.advance(0);
  expect(back.gateway.of('job')).toHaveLength(polled + 1);
  expect(await byNow(resumed)).toBe(true);
  expect(back.course).toEqual(['settling', 'successful']);
  expect(back.gateway.of('transfer')).toHaveLength(1);
  expect(back.trackingId).toBe('own-1');
  expect(back.left).toEqual([]);
});

test('a payer who returns without having finished is offered the bank’s page again, not sent there', async () => {
  const left = await atTheBank();
  const back = new Rig({}, left, true);
  void back.flow.resume();
  await back.clock.advance(3000);
  expect(back.flow.state).toMatchObject({ step: 'settling', redirectUrl: BANK, attempt: { uid: 'uid-1' } });
  expect(back.left).toEqual([]);
});

test('a leave that throws ends nothing: the address stays on the page, and polling continues', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const rig = await atTheBank({
    leave: () => {
      throw new Error('blocked');
    },
  });
  expect(rig.flow.state.step).toBe('authentication');
  rig.gateway.replies.job = [successful];
  await rig.clock.advance(10_000);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(complaint).toHaveBeenCalledOnce();
  complaint.mockRestore();
});

test('an address that redirect rules refuse is reported, and the outcome is unknown', async () => {
  const rig = await atTheBank({ judgeRedirect: () => ({ problem: 'its origin is not one of redirect-origins' }) });
  expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'redirect_refused', transaction: { uid: 'uid-1' } });
  expect(rig.reports).toMatchObject([{ code: 'redirect_refused', party: 'gateway' }]);
  expect(rig.left).toEqual([]);
});

test('a shown outcome stays on record while the gateway is asked for its details, and the next reload shows it', async () => {
  const rig = new Rig();
  await rig.pay(2000);
  const ended = { phase: 'ended', outcome: 'successful', jobId: 'job-transfer' };
  expect(rig.local.records).toMatchObject([ended]);
  const slow = new Rig({}, rig, true);
  slow.gateway.replies.job = ['silence'];
  void slow.flow.resume();
  await slow.clock.advance(1000);
  expect(slow.flow.state.step).toBe('settling');
  expect(slow.local.records).toMatchObject([ended]);
  const reloaded = new Rig({}, rig, true);
  reloaded.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  void reloaded.flow.resume();
  await reloaded.clock.advance(5000);
  expect(reloaded.course).toEqual(['settling', 'successful']);
});

test.each([
  ['a new id', {}],
  ['the bank’s page', { redirect_url: BANK }],
])('an outcome that the server confirmed stays on record when the job still answers with %s', async (_, more) => {
  const rig = new Rig({ resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(90_000);
  expect(rig.outcome?.outcome).toBe('successful');
  const reloaded = new Rig({}, rig, true);
  reloaded.gateway.replies.job = [done(transaction('incomplete', more))];
  void reloaded.flow.resume();
  await reloaded.clock.advance(1000);
  expect(reloaded.flow.state).toMatchObject({ step: 'settling', attempt: { uid: 'uid-1' } });
  expect(reloaded.local.records).toMatchObject([{ phase: 'ended', outcome: 'successful' }]);
});

test('a failure that was confirmed is not asked about again after a reload', async () => {
  const resolveStatus = vi.fn(() => Promise.resolve({ outcome: 'failed' as const }));
  const rig = new Rig({ resolveStatus });
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.pay(2000);
  expect(resolveStatus).toHaveBeenCalledTimes(1);
  const reloaded = new Rig({ resolveStatus }, rig, true);
  void reloaded.flow.resume();
  await reloaded.clock.advance(1000);
  expect(reloaded.course).toEqual(['settling', 'failed']);
  expect(resolveStatus).toHaveBeenCalledTimes(1);
});

test('after a reload during the request the outcome is unknown, and nothing is sent again', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = ['silence'];
  await rig.pay(0);
  const reloaded = new Rig({}, rig, true);
  void reloaded.flow.resume();
  // Without locks the page can't see that the sender is gone: it waits until the sender would have had its answer.
  await reloaded.clock.advance(34_000);
  expect(reloaded.flow.state.step).toBe('settling');
  await reloaded.clock.advance(2000);
  expect(reloaded.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  expect(reloaded.gateway.of('transfer')).toHaveLength(1);
});

test('an unknown outcome that is checked again ends once, with the gateway’s answer', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(90_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  rig.gateway.replies.job = [successful];
  const resumed = rig.flow.resume();
  await rig.clock.advance(1000);
  await byNow(resumed);
  expect(rig.course).toEqual(['details', 'transferring', 'unknown', 'settling', 'successful']);
  expect(await byNow(rig.flow.resume())).toBe(false);
  expect(rig.course.filter((word) => word === 'successful')).toHaveLength(1);
});

test('a page that loads while another tab still sends follows that tab, and never shows unknown too early', async () => {
  const first = new Rig();
  first.settings = { ...first.settings, trackingId: 'order-1' };
  first.gateway.replies.transfer = [new TypeError('lost'), accepted()];
  await first.pay(0);
  const second = new Rig({}, first);
  second.settings = first.settings;
  void second.flow.resume();
  await second.clock.advance(500);
  expect(second.flow.state.step).toBe('settling');
  await second.clock.advance(4000);
  expect([first.outcome?.outcome, second.outcome?.outcome]).toEqual(['successful', 'successful']);
  expect(second.course).toEqual(['settling', 'successful']);
});

test('a tab that slept while the sender finished does not undo the outcome on record', async () => {
  const first = new Rig();
  first.settings = { ...first.settings, trackingId: 'order-1' };
  const asleep = new ManualClock();
  let give: (body: Record<string, unknown>) => void = () => undefined;
  first.gateway.replies.transfer = [new Promise((resolve) => (give = resolve))];
  await first.pay(0);
  const second = new Rig({}, first, false, asleep);
  second.settings = first.settings;
  void second.flow.resume();
  await asleep.advance(100);
  give(accepted());
  await first.clock.advance(3000);
  expect(first.outcome?.outcome).toBe('successful');
  // One of several servers that has not heard of the end.
  second.gateway.replies.job = [incomplete];
  await asleep.advance(1000);
  expect(second.flow.state).toMatchObject({ step: 'settling', attempt: { jobId: 'job-transfer' } });
  expect(second.flow.state).not.toHaveProperty('redirectUrl');
  expect(second.local.records).toMatchObject([{ phase: 'ended', outcome: 'successful' }]);
});

test('a payer who returns without having finished is offered the bank’s page once, and it is on record', async () => {
  const left = new Rig();
  left.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await left.pay(700);
  // The page that they left records nothing any more.
  left.presence.away = true;
  const back = new Rig({}, left, true);
  back.gateway.replies.job = [incomplete];
  void back.flow.resume();
  await back.clock.advance(10_000);
  expect(back.states.map((state) => 'redirectUrl' in state && state.redirectUrl)).toEqual([false, false, BANK]);
  expect(back.local.records).toMatchObject([{ phase: 'authentication' }]);
});

test('the bank’s page stays the way on while the job, for a moment, names no address', async () => {
  const rig = await atTheBank();
  rig.gateway.replies.job = [done(transaction('incomplete'))];
  await rig.clock.advance(10_000);
  expect(rig.flow.state).toMatchObject({ step: 'authentication', redirectUrl: BANK });
});

test('back from the bank, an answer that says nothing new changes nothing', async () => {
  const back = new Rig({}, await atTheBank(), true);
  back.gateway.replies.job = [done(transaction('pending'))];
  void back.flow.resume();
  await back.clock.advance(3000);
  const { state } = back.flow;
  const polled = back.gateway.of('job').length;
  await back.clock.advance(10_000);
  expect(back.gateway.of('job').length).toBeGreaterThan(polled);
  expect(back.flow.state).toBe(state);
});
