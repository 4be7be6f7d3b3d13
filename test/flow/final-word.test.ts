import { describe, expect, test, vi } from 'vitest';
import type { TransferFlowOptions } from '../../src/flow/transfer-flow.js';
import { byNow } from '../clock/manual-clock.js';
import { RecordStore } from '../../src/flow/record/record-store.js';
import { OrderRig } from './rig/order-rig.js';
import { countingRandom, Rig } from './rig/rig.js';
import { accepted, answer, done, errorBody, type Reply, transaction } from '../../demo/scripted/script.js';

// A final word stands, and an answer belongs to the attempt that asked. Gateways, storages and clocks that are not like ours.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const gone = (): Reply => answer(404, errorBody({}, 'not_found'));
const running = { status: 'new' };

/** Where an attempt's tracking id comes from. */
const IDS: Record<string, { trackingId?: string; prepare?: TransferFlowOptions['prepare'] }> = {
  fresh: {},
  fixed: { trackingId: 'order-1' },
  prepared: { prepare: () => Promise.resolve({ trackingId: 'cart-1' }) },
};

function open(id: string, options: Partial<TransferFlowOptions> = {}, beside?: Rig, sameTab = false): Rig {
  const { trackingId, prepare } = IDS[id]!;
  const rig = new Rig({ ...(prepare && { prepare }), ...options }, beside, sameTab);
  if (trackingId) rig.settings = { ...rig.settings, trackingId };
  return rig;
}

describe.each(Object.keys(IDS))('a success on record, with a %s id', (id) => {
  const NEWS: [string, () => Reply][] = [
    ['a failed transaction', () => done(transaction('failed', { message: 'Reversed' }))],
    ['a failed transaction of another uid', () => done(transaction('failed', { uid: 'uid-9' }))],
    [
      'a job that failed for good',
      () => ({ status: 'failed', response: { errors: ['Amount must be an integer'], message: '', finished: true } }),
    ],
    ['nothing any more', gone],
  ];

  test.each(NEWS)('stands when the job later answers %s: after a reload, in its tab and in another', async (_, news) => {
    const left = open(id);
    await left.pay(2000);
    expect(left.outcome?.outcome).toBe('successful');
    left.gateway.replies.job = [news()];
    for (const sameTab of [true, false]) {
      const next = open(id, {}, left, sameTab);
      const [record] = left.local.records;
      void next.flow.resume(sameTab ? undefined : record);
      await next.clock.advance(30_000);
      expect(next.course).toEqual(['settling', 'successful']);
      expect(next.flow.mayTryAgain).toBe(false);
    }
    expect(left.gateway.of('transfer')).toHaveLength(1);
  });

  test('stands when only the merchant’s server had confirmed it', async () => {
    const asking: Rig = open(id, {
      resolveStatus: () => Promise.resolve({ outcome: asking.gateway.of('transfer').length > 0 ? 'successful' : 'unknown' }),
    });
    asking.gateway.replies.job = [gone()];
    await asking.pay(90_000);
    expect(asking.outcome?.outcome).toBe('successful');
    asking.gateway.replies.job = [done(transaction('failed'))];
    const next = open(id, { resolveStatus: () => Promise.resolve({ outcome: 'failed' }) }, asking, true);
    void next.flow.resume();
    await next.clock.advance(30_000);
    expect(next.course).toEqual(['settling', 'successful']);
  });

  test('stands in a page that still asks, when another tab records it first', async () => {
    const one = open(id, { resolveStatus: () => Promise.resolve({ outcome: 'unknown' }) });
    one.gateway.replies.job = [gone()];
    await one.pay(90_000);
    expect(one.outcome?.outcome).toBe('unknown');
    one.gateway.replies.job = [done(transaction('successful'))];
    const two = open(id, {}, one);
    void two.flow.resume(one.local.records[0]);
    await two.clock.advance(1000);
    expect(two.outcome?.outcome).toBe('successful');
    one.gateway.replies.job = [done(transaction('failed'))];
    await one.clock.advance(5 * MINUTE);
    expect(one.outcome?.outcome).not.toBe('failed');
    expect(one.local.records).toMatchObject([{ outcome: 'successful' }]);
  });
});

describe.each(['fixed', 'prepared'])('an order on record, with a %s id, at another sum than the page asks for now', (id) => {
  test.each<[string, Reply, Partial<TransferFlowOptions>]>([
    ['successful', done(transaction('successful')), {}],
    ['unknown', gone(), {}],
    ['unknown', gone(), { resolveStatus: () => Promise.resolve({ outcome: 'successful', amount: 20_000, currency: 'USD' }) }],
  ])('is the one that is shown, and is not paid again: %s', async (outcome, job, options) => {
    const rig = open(id);
    rig.gateway.replies.job = [job];
    await rig.pay(90_000);
    expect(rig.outcome?.outcome).toBe(outcome);
    const next = open(id, { random: countingRandom('tab'), ...options }, rig);
    next.settings = { ...next.settings, amount: 20_000 };
    void next.flow.resume();
    await next.clock.advance(0);
    if (next.flow.state.step === 'details') await next.pay(0);
    await next.clock.advance(90_000);
    expect(next.flow.state).toMatchObject({ step: 'outcome', attempt: { amount: 10_000 }, result: { outcome } });
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });
});

test('a failure on record becomes a success', async () => {
  const left = open('fixed');
  left.gateway.replies.job = [done(transaction('failed'))];
  await left.pay(2000);
  left.gateway.replies.job = [done(transaction('successful'))];
  const next = open('fixed', {}, left);
  void next.flow.resume();
  await next.clock.advance(5000);
  expect(next.outcome?.outcome).toBe('successful');
  expect(left.local.records).toMatchObject([{ outcome: 'successful' }]);
});

describe('an answer about another job', () => {
  const OTHERS: [string, Record<string, unknown>][] = [
    ['a failed transaction', { status: 'done', job_id: 'job-other', response: transaction('failed') }],
    [
      'a job that failed for good',
      { status: 'failed', job_id: 'job-other', response: { errors: ['Amount must be an integer'], message: '', finished: true } },
    ],
    ['a success with the same sum', { status: 'done', job_id: 'job-other', response: transaction('successful') }],
    ['a number as its id', { status: 'done', job_id: 17, response: transaction('failed') }],
  ];

  test.each(OTHERS)('is off the contract, and the polling goes on: %s', async (_, other) => {
    const rig = new Rig();
    rig.gateway.replies.job = [other, other, done(transaction('successful', { uid: 'uid-own' }))];
    await rig.pay(20_000);
    expect(rig.course).toEqual(['details', 'transferring', 'successful']);
    expect(rig.outcome).toMatchObject({ transaction: { uid: 'uid-own' } });
  });

  test.each([null, undefined])('has an id: one that is %s is about the job that was asked for', async (jobId) => {
    const rig = new Rig();
    rig.gateway.replies.job = [answer(200, { status: 'done', job_id: jobId, response: transaction('failed') })];
    await rig.pay(2000);
    expect(rig.outcome?.outcome).toBe('failed');
  });

  test('an id that is a number is compared as text', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [accepted('17')];
    rig.gateway.replies.job = [{ status: 'done', job_id: 17, response: transaction('successful') }];
    await rig.pay(2000);
    expect(rig.outcome?.outcome).toBe('successful');
  });

  test('proves no fee', async () => {
    const rig = new Rig();
    const { checkJob } = rig.gateway.replies;
    rig.gateway.replies.checkJob = [{ ...(checkJob[0] as object), job_id: 'job-check-of-another' }];
    await rig.quote();
    await rig.clock.advance(30_000);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { status: 'unavailable' } });
  });
});

describe('an answer about another transaction', () => {
  const atBank = done(transaction('incomplete', { uid: 'u1', redirect_url: 'https://bank.example/3ds' }));

  test.each([
    ['fails', done(transaction('failed', { uid: 'u2' })), 'unknown'],
    ['succeeds with the same sum', done(transaction('successful', { uid: 'u2' })), 'successful'],
    ['succeeds without a sum', done(transaction('successful', { uid: 'u2', amount: null })), 'unknown'],
  ])('while the payer is at the bank with u1, u2 %s', async (_, reply, outcome) => {
    const asked: unknown[] = [];
    const rig = new Rig({ resolveStatus: (question) => (asked.push(question.uid), Promise.resolve({ outcome: 'unknown' })) });
    rig.gateway.replies.job = [atBank, reply];
    await rig.pay(5000);
    expect(rig.outcome?.outcome).toBe(outcome);
    // The tracking id alone is asked about: neither uid is certain.
    expect(asked.every((uid) => uid === undefined)).toBe(true);
  });

  test('that was u1 for a while as well proves no failure of u1', async () => {
    const rig = new Rig();
    rig.gateway.replies.job = [atBank, done(transaction('pending', { uid: 'u2' })), done(transaction('failed', { uid: 'u2' }))];
    await rig.pay(10_000);
    expect(rig.outcome?.outcome).toBe('unknown');
  });

  test.each(['successful', 'failed'] as const)('with the uid of an earlier attempt of the order, %s', async (status) => {
    let second = false;
    const rig = open('prepared', { resolveStatus: () => Promise.resolve({ outcome: second ? 'unknown' : 'failed' }) });
    rig.gateway.replies.job = [done(transaction('failed', { uid: 'u1' }))];
    await rig.pay(2000);
    expect(rig.outcome?.outcome).toBe('failed');
    const [first] = rig.local.records;
    rig.flow.tryAgain();
    await rig.clock.advance(31_000);
    second = true;
    rig.gateway.replies.job = [done(transaction(status, { uid: 'u1', tracking_id: 'cart-1' }))];
    await rig.pay(10_000);
    // A success settles the attempt that it names, and is shown as that. A failure is nobody's: gateways refuse a copy with the first uid.
    expect(rig.outcome?.outcome).toBe(status === 'successful' ? 'successful' : 'unknown');
    if (status === 'successful') expect(rig.flow.state).toMatchObject({ attempt: { id: first!.id } });
    expect(rig.local.records.find(({ id }) => id === first!.id)?.outcome).toBe(status);
  });
});

test.each(Object.keys(IDS))(
  'a storage that fills up during a payment keeps it: another tab does not pay again (%s id)',
  async (id) => {
    const rig = open(id);
    rig.gateway.replies.job = [running];
    rig.gateway.onRequest = ({ kind }) => {
      // Other code fills it, so that not even the phase that is longer by a few letters fits.
      if (kind === 'transfer') rig.local.refuses = 'writes';
    };
    await rig.pay(2000);
    expect(rig.reports).toMatchObject([{ code: 'storage_unavailable' }]);
    const other = open(id, { random: countingRandom('tab') }, rig);
    void other.flow.resume();
    await other.clock.advance(31_000);
    if (other.flow.state.step === 'details') await other.pay(5000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(['settling', 'details']).toContain(other.flow.state.step);
  },
);

test('a failure of the first attempt is not the third one’s, past a second one that was withdrawn', async () => {
  const rig = open('prepared', { resolveStatus: () => Promise.resolve({ outcome: 'failed' }) });
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.pay(3000);
  expect(rig.outcome?.outcome).toBe('failed');
  rig.flow.tryAgain();
  await rig.clock.advance(31_000);
  rig.gateway.replies.transfer = [answer(422, errorBody({ credit_card: { exp_year: ['is invalid'] } }))];
  await rig.pay(3000);
  expect(rig.flow.state.step).toBe('details');
  rig.gateway.replies.transfer = ['silence'];
  await rig.pay(100_000);
  expect(rig.gateway.of('transfer')).toHaveLength(3);
  expect(rig.outcome?.outcome).toBe('unknown');
});

describe('a failure that says itself that money moved', () => {
  const SIGNS: [string, Record<string, unknown>][] = [
    ['a time of payment', { paid_at: '2026-11-21T10:00:00Z' }],
    ['a successful bank part', { type: 'p2p', p2p: { status: 'successful' } }],
  ];

  test.each(SIGNS)('is unknown, until the shop says failed after the seals’ life: %s', async (_, more) => {
    const asked = vi.fn(() => Promise.resolve({ outcome: 'failed' as const }));
    const rig = new Rig({ resolveStatus: asked });
    rig.gateway.date = { ahead: 0 };
    rig.gateway.replies.job = [done(transaction('failed', more))];
    await rig.pay(3000);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'contradictory', transaction: { uid: 'uid-1' } });
    expect(rig.flow.mayTryAgain).toBe(false);
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ uid: 'uid-1' }));
    await rig.clock.advance(10 * MINUTE);
    expect(rig.outcome?.outcome).toBe('unknown');
    await rig.clock.advance(15 * MINUTE);
    expect(rig.outcome?.outcome).toBe('failed');
  });

  test.each(['pending', 'incomplete'])('is unknown for a plan whose first charge is %s', async (status) => {
    const rig = OrderRig.plan();
    rig.gateway.replies.job = [
      done({
        subscription: {
          id: 'sbs_1',
          state: 'failed',
          paid_billing_cycles: 0,
          plan: { id: 'pln_1' },
          last_transaction: { uid: 'u1', status },
        },
      }),
    ];
    await rig.pay(3000);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'contradictory' });
  });
});

describe('the 30 s of the gateway', () => {
  test('begin with the answer to a request that was long on its way, in every tab', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [new Promise((resolve) => void rig.clock.after(6600, () => resolve(accepted())))];
    rig.gateway.replies.job = [done(transaction('failed'))];
    await rig.pay(8600);
    expect(rig.outcome?.outcome).toBe('failed');
    const sentAt = rig.gateway.of('transfer')[0]!.at;
    const left = sentAt + 6000 + 30_000 - rig.clock.now();
    rig.flow.tryAgain();
    const other = new Rig({ random: countingRandom('tab') }, rig);
    for (const { flow } of [rig, other]) {
      expect(flow.waitFor).toBeGreaterThan(left - 700);
      expect(flow.waitFor).toBeLessThanOrEqual(left + 700);
    }
  });

  test('begin with a refusal, too, when it may be about a copy', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [new Promise((resolve) => void rig.clock.after(10_000, () => resolve(answer(403, {}))))];
    await rig.pay(12_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    const other = new Rig({ random: countingRandom('tab') }, rig);
    expect(other.flow.waitFor).toBeGreaterThan(27_000);
  });

  test('and the question about an unknown payment hold for a new key of the shop', async () => {
    const rig = new Rig();
    rig.gateway.replies.job = [gone()];
    await rig.pay(100);
    const other = new Rig({ random: countingRandom('tab') }, rig);
    other.cards.thumbprint = () => Promise.resolve('the next key');
    expect(other.flow.waitFor).toBeGreaterThan(29_000);
    await rig.clock.advance(90_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    await other.pay(2000);
    expect(other.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });
});

describe('a record that can’t be read', () => {
  const NAME = 'checkout-elements:p2p:thumbpri:order-1:AAAA:';
  const ENTRIES: [string, string, string][] = [
    ['not a row', 'sent', '{'],
    ['a value less', 'sent', '1|1|USD'],
    ['a later version', 'sent', '2|1|1795255200000|10000|USD'],
    ['a phase of a later release', 'captured', '1'],
  ];

  test.each(ENTRIES)('asks before its order is paid: %s', async (_, phase, text) => {
    const rig = open('fixed');
    rig.local.entries.set(NAME + phase, text);
    expect(await byNow(rig.flow.resume())).toBe(false);
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toEqual([]);
    await rig.press(2000);
    expect(rig.outcome?.outcome).toBe('successful');
  });

  test('of no order of the page is ended by the server’s answer as well', async () => {
    const asked = vi.fn(() => Promise.resolve({ outcome: 'failed' as const }));
    const rig = open('fresh', { resolveStatus: asked });
    rig.local.entries.set(`${NAME}sent`, '{');
    await byNow(rig.flow.resume());
    expect(asked).toHaveBeenCalledWith({ trackingId: 'order-1', uid: undefined, startedAt: undefined });
    await rig.pay(2000);
    expect(rig.outcome?.outcome).toBe('successful');
  });

  test('of no order of the page asks although the server knows that it is paid: the payer may not', async () => {
    const rig = open('fresh', { resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
    rig.local.entries.set(`${NAME}sent`, '{');
    await byNow(rig.flow.resume());
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('of another key of the shop asks, too: a new key does not make the payment another one', async () => {
    const rig = open('fresh');
    rig.local.entries.set(`${NAME.replace('thumbpri', 'otherkey')}sent`, '{');
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('asks before any payment of its kind, because its sum is not known, and no longer after a day', async () => {
    const rig = open('fresh');
    rig.local.entries.set(`${NAME}sent`, '{');
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'unfinished' } });
    await rig.clock.advance(DAY);
    const later = open('fresh', {}, rig);
    await later.pay(2000);
    expect(later.outcome?.outcome).toBe('successful');
  });

  test.each(['successful', 'failed'] as const)('is ended by the server’s answer: %s', async (outcome) => {
    const rig = open('fixed', { resolveStatus: () => Promise.resolve({ outcome, amount: 10_000, currency: 'USD' }) });
    rig.local.entries.set(`${NAME}sent`, '{');
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    if (outcome === 'successful') expect(rig.outcome?.outcome).toBe('successful');
    else {
      await rig.pay(2000);
      expect(rig.outcome?.outcome).toBe('successful');
      expect(rig.gateway.of('transfer')).toHaveLength(1);
    }
  });
});

describe('a device whose clock is set', () => {
  test('two days ahead between the price and the press still asks about an equal payment of another tab', async () => {
    const rig = open('fresh');
    rig.gateway.date = { ahead: 0 };
    const other = open('fresh', { random: countingRandom('tab') }, rig);
    rig.gateway.replies.job = [gone()];
    await other.quote();
    await rig.pay(90_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    rig.clock.setWall(2 * DAY);
    await other.press(2000);
    expect(other.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test.each([
    ['names its time', { ahead: 0 }],
    ['hides its time', undefined],
  ])('two days ahead sends no order of unknown outcome again without a question: the gateway %s', async (_, date) => {
    const rig = open('fixed');
    rig.gateway.date = date;
    rig.gateway.replies.job = [gone()];
    await rig.pay(90_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    rig.clock.setWall(2 * DAY);
    const next = open('fixed', { random: countingRandom('tab') }, rig);
    if (date) next.gateway.date = { ahead: -2 * DAY };
    void next.flow.resume();
    await next.clock.advance(30_000);
    await next.pay(2000);
    // Once the gateway has named its time, the order is found and followed.
    if (date) expect(next.flow.state).toMatchObject({ step: 'settling', attempt: { trackingId: 'order-1' } });
    else expect(next.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test.each([60, -60])('%d minutes off: no “failed” is believed while a copy of the request may still pay', async (minutes) => {
    const rig = open('fixed');
    rig.clock.setWall(minutes * MINUTE);
    rig.gateway.date = { ahead: -minutes * MINUTE };
    rig.gateway.replies.transfer = [new TypeError('lost')];
    await rig.pay(60_000);
    expect(rig.outcome?.outcome).toBe('unknown');
    // The next page has no answer of the gateway yet.
    const next = open('fixed', { resolveStatus: () => Promise.resolve({ outcome: 'failed' }) }, rig);
    void next.flow.resume();
    await next.clock.advance(10 * MINUTE);
    expect(next.outcome?.outcome).toBe('unknown');
    await next.clock.advance(15 * MINUTE);
    expect(next.outcome?.outcome).toBe('failed');
  });

  test('an hour back does not block an order that has failed', async () => {
    const rig = open('fixed');
    rig.gateway.replies.job = [done(transaction('failed'))];
    await rig.pay(2000);
    await rig.clock.advance(20 * MINUTE);
    rig.clock.setWall(-60 * MINUTE);
    const next = open('fixed', { random: countingRandom('tab') }, rig);
    next.gateway.replies.job = [done(transaction('successful', { uid: 'uid-2' }))];
    expect(await byNow(next.flow.resume())).toBe(false);
    await next.pay(40_000);
    if (next.flow.state.step === 'details') await next.pay(2000);
    expect(next.outcome?.outcome).toBe('successful');
  });

  test('an unfinished order that has expired asks once more, for 30 days, and never blocks', async () => {
    for (const [age, asks] of [
      [2 * DAY, true],
      [31 * DAY, false],
    ] as const) {
      const rig = open('fixed');
      rig.gateway.replies.job = [gone()];
      await rig.pay(90_000);
      rig.gateway.replies.job = [done(transaction('successful', { uid: 'uid-2' }))];
      rig.clock.setWall(age);
      const next = open('fixed', { random: countingRandom('tab') }, rig);
      expect(await byNow(next.flow.resume())).toBe(false);
      await next.pay(2000);
      if (asks) {
        expect(next.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
        await next.press(2000);
      }
      expect(next.outcome?.outcome).toBe('successful');
    }
  });
});

describe('one answer of the gateway that names a wrong time', () => {
  const DATES = { '26 h behind': -26, '26 h ahead': 26 };
  const ANSWERS = ['check', 'checkJob', 'transfer', 'job'] as const;
  const each = ANSWERS.flatMap((kind) => Object.entries(DATES).map(([words, hours]) => [kind, words, hours] as const));

  /** Makes one answer of a kind name another time. */
  const misdate = (rig: Rig, kind: (typeof ANSWERS)[number], hours: number): void => {
    const [reply] = rig.gateway.replies[kind];
    const once: Reply = () => {
      rig.gateway.replies[kind] = [reply!];
      const body = typeof reply === 'function' ? (reply as () => object)() : reply;
      return answer(200, body, { date: new Date(rig.clock.now() + hours * 60 * MINUTE).toUTCString() });
    };
    rig.gateway.replies[kind] = [once];
  };

  test.each(each)('as it is paid leaves the order paid: %s, %s', async (kind, _, hours) => {
    const rig = open('prepared');
    rig.gateway.date = { ahead: 0 };
    misdate(rig, kind, hours);
    await rig.pay(3000);
    expect(rig.outcome?.outcome).toBe('successful');
    await rig.clock.advance(11 * MINUTE);
    const next = open('prepared', { random: countingRandom('tab') }, rig);
    await next.pay(5000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(next.outcome?.outcome).toBe('successful');
  });

  test.each(each.filter(([kind]) => kind !== 'job'))('on a later visit leaves it paid: %s, %s', async (kind, _, hours) => {
    const rig = open('prepared');
    rig.gateway.date = { ahead: 0 };
    await rig.pay(3000);
    expect(rig.outcome?.outcome).toBe('successful');
    await rig.clock.advance(11 * MINUTE);
    const next = open('prepared', { random: countingRandom('tab') }, rig);
    misdate(next, kind, hours);
    await next.pay(5000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(next.outcome?.outcome).toBe('successful');
  });
});

describe('the times in a question', () => {
  test.each([
    ['are the gateway’s', { ahead: 3 * DAY }, '2026-11-24T'],
    ['are left out where the gateway hides its clock', undefined, undefined],
  ])('%s', async (_, date, day) => {
    const asked = vi.fn((_question: { startedAt: string | undefined }) => Promise.resolve({ outcome: 'unknown' as const }));
    const rig = new Rig({ resolveStatus: asked });
    rig.gateway.date = date;
    rig.gateway.replies.job = [gone()];
    await rig.pay(90_000);
    const { startedAt } = asked.mock.calls.at(-1)![0];
    expect(startedAt?.slice(0, 11)).toBe(day);
  });

  test.each([
    ['a shared id, of which the gateway reports nothing', 'prepared', gone(), 'unknown'],
    ['a shared id, whose transaction failed', 'prepared', done(transaction('failed')), 'failed'],
    ['an id of its own', 'fresh', gone(), 'failed'],
  ])('are missed: the server’s “failed” about %s', async (_, id, job, outcome) => {
    const rig = open(id, { resolveStatus: () => Promise.resolve({ outcome: 'failed' }) });
    rig.gateway.replies.job = [job];
    await rig.pay(90_000);
    expect(rig.outcome?.outcome).toBe(outcome);
  });
});

describe('a job that the gateway no longer knows', () => {
  test('keeps nobody waiting when the shop knows that it is paid', async () => {
    const paidAt = 2000;
    let started = 0;
    const rig = new Rig({
      resolveStatus: () => Promise.resolve({ outcome: rig.clock.monotonic() - started >= paidAt ? 'successful' : 'unknown' }),
    });
    rig.gateway.replies.job = [gone()];
    started = rig.clock.monotonic();
    await rig.pay(6000);
    expect(rig.outcome?.outcome).toBe('successful');
    expect(rig.clock.waits).toEqual([]);
  });

  test.each(['failed', 'unknown', 'pending'] as const)('still has its time when the shop says %s', async (outcome) => {
    const rig = new Rig({ resolveStatus: () => Promise.resolve({ outcome }) });
    rig.gateway.replies.job = [...Array.from({ length: 6 }, gone), done(transaction('successful'))];
    await rig.pay(60_000);
    expect(rig.course).toEqual(['details', 'transferring', 'successful']);
  });
});

describe('smaller beliefs', () => {
  test('a refusal that proves a failure is told after cancel(), too', async () => {
    const rig = new Rig();
    let refuse!: (reply: Response) => void;
    rig.gateway.replies.transfer = [new Promise<Response>((resolve) => (refuse = resolve))];
    await rig.pay(500);
    rig.flow.cancel();
    await rig.clock.advance(0);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'canceled' });
    refuse(answer(422, errorBody({ credit_card: { exp_year: ['is invalid'] } })));
    await rig.clock.advance(100);
    expect(rig.course).toEqual(['details', 'transferring', 'unknown', 'failed']);
    expect(rig.local.records).toMatchObject([{ outcome: 'failed' }]);
  });

  test('a poll that asks for an hour of patience gets a minute', async () => {
    const rig = new Rig();
    rig.gateway.replies.job = [answer(429, {}, { 'retry-after': '3600' }), done(transaction('successful'))];
    await rig.pay(59_000);
    expect(rig.outcome).toBeUndefined();
    await rig.clock.advance(4000);
    expect(rig.outcome?.outcome).toBe('successful');
  });

  test.each(['done', 'failed', 'processing'])('a job that is accepted with the status %s is polled', async (status) => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [{ status, job_id: 'job-transfer' }];
    await rig.pay(2000);
    expect(rig.outcome?.outcome).toBe('successful');
  });

  test('a fee that rises in the moment before the press is not paid unread', async () => {
    const rig = new Rig();
    await rig.quote();
    rig.gateway.replies.checkJob = [
      { status: 'done', response: { status: 'successful', commission: { bank_fee: 9, currency: 'USD' } } },
    ];
    await rig.quote();
    await rig.press(100);
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'risen', isUnread: true } });
    await rig.clock.advance(1500);
    await rig.press(2000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test('a price that rose after a refusal of the amount is asked about', async () => {
    const rig = new OrderRig();
    rig.gateway.replies.transfer = [answer(422, errorBody({ amount: ['has changed'] })), accepted()];
    await rig.pay();
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { status: 'none' } });
    rig.settings = { ...rig.settings, amount: 2999 };
    await rig.pay();
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'risen' } });
  });
});

describe('what a page has sent', () => {
  const lost = (): Reply => new TypeError('lost');

  test.each(['emptied', 'stores nothing'])('is known to it when every storage is %s', async (how) => {
    const page = open('fixed');
    if (how === 'stores nothing') for (const each of [page.local, page.tab]) each.setItem = () => undefined;
    page.gateway.replies.transfer = [lost()];
    await page.pay(60_000);
    expect(page.outcome?.outcome).toBe('unknown');
    page.local.entries.clear();
    page.tab.entries.clear();
    page.flow.reset();
    const before = page.gateway.of('transfer').length;
    page.gateway.replies.transfer = [accepted('job-2')];
    await page.pay(3000);
    expect(page.gateway.of('transfer')).toHaveLength(before);
    expect(page.reports.map(({ code }) => code)).toEqual(how === 'stores nothing' ? ['storage_unavailable'] : []);
  });

  test.each(['emptied', 'stores nothing'])('is known to its other elements when every storage is %s', async (how) => {
    const memory = new Map<string, string>();
    const page = new Rig();
    const element = (kind: string, random: string): Rig => {
      const records = new RecordStore(kind, { local: page.local, tab: page.tab, clock: page.clock, memory });
      return new Rig({ records, random: countingRandom(random) }, page, true);
    };
    const one = element('p2p', 'one');
    if (how === 'stores nothing') for (const each of [page.local, page.tab]) each.setItem = () => undefined;
    page.gateway.replies.transfer = [lost()];
    await one.pay(60_000);
    expect(one.outcome?.outcome).toBe('unknown');
    page.local.entries.clear();
    page.tab.entries.clear();
    page.gateway.replies.transfer = [accepted('job-2')];
    const before = page.gateway.of('transfer').length;
    const other = element('p2p', 'other');
    await other.pay(3000);
    expect(other.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
    expect(page.gateway.of('transfer')).toHaveLength(before);
  });

  test('of a product is asked about also at another price', async () => {
    const left = new OrderRig();
    left.gateway.replies.transfer = [lost()];
    await left.pay(60_000);
    expect(left.outcome?.outcome).toBe('unknown');
    const next = new OrderRig({ random: countingRandom('tab') }, left);
    next.settings = { ...next.settings, amount: 2099 };
    left.gateway.replies.transfer = [accepted('job-2')];
    const before = left.gateway.of('transfer').length;
    await next.pay(3000);
    expect(left.gateway.of('transfer')).toHaveLength(before);
    expect(next.flow.state).toMatchObject({ quote: { confirm: 'unfinished' } });
  });
});

test.each([
  ['never answers', () => new Promise<void>(() => undefined)],
  ['never calls back', () => Promise.resolve()],
])('a lock that %s: nothing is sent, and the press may be repeated', async (_, request) => {
  const rig = new Rig({ locks: { request, query: () => Promise.resolve({ held: [], pending: [] }) } });
  await rig.pay(5000);
  expect(rig.flow.state).toMatchObject({ step: 'details', trouble: { code: 'busy_elsewhere' } });
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test('an address that names no payment asks nothing', async () => {
  const asked = vi.fn(() => Promise.resolve({ outcome: 'successful' as const, amount: 10_000, currency: 'USD' }));
  const rig = new Rig({ resolveStatus: asked });
  for (const uid of ['', '../../x']) expect(await rig.flow.resumeElsewhere(uid)).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});

test('a page whose isShown throws still learns that it paid', async () => {
  const rig = new Rig({
    isShown: () => {
      throw new Error('bug');
    },
  });
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  await rig.pay(2000);
  vi.unstubAllGlobals();
  expect(rig.outcome?.outcome).toBe('successful');
  expect(reported).toHaveBeenCalled();
  // Nothing is said about it once more in another place.
  expect([...rig.local.entries.keys()].filter((name) => name.endsWith(':unseen'))).toEqual([]);
});
