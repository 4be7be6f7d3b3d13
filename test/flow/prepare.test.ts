import { expect, test, vi } from 'vitest';
import type { TransferFlowOptions } from '../../src/flow/transfer-flow.js';
import { byNow } from '../clock/manual-clock.js';
import { Rig } from './rig/rig.js';
import { answering } from './rig/merchant-answers.js';
import { answer, done, errorBody, type Reply, transaction } from '../../demo/scripted/script.js';
import { fixed } from './rig/fixed-order.js';

test('prepare supplies the id of each attempt, and is called once for each', async () => {
  const prepare = vi.fn(({ attempt }: { attempt: number }) => Promise.resolve({ trackingId: `order-7.${attempt}` }));
  const rig = fixed(new Rig({ prepare }));
  rig.gateway.replies.job = [done(transaction('failed', { message: 'Declined' }))];
  await rig.pay(2000);
  rig.flow.tryAgain();
  await rig.clock.advance(30_000);
  await rig.press(2000);
  expect(prepare.mock.calls).toEqual([
    [{ attempt: 1, amount: 10_000, currency: 'USD' }],
    [{ attempt: 2, amount: 10_000, currency: 'USD' }],
  ]);
  expect(rig.cards.seals.flatMap(({ operation, trackingId }) => (operation === 'transfer' ? [trackingId] : []))).toEqual([
    'order-7.1',
    'order-7.2',
  ]);
});

test('cards that were emptied while prepare was under way, as the browser does when the payer leaves, are not sealed', async () => {
  const rig: Rig = new Rig({
    prepare: () => {
      rig.cards.complete = false;
      return Promise.resolve({ trackingId: 'order-1' });
    },
  });
  await rig.quote();
  await rig.press(2000);
  expect(new Set(rig.cards.seals.map(({ operation }) => operation))).toEqual(new Set(['check']));
  expect(rig.flow.state).toMatchObject({ step: 'details', press: { status: 'ignored' } });
  expect(rig.local.records).toEqual([]);
});

const nonsense = (value: unknown): TransferFlowOptions['prepare'] =>
  (() => Promise.resolve(value)) as unknown as TransferFlowOptions['prepare'];

test.each<[string, TransferFlowOptions['prepare']]>([
  ['rejects', () => Promise.reject(new Error('503'))],
  [
    'throws',
    () => {
      throw new Error('bug');
    },
  ],
  ['returns a string', nonsense('order-1')],
  ['returns a number', nonsense(5)],
  ['returns an order without an id', nonsense({})],
  ['returns an id that is undefined', nonsense({ trackingId: undefined })],
  ['returns an empty id', nonsense({ trackingId: '' })],
  ['returns an id of spaces', nonsense({ trackingId: ' ' })],
  ['returns an id that is no string', nonsense({ trackingId: 5 })],
  ['returns a long text', nonsense('x'.repeat(1000))],
])('a prepare that %s stops before anything is sent', async (_, prepare) => {
  const rig = new Rig({ prepare });
  await rig.pay();
  expect(rig.flow.state).toMatchObject({
    step: 'details',
    trouble: {
      code: 'prepare_failed',
      party: 'merchant',
      message: expect.stringMatching(
        /^Expected prepare to return .*; it (failed|returned .{1,100})\. Nothing was sent\. Correct the function, or what your server answers to it\.$/,
      ) as unknown,
    },
  });
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.local.records).toEqual([]);
});

test.each([undefined, null])('a prepare that returns %j leaves the id to the flow', async (value) => {
  const rig = new Rig({ prepare: nonsense(value) });
  await rig.pay();
  expect(rig.trackingId).toBe('own-1');
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test('a prepare that never settles is given up after 30 seconds, and nothing was sent', async () => {
  const rig = new Rig({ prepare: () => new Promise<never>(() => {}) });
  await rig.pay();
  expect(rig.flow.state.step).toBe('transferring');
  await rig.clock.advance(30_000);
  expect(rig.flow.state).toMatchObject({
    step: 'details',
    trouble: { code: 'prepare_failed', message: expect.stringContaining('no answer came within 30 seconds') as unknown },
  });
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test.each(['before', 'during'] as const)(
  'without a network %s prepare the network is to blame, not the merchant',
  async (when) => {
    const rig = new Rig({
      prepare: () => {
        rig.presence.offline = true;
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    await rig.quote();
    if (when === 'before') rig.presence.offline = true;
    await rig.press(2000);
    expect(rig.flow.state).toMatchObject({ step: 'details', trouble: { code: 'network_unreachable', party: 'network' } });
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.local.records).toEqual([]);
  },
);

test.each<[string, Reply, string]>([
  ['was paid', done(transaction('successful')), 'successful'],
  ['is not known', answer(404, errorBody({}, 'not_found')), 'unknown'],
])('the id of a payment that %s is not sent once more: the payment is shown', async (_, now, outcome) => {
  const rig = new Rig({ prepare: () => Promise.resolve({ trackingId: 'cart-1' }) });
  rig.gateway.replies.job = [now];
  await rig.pay(90_000);
  rig.flow.reset();
  await rig.clock.advance(60_000);
  await rig.pay(2000);
  // An equal payment is asked about first.
  await rig.press(90_000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome?.outcome).toBe(outcome);
});

test('an order that is being paid elsewhere still says so after a press that had no effect', async () => {
  const redirectUrl = 'https://bank.example/3ds';
  const rig = fixed(new Rig({ resolveStatus: answering({ outcome: 'pending', redirectUrl }) }));
  await byNow(rig.flow.resume());
  await rig.pay(2000);
  expect(rig.flow.state).toMatchObject({ quote: { confirm: 'pending' } });
  rig.presence.offline = true;
  await rig.press(2000);
  expect(rig.flow.state).toMatchObject({ step: 'details', trouble: { code: 'network_unreachable' }, elsewhere: { redirectUrl } });
});

test('a promise in the place of the function is named so', async () => {
  const rig = new Rig({ prepare: Promise.resolve({ trackingId: 'order-1' }) as never });
  await rig.pay(2000);
  expect(rig.flow.state).toMatchObject({
    trouble: {
      code: 'prepare_failed',
      message: expect.stringContaining('or nothing; it is no function. Nothing was sent.') as unknown,
    },
  });
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test('the message names what prepare returned, and the error has its cause', async () => {
  const rig = new Rig({ prepare: nonsense({ id: 5 }) });
  await rig.pay();
  expect(rig.flow.state).toMatchObject({ trouble: { message: expect.stringContaining('it returned {"id":5}.') as unknown } });
  const cause = new Error('503');
  const other = new Rig({ prepare: () => Promise.reject(cause) });
  await other.pay();
  expect(other.flow.state).toMatchObject({ trouble: { cause, message: expect.stringContaining('; it failed.') as unknown } });
});
