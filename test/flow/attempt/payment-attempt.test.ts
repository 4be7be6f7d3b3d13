import { expect, test } from 'vitest';
import { ManualClock } from '../../clock/manual-clock.js';
import { BrowserLocks } from '../rig/browser-locks.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { type Attempt, paymentOf } from '../../../src/flow/state.js';
import { MemoryStorage, Rig } from '../rig/rig.js';
import { accepted, answer, done, errorBody, transaction } from '../../../demo/scripted/script.js';

// An attempt from its press to its outcome: at most one request for one payment, whatever tabs, elements and payers do, and
// never a final outcome that the gateway has not proved.

type Json = Record<string, unknown>;

/** An answer that a test gives at a time of its choice. */
function pending(): { readonly reply: Promise<Json>; readonly give: (body: Json) => void } {
  let give: (body: Json) => void = () => undefined;
  return { reply: new Promise((resolve) => (give = resolve)), give: (body) => give(body) };
}

/** Two tabs of one browser whose payer has filled in the same values in both. */
async function twoTabs(prepareTakes: number): Promise<readonly [Rig, Rig]> {
  const locks = new BrowserLocks();
  const clock = new ManualClock();
  const prepare = () => new Promise<void>((resolve) => void clock.after(prepareTakes, resolve));
  const first = new Rig({ locks, prepare }, undefined, false, clock);
  const second = new Rig({ locks, prepare }, first);
  await Promise.all([first.quote(), second.quote()]);
  return [first, second];
}

test.each([0, 700, 5000])('two tabs that press at once send one request, even if prepare takes %d ms', async (takes) => {
  const [first, second] = await twoTabs(takes);
  void first.flow.submit();
  void second.flow.submit();
  await first.clock.advance(takes + 5000);
  expect(first.gateway.of('transfer')).toHaveLength(1);
  expect(new Set([first, second].map((rig) => rig.outcome?.outcome))).toEqual(new Set(['successful', undefined]));
  // The other tab is back at its form, and waits until the gateway would take the payment again.
  const other = first.outcome ? second : first;
  expect(other.flow.state).toMatchObject({ step: 'details' });
  expect(other.flow.state).not.toHaveProperty('trouble.code');
  expect(other.flow.waitFor).toBeGreaterThan(20_000);
});

test('two tabs that press at once for two recipients send one request: the card is the same', async () => {
  const [first, second] = await twoTabs(0);
  Object.defineProperty(second.cards, 'state', {
    get: () => ({ checkable: true, complete: true, revision: 1, sameCard: false, source: { last4: '0000' }, recipient: {} }),
  });
  void first.flow.submit();
  void second.flow.submit();
  await first.clock.advance(1000);
  expect(first.gateway.of('transfer')).toHaveLength(1);
  const other = first.outcome ? second : first;
  expect(other.flow.state).toMatchObject({ step: 'details', press: { status: 'ignored' } });
  expect(other.flow.waitFor).toBeGreaterThan(20_000);
  await other.clock.advance(2000);
  expect(other.flow.state).toMatchObject({ quote: { status: 'given' } });
});

test('cards that change while another tab has the lock are not charged', async () => {
  const locks = new BrowserLocks();
  const rig = new Rig({ locks });
  await rig.quote();
  locks.held.add('checkout-elements:start');
  await rig.press(300);
  rig.cards.revision += 1;
  locks.held.clear();
  await rig.clock.advance(1000);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state).toMatchObject({ step: 'details', press: { status: 'ignored' } });
});

test('a press that was still being sealed while another tab paid asks before it sends', async () => {
  const [first, waiting] = await twoTabs(0);
  const slow = pending();
  waiting.cards.sealing = () => slow.reply.then(() => undefined);
  void waiting.flow.submit();
  await first.clock.advance(100);
  void first.flow.submit();
  await first.clock.advance(31_000);
  slow.give({});
  await first.clock.advance(3000);
  expect(first.gateway.of('transfer')).toHaveLength(1);
  expect(waiting.flow.state).toMatchObject({ step: 'details', quote: { status: 'given', confirm: 'repeated' } });
  await waiting.press(3000);
  expect(first.gateway.of('transfer')).toHaveLength(2);
});

test('while another tab keeps the lock, nothing is sent, and the press may be repeated', async () => {
  const locks = new BrowserLocks();
  const rig = new Rig({ locks });
  await rig.quote();
  locks.held.add('checkout-elements:start');
  await rig.press(2000);
  expect(rig.flow.state).toMatchObject({ step: 'details', trouble: { code: 'busy_elsewhere' } });
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.local.records).toEqual([]);
  locks.held.clear();
  await rig.pay(3000);
  expect(rig.outcome?.outcome).toBe('successful');
});

test('an element that replaces another during the request follows it, and both get the outcome', async () => {
  const locks = new BrowserLocks();
  const first = new Rig({ locks });
  const { reply, give } = pending();
  first.gateway.replies.transfer = [reply];
  await first.pay(1000);
  const next = new Rig({ locks }, first, true);
  void next.flow.resume();
  await first.clock.advance(20_000);
  expect(next.flow.state.step).toBe('settling');
  give(accepted());
  await first.clock.advance(3000);
  expect([first.outcome?.outcome, next.outcome?.outcome]).toEqual(['successful', 'successful']);
  expect(next.course).toEqual(['settling', 'successful']);
  expect(first.gateway.of('transfer')).toHaveLength(1);
});

test('after a page that died during the request the next page shows unknown within seconds, not minutes', async () => {
  const locks = new BrowserLocks();
  const first = new Rig({ locks });
  first.gateway.replies.transfer = ['silence'];
  await first.pay(1000);
  // The locks of a closed page are released.
  locks.held.clear();
  const next = new Rig({ locks }, first, true);
  void next.flow.resume();
  await first.clock.advance(3000);
  expect(next.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test('cancel() during the request only stops the waiting: the job is kept, and the outcome can still be found', async () => {
  const rig = new Rig();
  const { reply, give } = pending();
  rig.gateway.replies.transfer = [reply];
  await rig.pay(1000);
  rig.flow.cancel();
  await rig.clock.advance(100);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'canceled' });
  expect(rig.flow.mayAsk).toBe(false);
  give(accepted());
  await rig.clock.advance(100);
  expect(rig.local.records).toMatchObject([{ phase: 'accepted', jobId: 'job-transfer' }]);
  expect(rig.flow.mayAsk).toBe(true);
  void rig.flow.resume();
  await rig.clock.advance(1000);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test('an attempt that the merchant’s server reports as paid stays so when its answer comes late', async () => {
  const rig = new Rig({ resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
  const { reply, give } = pending();
  rig.gateway.replies.transfer = [reply];
  await rig.pay(1000);
  rig.flow.cancel();
  await rig.clock.advance(3000);
  expect(rig.outcome?.outcome).toBe('successful');
  give(accepted());
  await rig.clock.advance(100);
  expect(rig.local.records).toMatchObject([{ phase: 'ended', outcome: 'successful' }]);
});

test('a repeated request is on record as such, and an own copy’s rejection is no duplicate of another payment', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [
    new TypeError('lost'),
    new TypeError('lost'),
    answer(422, errorBody({}, 'duplicate_transaction', 'Duplicate transaction')),
  ];
  await rig.pay(1100);
  expect(rig.local.records).toMatchObject([{ phase: 'sent', repeatedAt: rig.gateway.of('transfer')[1]!.at }]);
  await rig.clock.advance(5000);
  expect(rig.gateway.of('transfer')).toHaveLength(3);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  expect(rig.reports).toEqual([]);
});

test('a repeated request that is answered with something else is reported', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [new TypeError('lost'), answer(200, '<html>')];
  await rig.pay(5000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'off_contract' });
  expect(rig.reports).toMatchObject([{ code: 'answer_off_contract' }]);
});

test('a repeat of a request leaves the newer attempt with its id the newest', async () => {
  const rig = new Rig({ prepare: () => Promise.resolve({ trackingId: 'cart-1' }) });
  rig.gateway.replies.transfer = [new TypeError('lost'), 'silence'];
  await rig.pay(500);
  const { id, ...sent } = paymentOf(rig.flow.state) as Attempt;
  const other = new RecordStore('p2p', { local: rig.local, tab: new MemoryStorage(), clock: rig.clock });
  other.begin('thumbprint', { ...sent, id: `newer than ${id}` });
  await rig.clock.advance(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
  expect(rig.local.records).toMatchObject([{ id: `newer than ${id}` }, { id, repeatedAt: rig.gateway.of('transfer')[1]!.at }]);
  expect(other.find('thumbprint', 'cart-1')?.id).toBe(`newer than ${id}`);
});

test('an attempt cancelled while a lost request waits for its repeat sends nothing more', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [new TypeError('lost')];
  await rig.pay(500);
  rig.flow.cancel();
  await rig.clock.advance(60_000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'canceled' });
});

test.each([
  ['writes', ['storage_unavailable']],
  ['everything', ['storage_unavailable']],
] as const)('where localStorage refuses %s, sessionStorage replaces it, and that is reported', async (refuses, codes) => {
  const rig = new Rig();
  rig.local.refuses = refuses;
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(1000);
  expect(rig.reports.map(({ code }) => code)).toEqual(codes);
  const reloaded = new Rig({}, rig, true);
  rig.gateway.replies.job = [done(transaction('successful'))];
  void reloaded.flow.resume();
  await rig.clock.advance(2000);
  expect(reloaded.course).toEqual(['settling', 'successful']);
});

test.each([
  ['401', answer(401, errorBody({}))],
  ['403', answer(403, errorBody({}))],
  ['404', answer(404, errorBody({}))],
  ['422 without a field', answer(422, errorBody({}))],
  ['a rejection in an unknown language', answer(422, errorBody({}, 'e_117', 'Zduplikowana operacja odrzucona'))],
])('a refusal by %s is unknown and checked: the browser may have sent the request twice', async (_, refusal) => {
  const asked: unknown[] = [];
  const rig = new Rig({
    resolveStatus: (question) => {
      asked.push(question.trackingId);
      return Promise.resolve({ outcome: asked.length > 1 ? 'successful' : 'unknown' });
    },
  });
  rig.gateway.replies.transfer = [refusal];
  await rig.pay(1000);
  expect(rig.outcome?.outcome).toBe('unknown');
  expect(rig.flow.mayTryAgain).toBe(false);
  expect(rig.reports.length).toBeLessThanOrEqual(1);
  await rig.clock.advance(3000);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(rig.course).toEqual(['details', 'transferring', 'unknown', 'successful']);
  expect(asked).toEqual([rig.trackingId, rig.trackingId]);
});

test.each([-700, -3_600_000, 3_600_000])(
  'a wall clock set by %d ms during the request repeats nothing after 20 s, and ends no wait',
  async (jump) => {
    const rig = new Rig();
    rig.gateway.replies.transfer = ['silence'];
    await rig.pay(1000);
    rig.clock.setWall(jump);
    await rig.clock.advance(28_000);
    expect(rig.flow.state.step).toBe('transferring');
    await rig.clock.advance(60_000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  },
);
