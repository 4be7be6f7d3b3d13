import { expect, test } from 'vitest';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { createStatusHandler, type Transaction } from '../../../src/merchant/index.js';
import { byNow } from '../../clock/manual-clock.js';
import { countingRandom, MemoryStorage, Rig } from '../rig/rig.js';
import { accepted, answer, done, errorBody, transaction } from '../../../demo/scripted/script.js';

// An earlier request, answer or press is not taken for the present one.

const declined = done(transaction('failed', { message: 'Declined', tracking_id: 'order-1' }));

/** A shop's server with a gateway that knows these transactions. */
function serverOf(known: Transaction[]) {
  const handler = createStatusHandler({
    client: { findTransactions: () => Promise.resolve(known), getTransaction: () => Promise.reject(new Error('not asked')) },
    authorize: () => true,
    allowTest: true,
  });
  return async ({ trackingId, startedAt }: { trackingId: string | undefined; startedAt: string | undefined }) => {
    const question = new URLSearchParams({ tracking_id: trackingId ?? '', ...(startedAt && { started_at: startedAt }) });
    const response = await handler(new Request(`https://shop.example/status?${question}`));
    return (await response.json()) as { outcome: 'failed' };
  };
}

const made = (uid: string, status: string, at: number): Transaction => ({
  uid,
  status,
  tracking_id: 'order-1',
  amount: 10_000,
  currency: 'USD',
  created_at: new Date(at).toISOString(),
});

test('a lost second attempt under the order’s id does not end as the first one did; its own outcome is reported later', async () => {
  const known: Transaction[] = [];
  const rig = new Rig({ prepare: () => Promise.resolve({ trackingId: 'order-1' }), resolveStatus: serverOf(known) });
  rig.gateway.date = { ahead: 0 };
  rig.gateway.replies.job = [declined];
  await rig.pay(3000);
  expect(rig.outcome?.outcome).toBe('failed');
  known.push(made('uid-1', 'failed', rig.clock.now()));
  rig.flow.tryAgain();
  await rig.clock.advance(60_000);
  rig.gateway.replies.transfer = ['silence'];
  await rig.pay(200_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  expect(rig.flow.mayTryAgain).toBe(false);
});

test('without a server that compares times, this browser’s record of the failure keeps the second attempt unknown', async () => {
  const rig = new Rig({
    prepare: () => Promise.resolve({ trackingId: 'order-1' }),
    resolveStatus: () => Promise.resolve({ outcome: 'failed' }),
  });
  rig.gateway.replies.job = [declined];
  await rig.pay(3000);
  rig.flow.tryAgain();
  await rig.clock.advance(60_000);
  rig.gateway.replies.transfer = ['silence'];
  await rig.pay(200_000);
  expect(rig.outcome?.outcome).toBe('unknown');
});

test('declined in another browser, lost in this one: unknown', async () => {
  const known: Transaction[] = [];
  const rig = new Rig({ resolveStatus: serverOf(known) });
  rig.gateway.date = { ahead: 0 };
  rig.settings = { ...rig.settings, trackingId: 'order-1' };
  known.push(made('uid-1', 'failed', rig.clock.now() - 60_000));
  rig.gateway.replies.transfer = ['silence'];
  await rig.pay(100_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  known.splice(0, 1, made('uid-2', 'failed', rig.clock.now() - 100_000));
  await byNow(rig.flow.resume());
  expect(rig.outcome?.outcome).toBe('failed');
});

test.each([
  ['amount', { outcome: 'successful', amount: 100, currency: 'USD' }],
  ['currency', { outcome: 'successful', amount: 10_000, currency: 'EUR' }],
] as const)('a status of another %s belongs to another payment', async (_, status) => {
  const rig = new Rig({ resolveStatus: () => Promise.resolve(status) });
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(90_000);
  expect(rig.outcome?.outcome).toBe('unknown');
});

test('the uid of one order in the address does not make another one paid', async () => {
  const one = new Rig();
  one.settings = { ...one.settings, trackingId: 'order-1' };
  await one.pay(3000);
  expect(one.outcome?.outcome).toBe('successful');
  const two = new Rig({}, one);
  two.settings = { ...two.settings, amount: 990_000, trackingId: 'order-2' };
  expect(await byNow(two.flow.resumeElsewhere('uid-1'))).toBe(false);
  expect(two.flow.state.step).toBe('details');
});

test.each([
  ['the shop’s next key', {}, 'p2p'],
  ['another product', {}, 'order:prd_1'],
])('what is on record about an order asks the payer, and shows and forbids nothing, under %s', async (what, _, kind) => {
  for (const isPaid of [true, false]) {
    const one = new Rig();
    one.settings = { ...one.settings, trackingId: 'order-1' };
    if (!isPaid) one.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
    await one.pay(90_000);
    const records = new RecordStore(kind, { local: one.local, tab: new MemoryStorage(), clock: one.clock });
    if (kind !== 'p2p') {
      const [record] = one.local.records;
      one.local.entries.clear();
      records.write('thumbprint', record!, isPaid ? 'ended' : 'accepted', isPaid ? { outcome: 'successful' } : {});
    }
    const two = new Rig({ random: countingRandom('two') }, one);
    // With another sum, too: an order's price may have changed.
    two.settings = { ...two.settings, trackingId: 'order-1', amount: 20_000 };
    if (what.includes('key')) two.cards.thumbprint = () => Promise.resolve('the next key');
    one.gateway.replies.job = [done(transaction('successful', { uid: 'uid-2', amount: 20_000, tracking_id: 'order-1' }))];
    expect(await byNow(two.flow.resume())).toBe(false);
    await two.pay(3000);
    expect(two.flow.state).toMatchObject({ step: 'details', quote: { confirm: isPaid ? 'repeated' : 'unfinished' } });
    await two.press(3000);
    expect(two.outcome?.outcome).toBe('successful');
    expect(one.gateway.of('transfer')).toHaveLength(2);
  }
});

test('an attempt of this page is not shown again by a later form', async () => {
  const one = new Rig();
  const opened = one.clock.now();
  await one.clock.advance(1000);
  await one.pay(3000);
  const record = one.local.records[0]!;
  const two = new Rig({}, one);
  expect(await byNow(two.flow.resume(record, opened))).toBe(false);
  expect(await byNow(two.flow.resume(record, one.clock.now()))).toBe(true);
});

test('a duplicate rejection after a repeated attempt is shown as one', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [new TypeError('lost'), accepted()];
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.pay(10_000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  rig.flow.reset();
  await rig.clock.advance(60_000);
  rig.gateway.replies.transfer = [answer(422, errorBody({ base: ['dup'] }, 'duplicate_transaction', 'Duplicate transaction'))];
  await rig.pay(5000);
  // The first attempt is unknown, so the payer is asked before they pay again.
  await rig.press(5000);
  await rig.press(5000);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'duplicate' });
});

test('a refusal removes its own record, not one that another tab has written since', async () => {
  const rig = new Rig();
  rig.settings = { ...rig.settings, trackingId: 'order-1' };
  rig.gateway.replies.transfer = [answer(422, errorBody({ credit_card: { number: ['is not a card number'] } }))];
  const others = new RecordStore('p2p', { local: rig.local, tab: new MemoryStorage(), clock: rig.clock });
  const key = await rig.cards.thumbprint();
  // During the request the page's storage is cleared, and another tab sends the same order.
  rig.flow.subscribe(() =>
    queueMicrotask(() => {
      if (rig.local.records[0]?.phase !== 'sent') return;
      rig.local.entries.clear();
      rig.tab.entries.clear();
      others.write(
        key,
        {
          id: 'attempt-2',
          trackingId: 'order-1',
          amount: 10_000,
          currency: 'USD',
          startedAt: rig.clock.now() + 5,
          source: {},
          recipient: {},
          jobId: 'job-2',
        },
        'accepted',
      );
    }),
  );
  await rig.pay(5000);
  expect(rig.local.records).toMatchObject([{ phase: 'accepted', jobId: 'job-2' }]);
});

test('an unknown payment stays with the key that it was sent with', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(90_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  const [record] = rig.local.records;
  rig.cards.thumbprint = () => Promise.resolve('the next key');
  expect(await byNow(rig.flow.resume(record))).toBe(false);
  rig.gateway.replies.job = [done(transaction('successful'))];
  expect(await byNow(rig.flow.resume())).toBe(true);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(rig.local.records).toMatchObject([{ key: 'thumbpri', outcome: 'successful' }]);
});

test('an unknown payment that another tab has seen succeed is shown with its transaction', async () => {
  const one = new Rig();
  one.settings = { ...one.settings, trackingId: 'order-1' };
  const two = new Rig({}, one);
  two.settings = one.settings;
  let give!: (body: Record<string, unknown>) => void;
  one.gateway.replies.transfer = [new Promise((resolve) => (give = resolve))];
  one.gateway.replies.job = [done(transaction('successful', { tracking_id: 'order-1' }))];
  await one.pay(1000);
  void two.flow.resume();
  await two.clock.advance(100);
  two.flow.cancel();
  await two.clock.advance(100);
  expect(two.outcome).toEqual({ outcome: 'unknown', reason: 'canceled' });
  give(accepted());
  await one.clock.advance(600);
  expect([one.outcome?.outcome, two.outcome?.outcome]).toEqual(['successful', 'unknown']);
  void two.flow.resume();
  await two.clock.advance(1000);
  expect(two.outcome).toMatchObject({ outcome: 'successful', transaction: { uid: 'uid-1' } });
});

test('an unknown payment whose record is deleted can still be asked about', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(90_000);
  rig.local.entries.clear();
  rig.tab.entries.clear();
  rig.gateway.replies.job = [done(transaction('successful'))];
  expect(await byNow(rig.flow.resume())).toBe(true);
  expect(rig.outcome?.outcome).toBe('successful');
});

test('an outcome that is shown gives way to no other payment, and is not listed beside itself', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(90_000);
  const [record] = rig.local.records;
  expect(await rig.flow.unfinished()).toEqual([]);
  expect(await new Rig({}, rig).flow.unfinished()).toEqual([record]);
  rig.gateway.replies.job = [done(transaction('successful'))];
  await byNow(rig.flow.resume());
  const { state } = rig.flow;
  expect(await byNow(rig.flow.resume(record))).toBe(false);
  expect(rig.flow.state).toBe(state);
});
