import { describe, expect, test } from 'vitest';
import type { OrderFlowOptions } from '../../src/flow/order-flow.js';
import { BrowserLocks } from './rig/browser-locks.js';
import { OrderRig } from './rig/order-rig.js';
import { countingRandom, Rig, TestPresence } from './rig/rig.js';
import { answer, done, errorBody, type Reply } from '../../demo/scripted/script.js';

// A final word stands, and an answer belongs to the attempt that asked, whatever is paid: a product, and a plan, whose job answers with a
// subscription instead of a transaction. (Transfers: final-word.test.ts.)

type End = 'successful' | 'failed' | 'at the bank';
const BANK = 'https://bank.example/3ds';
const STATES = { successful: 'active', failed: 'failed', 'at the bank': 'redirecting' } as const;

const KINDS = {
  product: {
    id: 'prd_1',
    say: (end: End, uid: string): Reply => {
      const status = end === 'at the bank' ? 'incomplete' : end;
      const page = end === 'at the bank' && { redirect_url: BANK };
      return done({ transaction: { uid, status, amount: 1999, currency: 'USD', ...page } });
    },
  },
  plan: {
    id: 'pln_1',
    say: (end: End, uid: string): Reply => {
      const plan = { id: 'pln_1', title: 'Tea', currency: 'USD', plan: { amount: 1999, interval: 1, interval_unit: 'month' } };
      const status = end === 'at the bank' ? 'incomplete' : end;
      const cycles = end === 'successful' ? 1 : 0;
      const page = end === 'at the bank' && { redirect_url: BANK };
      const last = { uid: `charge-of-${uid}`, status };
      return done({
        subscription: { id: uid, state: STATES[end], paid_billing_cycles: cycles, plan, last_transaction: last, ...page },
      });
    },
  },
} as const;

const IDS: Record<string, { trackingId?: string; prepare?: OrderFlowOptions['prepare'] }> = {
  fresh: {},
  fixed: { trackingId: 'order-1' },
  prepared: { prepare: () => Promise.resolve({ trackingId: 'cart-1' }) },
};

const gone = (): Reply => answer(404, errorBody({}, 'not_found'));
const CASES = Object.keys(KINDS).flatMap((kind) => Object.keys(IDS).map((id) => [kind as keyof typeof KINDS, id] as const));

describe.each(CASES)('a %s, with a %s id', (kind, id) => {
  const { id: sold, say } = KINDS[kind];

  function open(options: Partial<OrderFlowOptions> = {}, beside?: OrderRig, what: string = sold): OrderRig {
    const { trackingId, prepare } = IDS[id]!;
    const random = beside && { random: countingRandom('tab') };
    const rig = new OrderRig({ ...(prepare && { prepare }), ...random, ...options }, beside, `order:${what}`);
    rig.settings = { ...rig.settings, id: what, ...(trackingId && { trackingId }) };
    if (!beside) rig.gateway.replies.job = [say('successful', 'u1')];
    return rig;
  }

  test.each<[string, () => Reply]>([
    ['a failure', () => say('failed', 'u1')],
    ['the failure of another id', () => say('failed', 'u9')],
    ['nothing any more', gone],
  ])('that was paid stays paid when the job later answers %s', async (_, news) => {
    const left = open();
    await left.pay(2000);
    expect(left.outcome?.outcome).toBe('successful');
    left.gateway.replies.job = [news()];
    const next = open({}, left);
    void next.flow.resume(left.local.records[0]);
    await next.clock.advance(30_000);
    expect(next.words).toEqual(['settling', 'successful']);
  });

  test('is not ended by the answer of another job', async () => {
    const rig = open();
    const ours = (reply: Reply): Reply => ({ ...(reply as object), job_id: 'job-other' });
    rig.gateway.replies.job = [ours(say('failed', 'u1')), ours(say('successful', 'u1')), say('successful', 'u2')];
    await rig.pay(20_000);
    expect(rig.words).toEqual(['details', 'transferring', 'successful']);
    expect(rig.local.records).toMatchObject([{ uid: 'u2' }]);
  });

  test('that waits at the bank has not failed because another one did', async () => {
    const rig = open();
    rig.gateway.replies.job = [say('at the bank', 'u1'), say('failed', 'u2')];
    await rig.pay(10_000);
    expect(rig.left).toEqual([BANK]);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'other_transaction' });
  });

  test('that waits at the bank, as only another tab was told, has not failed because another one did', async () => {
    const presence = new TestPresence();
    const rig = open({ presence });
    rig.gateway.replies.job = [{ status: 'new' }];
    await rig.pay(2000);
    presence.away = true;
    const other = open({}, rig);
    rig.gateway.replies.job = [say('at the bank', 'u1')];
    void other.flow.resume(rig.local.records[0]);
    await other.clock.advance(3000);
    expect(rig.local.records).toMatchObject([{ uid: 'u1' }]);
    rig.gateway.replies.job = [say('failed', 'u2')];
    presence.away = false;
    await rig.clock.advance(20_000);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'other_transaction' });
    expect(other.outcome).toMatchObject({ outcome: 'unknown', reason: 'other_transaction' });
  });

  test('is known to another tab, and not paid again, although the storage fills up during it', async () => {
    const rig = open();
    rig.gateway.replies.job = [{ status: 'new' }];
    rig.gateway.onRequest = (arrived) => {
      if (arrived.kind === 'transfer') rig.local.refuses = 'writes';
    };
    await rig.pay(2000);
    const other = open({}, rig);
    if (id === 'fixed') void other.flow.resume();
    await other.clock.advance(31_000);
    await other.pay(3000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test('asks about an unknown payment under another key, which the shop has changed meanwhile', async () => {
    const rig = open();
    rig.gateway.replies.job = [gone()];
    await rig.pay(90_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    const other = open({}, rig);
    other.cards.thumbprint = () => Promise.resolve('the next key');
    await other.pay(2000);
    expect(other.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test(`with the payment of another product is asked about where the id is one order's`, async () => {
    const rig = open();
    rig.gateway.replies.job = [gone()];
    await rig.pay(90_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    const other = open({}, rig, 'prd_2');
    rig.gateway.replies.job = [KINDS.product.say('successful', 'u2')];
    await other.pay(3000);
    if (id === 'fresh') expect(other.outcome?.outcome).toBe('successful');
    else {
      expect(other.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
      expect(rig.gateway.of('transfer')).toHaveLength(1);
    }
  });
});

test('two payments of one origin never start at once, whatever they are for and by which key', async () => {
  const locks = new BrowserLocks();
  const [transfer, order] = [new Rig({ locks }), new OrderRig({ locks })];
  order.cards.thumbprint = () => Promise.resolve('another key');
  await transfer.quote();
  for (const flow of [transfer.flow, order.flow]) void flow.submit();
  await transfer.clock.advance(2000);
  await order.clock.advance(2000);
  const starts = locks.asked.filter((name) => !name.includes('sending'));
  expect(new Set(starts).size).toBe(1);
  expect(starts.length).toBeGreaterThan(1);
});
