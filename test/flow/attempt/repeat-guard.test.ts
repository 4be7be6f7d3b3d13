import { describe, expect, test } from 'vitest';
import type { TransferFlowOptions } from '../../../src/flow/transfer-flow.js';
import { byNow } from '../../clock/manual-clock.js';
import { countingRandom, PaperCards, Rig } from '../rig/rig.js';
import { answer, done, errorBody, transaction } from '../../../demo/scripted/script.js';

const onItsWay = { status: 'new', job_id: 'job-transfer' };

/** Cards that show other last digits. */
class OtherCards extends PaperCards {
  readonly #last4: { readonly source?: string; readonly recipient?: string };

  constructor(last4: { readonly source?: string; readonly recipient?: string }) {
    super();
    this.#last4 = last4;
  }

  override get state() {
    const { source = '0000', recipient = '1006' } = this.#last4;
    return { ...super.state, source: { last4: source }, recipient: { last4: recipient } };
  }
}

/** Another tab of the same shop, where the payer has filled in the same values. */
async function otherTab(rig: Rig, options: Partial<TransferFlowOptions> = {}, more: Partial<Rig['settings']> = {}): Promise<Rig> {
  const other = new Rig(options, rig);
  other.settings = { ...other.settings, ...more };
  await byNow(other.flow.resume());
  return other;
}

/** A rig whose transfer left a moment ago and has ended. */
async function paid(status: 'successful' | 'failed' = 'successful'): Promise<{ rig: Rig; sentAt: number }> {
  const rig = new Rig();
  rig.gateway.replies.job = [done(transaction(status))];
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe(status);
  return { rig, sentAt: rig.gateway.of('transfer').at(-1)!.at };
}

test.each(['successful', 'failed'] as const)(
  'the same amount from the same card waits in another tab too, 30 s from when it was sent and %s',
  async (status) => {
    const { rig, sentAt } = await paid(status);
    const other = await otherTab(rig);
    expect(other.flow.waitFor).toBe(sentAt + 30_000 - other.clock.now());
    for (const { flow, cards } of [rig, other]) {
      expect(flow.isNextAfterSuccess).toBe(status === 'successful');
      cards.checkable = false;
      expect([flow.waitFor, flow.isNextAfterSuccess]).toEqual([0, false]);
      cards.checkable = true;
    }
    await other.pay(2000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);

    await rig.clock.advance(sentAt + 30_000 - rig.clock.now() - 1);
    expect(other.flow.waitFor).toBe(sentAt + 30_000 - other.clock.now());
    await rig.clock.advance(1);
    expect(other.flow.waitFor).toBe(0);
    expect(other.flow.isNextAfterSuccess).toBe(false);
    await other.press(2000);
    // A payment that has just succeeded may be repeated, but not without a question.
    if (status === 'successful') {
      expect(other.flow.state).toMatchObject({ step: 'details', quote: { status: 'given', confirm: 'repeated' } });
      expect(rig.gateway.of('transfer')).toHaveLength(1);
      await other.press(2000);
    }
    expect(rig.gateway.of('transfer')).toHaveLength(2);
  },
);

test('a question about one payment is asked again when another tab has paid once more since', async () => {
  const { rig } = await paid();
  const other = await otherTab(rig, { random: countingRandom('other') });
  await rig.clock.advance(31_000);
  await other.pay(2000);
  const question = { step: 'details', quote: { status: 'given', confirm: 'repeated', isUnread: false } };
  expect(other.flow.state).toMatchObject(question);

  rig.gateway.replies.job = [done(transaction('successful', { uid: 'uid-2' }))];
  const third = await otherTab(rig, { random: countingRandom('third') });
  await third.pay(2000);
  await third.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
  await rig.clock.advance(31_000);

  // The payer answers the old question; they were never asked about the second payment.
  await other.press(1000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
  expect(other.flow.state).toMatchObject({ quote: { confirm: 'repeated', isUnread: true } });
  await other.clock.advance(500);
  expect(other.flow.state).toMatchObject(question);
  await other.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(3);
});

test.each([3_600_000, -3_600_000])(
  'a wall clock set by %d ms after the request changes nothing about the wait of its own tab',
  async (jump) => {
    const { rig, sentAt } = await paid('failed');
    rig.clock.setWall(jump);
    rig.flow.tryAgain();
    expect(rig.flow.waitFor).toBe(sentAt + 30_000 + jump - rig.clock.now());
  },
);

test('a wall clock that is set back makes another tab wait for 30 s at most', async () => {
  const { rig } = await paid('failed');
  rig.clock.setWall(-3_600_000);
  const other = await otherTab(rig);
  expect(other.flow.waitFor).toBe(30_000);
  await rig.clock.advance(30_000);
  expect(other.flow.waitFor).toBe(0);
});

test('the wait counts from the last of several requests', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [new TypeError('lost'), new TypeError('lost'), { status: 'new', job_id: 'job-transfer' }];
  await rig.pay(10_000);
  const sent = rig.gateway.of('transfer').map(({ at }) => at);
  expect(sent).toHaveLength(3);
  const other = await otherTab(rig);
  expect(other.flow.waitFor).toBe(sent[2]! + 30_000 - other.clock.now());
});

test.each<[string, Partial<TransferFlowOptions>, Partial<Rig['settings']>]>([
  ['another amount', {}, { amount: 10_001 }],
  ['another source card', { cards: new OtherCards({ source: '4242' }) }, {}],
])('%s does not wait', async (_, options, settings) => {
  const { rig } = await paid('failed');
  const other = await otherTab(rig, options, settings);
  expect(other.flow.waitFor).toBe(0);
  await other.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

// Spec 8 compares source card and amount: the gateway would take it for a duplicate all the same.
test('another recipient waits as well', async () => {
  const { rig, sentAt } = await paid();
  const other = await otherTab(rig, { cards: new OtherCards({ recipient: '4242' }) });
  expect(other.flow.waitFor).toBe(sentAt + 30_000 - other.clock.now());
});

test('a request that the gateway refused for what the payer can edit makes nothing wait', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [answer(422, errorBody({ credit_card: { exp_month: ['is in the past'] } }))];
  await rig.pay(2000);
  expect(rig.flow.state.step).toBe('details');
  expect(rig.flow.waitFor).toBe(0);
});

/** Cards whose source the payer changes. */
class ChangingCards extends PaperCards {
  last4 = '0000';

  override get state() {
    return { ...super.state, source: { last4: this.last4 } };
  }
}

test('after a decline, another card in the same form does not wait, and the declined one still does', async () => {
  const cards = new ChangingCards();
  const rig = new Rig({ cards });
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.pay(2000);
  rig.flow.tryAgain();
  expect(rig.flow.waitFor).toBeGreaterThan(0);
  cards.last4 = '4242';
  expect(rig.flow.waitFor).toBe(0);
  cards.last4 = '0000';
  expect(rig.flow.waitFor).toBeGreaterThan(0);
});

describe('the wait is one after a success', () => {
  const another = transaction('successful', { amount: undefined, uid: 'uid-2' });

  test.each<[string, Partial<TransferFlowOptions>, Partial<Rig['settings']>]>([
    ['another amount', {}, { amount: 10_001 }],
    ['another card', { cards: new OtherCards({ source: '4242' }) }, {}],
  ])('only if an equal payment succeeded: not one of %s', async (_, options, settings) => {
    const { rig } = await paid('failed');
    rig.flow.tryAgain();
    rig.gateway.replies.job = [done(another)];
    const other = await otherTab(rig, { ...options, random: countingRandom('other') }, settings);
    await other.pay(2000);
    expect(other.outcome?.outcome).toBe('successful');
    expect([rig.flow.waitFor > 0, rig.flow.isNextAfterSuccess]).toEqual([true, false]);
    expect(other.flow.isNextAfterSuccess).toBe(true);
  });

  test.each([
    ['failed', 'successful', true],
    ['successful', 'failed', false],
  ] as const)('as the last one did: %s, then %s', async (before, last, isAfterSuccess) => {
    const { rig } = await paid(before);
    await rig.clock.advance(31_000);
    rig.gateway.replies.job = [done(transaction(last, { uid: 'uid-2' }))];
    const other = await otherTab(rig, { random: countingRandom('other') });
    await other.pay(2000);
    if (before === 'successful') await other.press(2000);
    expect(other.outcome?.outcome).toBe(last);
    expect([other.flow.waitFor > 0, other.flow.isNextAfterSuccess]).toEqual([true, isAfterSuccess]);
  });
});

test('an amount changed during the wait ends the wait at once, and changed back it waits again', async () => {
  const { rig, sentAt } = await paid();
  rig.flow.reset();
  rig.settings = { ...rig.settings, amount: 5000 };
  rig.flow.changed();
  expect(rig.flow.waitFor).toBe(0);
  rig.settings = { ...rig.settings, amount: 10_000 };
  rig.flow.changed();
  expect(rig.flow.waitFor).toBe(sentAt + 30_000 - rig.clock.now());
});

/** A rig whose transfer is still in flight after the 30 s. */
async function inDoubt(): Promise<Rig> {
  const rig = new Rig();
  rig.gateway.replies.job = [onItsWay];
  await rig.pay(40_000);
  expect(rig.flow.state.step).toBe('transferring');
  return rig;
}

test('while a transfer’s arrival is unknown, another tab confirms the same amount to the same card before it sends', async () => {
  const rig = await inDoubt();
  const other = await otherTab(rig);
  await other.pay(2000);
  expect(other.flow.state).toMatchObject({ step: 'details', quote: { status: 'given', confirm: 'unfinished' } });
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  await other.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test('the same amount to the same card from another card of the payer is in doubt as well', async () => {
  const rig = await inDoubt();
  const other = await otherTab(rig, { cards: new OtherCards({ source: '4242' }) });
  await other.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test.each<[string, Partial<TransferFlowOptions>, Partial<Rig['settings']>]>([
  ['another amount', {}, { amount: 10_001 }],
  ['another currency', {}, { currency: 'EUR' }],
  ['another recipient', { cards: new OtherCards({ recipient: '4242' }) }, {}],
])('%s is no doubt: it is sent with the first press', async (_, options, settings) => {
  const rig = await inDoubt();
  const other = await otherTab(rig, options, settings);
  await other.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test.each([
  ['has failed', 'failed', 30_000],
  ['succeeded more than ten minutes ago', 'successful', 600_000],
] as const)('a transfer that %s leaves no doubt', async (_, status, later) => {
  const { rig } = await paid(status);
  const other = await otherTab(rig);
  await rig.clock.advance(later);
  await other.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test('a transfer that succeeded less than ten minutes ago asks for confirmation, in its own tab too', async () => {
  const { rig } = await paid();
  rig.flow.reset();
  await rig.clock.advance(590_000);
  await rig.pay(2000);
  expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'repeated' } });
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test('a payer who confirmed one transfer in doubt is asked again when there is a second', async () => {
  const rig = await inDoubt();
  const asked = await otherTab(rig);
  await asked.pay(2000);
  const third = await otherTab(rig, { random: countingRandom('third') });
  await third.pay(2000);
  await third.press(40_000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);

  await asked.press(2000);
  expect(asked.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
  await asked.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(3);
});

describe('a form that has been drawn', () => {
  test('follows what another tab does within a second, and a press at once', async () => {
    const rig = new Rig();
    rig.gateway.replies.job = [onItsWay];
    const other = await otherTab(rig, { random: countingRandom('tab') });
    await other.quote();
    expect(other.flow.waitFor).toBe(0);
    await rig.pay(300);
    // Drawn at every key: the records that it goes by may be a second old.
    expect(other.flow.waitFor).toBe(0);
    await other.press(200);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    await other.clock.advance(1000);
    expect(other.flow.waitFor).toBeGreaterThan(28_000);
  });

  test('knows at once what another sum, or another card, has to wait for', async () => {
    const { rig } = await paid();
    const other = await otherTab(rig, { random: countingRandom('tab') }, { amount: 20_000 });
    other.flow.changed();
    expect(other.flow.waitFor).toBe(0);
    other.settings = { ...other.settings, amount: 10_000 };
    other.flow.changed();
    expect(other.flow.waitFor).toBeGreaterThan(27_000);
  });
});

test('cards that show no digits, as those of a wallet, are never the same card', async () => {
  const wallet = (): PaperCards => {
    const cards = new PaperCards();
    Object.defineProperty(cards, 'state', {
      get: () => ({ checkable: true, complete: true, revision: 1, sameCard: false, source: {}, recipient: { last4: '1006' } }),
    });
    return cards;
  };
  const rig = new Rig({ cards: wallet() });
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe('successful');
  const other = await otherTab(rig, { cards: wallet(), random: countingRandom('tab') });
  expect(other.flow.waitFor).toBe(0);
});

test('a fixed order that another tab has paid, without a known end, is followed by a press, and not asked about', async () => {
  const order = { trackingId: 'order-1' };
  const rig = new Rig();
  const other = await otherTab(rig, { random: countingRandom('tab') }, order);
  await other.quote();
  rig.settings = { ...rig.settings, ...order };
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(90_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  await other.press(500);
  expect(other.course).not.toContain('unknown');
  expect(other.flow.state).toMatchObject({ step: 'settling', attempt: { trackingId: 'order-1' } });
});

test('what can’t be read of another kind of payment, and of another order, asks nothing', async () => {
  const rig = new Rig();
  rig.local.entries.set('checkout-elements:order%3aprd_1:thumbpri:order-9:AAAA:sent', '{');
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe('successful');
});
