import { describe, expect, test, vi } from 'vitest';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import type { TransferFlowOptions } from '../../../src/flow/transfer-flow.js';
import { byNow } from '../../clock/manual-clock.js';
import { type Answer, answering, onDemand, PAID, SUM } from '../rig/merchant-answers.js';
import { OrderRig } from '../rig/order-rig.js';
import { MemoryStorage, Rig } from '../rig/rig.js';
import { answer as httpAnswer, done, errorBody, transaction } from '../../../demo/scripted/script.js';

// What the merchant's server reports about payments that this browser has no record of.

describe('a uid in the address', () => {
  test('is checked by the uid alone; a confirmed payment is shown, and nothing is stored', async () => {
    const resolveStatus = answering(PAID);
    const rig = new Rig({ resolveStatus });
    expect(await byNow(rig.flow.resumeElsewhere('uid-9'))).toBe(true);
    expect(resolveStatus.mock.calls).toEqual([[{ trackingId: undefined, uid: 'uid-9', startedAt: undefined }]]);
    expect(rig.course).toEqual(['recognizing', 'successful']);
    expect(rig.flow.state).toEqual({
      step: 'outcome',
      attempt: { uid: 'uid-9', ...SUM },
      result: { outcome: 'successful', transaction: undefined },
      rule: 'shop_successful',
    });
    expect(rig.cards.cleared).toEqual(['all']);
    expect(rig.local.records).toEqual([]);
    expect(rig.clock.waits).toEqual([]);
  });

  test('is not asked about twice at once', async () => {
    const { resolveStatus, answer } = onDemand();
    const rig = new Rig({ resolveStatus });
    void rig.flow.resumeElsewhere('uid-9');
    await rig.clock.advance(100);
    expect(await byNow(rig.flow.resume())).toBe(true);
    expect(await byNow(rig.flow.resumeElsewhere('uid-8'))).toBe(false);
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    answer(PAID);
    await rig.clock.advance(0);
    expect(rig.flow.state).toMatchObject({ step: 'outcome', attempt: { uid: 'uid-9' } });
  });

  test.each([
    ['has left the page leaves the fields to the form that has come', false, []],
    ['is back on the page clears the fields', true, ['all']],
  ])('whose payment is confirmed when the form %s', async (_, isBack, cleared) => {
    const { resolveStatus, answer } = onDemand();
    const rig = new Rig({ resolveStatus });
    void rig.flow.resumeElsewhere('uid-9');
    await rig.clock.advance(100);
    rig.flow.detach();
    if (isBack) rig.flow.attach();
    answer(PAID);
    await rig.clock.advance(0);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    expect(rig.cards.cleared).toEqual(cleared);
  });

  test('whose payment failed shows the failure, and the form is offered again', async () => {
    const rig = new Rig({ resolveStatus: answering({ outcome: 'failed', ...SUM }) });
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    expect(rig.outcome).toMatchObject({ outcome: 'failed' });
    expect(rig.cards.cleared).toEqual(['verification_value']);
    expect(rig.flow.mayTryAgain).toBe(true);
    rig.flow.tryAgain();
    expect(rig.flow.state.step).toBe('details');
  });

  test('without resolveStatus is not recognized: no outcome, and a way to the form', async () => {
    const rig = new Rig();
    expect(await byNow(rig.flow.resumeElsewhere('uid-9'))).toBe(true);
    expect(rig.flow.state).toEqual({ step: 'unrecognized', uid: 'uid-9' });
    expect(rig.reports).toEqual([]);
    rig.flow.reset();
    expect(rig.flow.state.step).toBe('details');
    await rig.clock.advance(10 * 60_000);
    expect(rig.flow.state.step).toBe('details');
    expect(rig.clock.waits).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['does not know', { outcome: 'unknown' }],
    ['reports another amount', { ...PAID, amount: 1 }],
    ['reports another currency', { ...PAID, currency: 'EUR' }],
    ['reports no amount', { outcome: 'successful' }],
    ['reports a failure without an amount', { outcome: 'failed' }],
    ['reports a failure of another amount', { outcome: 'failed', amount: 1, currency: 'USD' }],
  ])('is not recognized if the server %s', async (_, answer) => {
    const rig = new Rig({ resolveStatus: answering(answer) });
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    expect(rig.course).toEqual(['recognizing', 'unrecognized']);
  });

  test.each<[string, Answer, RegExp]>([
    [
      'another amount',
      { outcome: 'successful', amount: 1, currency: 'EUR' },
      /amount 10000 and currency "USD".*this page asks for; it returned amount 1 and currency "EUR"/,
    ],
    [
      'no amount',
      { outcome: 'successful' },
      /amount 10000 and currency "USD".*it returned amount undefined and currency undefined/,
    ],
  ])('with %s is a merchant’s error, reported once', async (_, answer, message) => {
    const rig = new Rig({ resolveStatus: answering(answer) });
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    await rig.clock.advance(10 * 60_000);
    expect(rig.reports).toMatchObject([
      { code: 'resolve_status_mismatch', party: 'merchant', message: expect.stringMatching(message) as unknown },
    ]);
  });

  test('is compared by currency alone when the payer types the amount', async () => {
    const typed = { amount: 700, currency: 'USD', description: 'Rent', isAmountTyped: true };
    const rig = new Rig({ resolveStatus: answering(PAID) });
    rig.settings = typed;
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    expect(rig.flow.state).toMatchObject({ step: 'outcome', attempt: SUM });
    const other = new Rig({ resolveStatus: answering({ ...PAID, currency: 'EUR' }) });
    other.settings = typed;
    await byNow(other.flow.resumeElsewhere('uid-9'));
    expect(other.flow.state.step).toBe('unrecognized');
  });

  test('is not confirmed until there is a price to compare with', async () => {
    const rig = new OrderRig({ resolveStatus: answering({ outcome: 'successful', amount: 1999, currency: 'USD' }) });
    rig.settings = { ...rig.settings, amount: undefined, currency: '' };
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    expect(rig.flow.state.step).toBe('unrecognized');
  });

  test('is checked again for some minutes, and shown once the server knows', async () => {
    let asked = 0;
    const rig = new Rig({ resolveStatus: () => Promise.resolve((asked += 1) > 3 ? PAID : { outcome: 'unknown' }) });
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    await rig.clock.advance(9_999);
    expect(rig.flow.state.step).toBe('unrecognized');
    await rig.clock.advance(1);
    expect(rig.course).toEqual(['recognizing', 'unrecognized', 'successful']);
    expect(rig.clock.waits).toEqual([]);
  });

  test('is checked with a resolveStatus that the page sets later', async () => {
    const late: { resolveStatus?: TransferFlowOptions['resolveStatus'] } = {};
    const rig = new Rig({
      get resolveStatus() {
        return late.resolveStatus;
      },
    });
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    late.resolveStatus = answering(PAID);
    await rig.clock.advance(2000);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
  });

  test('is no longer checked once the payer has moved on to the form', async () => {
    const resolveStatus = answering({ outcome: 'unknown' });
    const rig = new Rig({ resolveStatus });
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    rig.flow.reset();
    await rig.clock.advance(10 * 60_000);
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    expect(rig.flow.state.step).toBe('details');
  });

  test.each<[string, (rig: Rig) => void, string]>([
    ['cancel()', (rig) => rig.flow.cancel(), 'unrecognized'],
    ['reset()', (rig) => rig.flow.reset(), 'details'],
  ])('can be dropped by %s while a server hangs; a late answer changes nothing', async (_, end, step) => {
    const { resolveStatus, answer } = onDemand();
    const rig = new Rig({ resolveStatus });
    void rig.flow.resumeElsewhere('uid-9');
    await rig.clock.advance(1000);
    expect(rig.flow.state.step).toBe('recognizing');
    end(rig);
    expect(rig.flow.state.step).toBe(step);
    answer(PAID);
    await rig.clock.advance(0);
    expect(rig.flow.state.step).toBe(step);
    expect(rig.reports).toEqual([]);
  });

  test.each<[string, (rig: Rig) => void, string]>([
    ['cancel()', (rig) => rig.flow.cancel(), 'unrecognized'],
    ['reset()', (rig) => rig.flow.reset(), 'details'],
  ])('is not asked about after %s while the server is asked about the order', async (_, end, step) => {
    const { resolveStatus, answer } = onDemand();
    const rig = new Rig({ resolveStatus });
    rig.settings = { ...rig.settings, trackingId: 'order-1' };
    const resumed = rig.flow.resumeElsewhere('uid-9');
    await rig.clock.advance(1000);
    end(rig);
    expect(await byNow(resumed)).toBe(true);
    answer({ outcome: 'failed' });
    await rig.clock.advance(10 * 60_000);
    expect(rig.flow.state.step).toBe(step);
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    expect(rig.clock.waits).toEqual([]);
  });

  test('with a slow server lets the payer continue after 5 s, and still shows the answer', async () => {
    const { resolveStatus, answer } = onDemand();
    const rig = new Rig({ resolveStatus });
    void rig.flow.resumeElsewhere('uid-9');
    await rig.clock.advance(4_999);
    expect(rig.flow.state.step).toBe('recognizing');
    await rig.clock.advance(1);
    expect(rig.flow.state.step).toBe('unrecognized');
    answer(PAID);
    await rig.clock.advance(0);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    expect(rig.clock.waits).toEqual([]);
  });

  test('is checked once more by resume()', async () => {
    let known: Answer = { outcome: 'unknown' };
    const rig = new Rig({ resolveStatus: () => Promise.resolve(known) });
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    known = PAID;
    expect(await byNow(rig.flow.resume())).toBe(true);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
  });

  test('does not keep the payer from paying: the form that follows sends', async () => {
    const rig = new Rig();
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    rig.flow.reset();
    await rig.pay(3000);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
  });
});

describe('the uid of a payment that this browser has recorded', () => {
  const paid = {
    id: 'attempt-1',
    trackingId: 'tea-1',
    amount: 500,
    currency: 'USD',
    startedAt: 0,
    source: {},
    recipient: {},
    jobId: 'job-9',
    uid: 'uid-9',
  };

  test.each([
    ['a product of the same page', 'order:prd_1', undefined],
    ['a transfer with another shop', 'p2p', 'key-other'],
  ])('is not shown by this flow if it belongs to %s', async (_, kind, key) => {
    const resolveStatus = answering(PAID);
    const rig = new Rig({ resolveStatus });
    new RecordStore(kind, rig).write(key ?? (await rig.cards.thumbprint()), paid, 'authentication');
    const resumed = rig.flow.resumeElsewhere('uid-9');
    await rig.clock.advance(1000);
    expect(rig.flow.state.step).toBe('details');
    expect(await byNow(resumed)).toBe(false);
    expect(resolveStatus).not.toHaveBeenCalled();
  });

  test.each([undefined, 'tea-1'])(
    'is followed to its outcome if it is this flow’s own from another tab: %s',
    async (trackingId) => {
      const rig = new Rig();
      rig.settings = { ...rig.settings, amount: 500, trackingId };
      rig.gateway.replies.job = [done(transaction('successful', { tracking_id: 'tea-1', amount: 500 }))];
      new RecordStore('p2p', { local: rig.local, tab: new MemoryStorage(), clock: rig.clock }).write(
        await rig.cards.thumbprint(),
        paid,
        'authentication',
      );
      expect(await byNow(rig.flow.resumeElsewhere('uid-9'))).toBe(true);
      expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    },
  );
});

describe('an attempt of this browser', () => {
  test.each<[string, Partial<Answer>, RegExp]>([
    ['amount', { amount: 1 }, /amount 10000.*it returned amount 1 /],
    ['currency', { currency: 'EUR' }, /currency "USD".*currency "EUR"/],
  ])('that resolveStatus reports with another %s stays unknown, and the merchant gets one error', async (_, other, message) => {
    const rig = new Rig({ resolveStatus: answering({ ...PAID, ...other }) });
    rig.gateway.replies.transfer = ['silence'];
    await rig.pay(100_000);
    expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
    await rig.clock.advance(10 * 60_000);
    expect(rig.reports).toMatchObject([
      { code: 'resolve_status_mismatch', party: 'merchant', message: expect.stringMatching(message) as unknown },
    ]);
    expect(rig.outcome?.outcome).toBe('unknown');
  });

  test.each([
    ['uid-7', 'uid-7'],
    ['call +1 217 555 0100', undefined],
  ])('whose gateway calls it %j is checked by uid %j', async (given, uid) => {
    const resolveStatus = answering(PAID);
    const rig = new Rig({ resolveStatus });
    rig.gateway.replies.job = [done(transaction('pending', { uid: given })), httpAnswer(404, errorBody({}, 'not_found'))];
    await rig.pay(90_000);
    expect(resolveStatus.mock.calls).toMatchObject([[{ trackingId: 'own-1', uid }]]);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
  });

  test('may be reported without an amount: the request had its own tracking id', async () => {
    const rig = new Rig({ resolveStatus: answering({ outcome: 'successful' }) });
    rig.gateway.replies.transfer = ['silence'];
    await rig.pay(100_000);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
  });
});

describe('attempts that can’t be read', () => {
  const SHOP = 'thumbpri';
  const store = (rig: Rig, trackingId: string, { kind = 'p2p', shop = SHOP } = {}): void =>
    void rig.local.entries.set(`checkout-elements:${kind}:${shop}:${trackingId}:AAAA:sent`, '{');

  test('are asked about once, at most five of them, and none of another kind or shop', async () => {
    const resolveStatus = answering({ outcome: 'unknown' });
    const rig = new Rig({ resolveStatus });
    store(rig, 'plan-1', { kind: 'plan' });
    store(rig, 'other-1', { shop: 'otherkey' });
    for (let order = 1; order <= 7; order += 1) store(rig, `order-${order}`);
    await byNow(rig.flow.resume());
    await byNow(rig.flow.resume());
    const asked = resolveStatus.mock.calls.map(([{ trackingId = '' }]) => trackingId);
    expect(asked.toSorted()).toEqual(['order-1', 'order-2', 'order-3', 'order-4', 'order-5']);
  });

  test('of the form’s own order are asked about as the order, once', async () => {
    const resolveStatus = answering({ outcome: 'unknown' });
    const rig = new Rig({ resolveStatus });
    rig.settings = { ...rig.settings, trackingId: 'order-1' };
    store(rig, 'order-1');
    await byNow(rig.flow.resume());
    expect(resolveStatus).toHaveBeenCalledTimes(1);
  });

  test('ask nothing without a server, and nothing is reported', async () => {
    const rig = new Rig();
    store(rig, 'order-1');
    await byNow(rig.flow.resume());
    await rig.clock.advance(100);
    expect(rig.reports).toEqual([]);
  });

  test('keep asking the payer when the question fails, which is reported', async () => {
    const rig = new Rig({ resolveStatus: () => Promise.reject(new Error('Service Unavailable')) });
    store(rig, 'order-1');
    await byNow(rig.flow.resume());
    await rig.clock.advance(100);
    expect(rig.reports).toMatchObject([{ code: 'resolve_status_failed' }]);
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
  });

  test('are ended by an answer about their own order alone', async () => {
    const rig = new Rig({
      resolveStatus: vi.fn(({ trackingId }) =>
        Promise.resolve({ outcome: trackingId === 'order-1' ? ('failed' as const) : ('unknown' as const) }),
      ),
    });
    store(rig, 'order-1');
    store(rig, 'order-2');
    await byNow(rig.flow.resume());
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toEqual([]);
  });
});
