import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.js';
import { accepted, answer, errorBody, possible, type Reply } from '../../../demo/scripted/script.js';
import { checked } from './check-replies.js';

const fee = (bankFee: unknown, currency = 'USD'): Reply => checked(possible({ bank_fee: bankFee as number, currency }));

test('a live quote starts once typing has rested for 0.4 s', async () => {
  const rig = new Rig();
  rig.flow.changed();
  await rig.clock.advance(300);
  rig.cards.revision += 1;
  rig.flow.changed();
  await rig.clock.advance(399);
  expect(rig.gateway.of('check')).toHaveLength(0);
  await rig.clock.advance(1);
  expect(rig.gateway.of('check')).toHaveLength(1);
  await rig.clock.advance(1000);
  expect(rig.flow.state).toMatchObject({
    quote: { status: 'given', price: { amount: 10_000, fee: { kind: 'estimate', fee: 150 } } },
  });
});

test('no quote is requested without an amount or without valid numbers', async () => {
  const rig = new Rig();
  rig.cards.checkable = false;
  rig.flow.changed();
  await rig.clock.advance(5000);
  rig.cards.checkable = true;
  rig.settings = { currency: 'USD', description: 'Rent' };
  rig.flow.changed();
  await rig.clock.advance(5000);
  expect(rig.gateway.arrived).toEqual([]);
});

test('cards that could not be asked about are asked about as soon as they can be, though nothing was typed since', async () => {
  const rig = new Rig();
  rig.cards.checkable = false;
  rig.cards.revision += 1;
  rig.flow.changed();
  rig.cards.checkable = true;
  rig.flow.changed();
  await rig.clock.advance(1000);
  expect(rig.gateway.of('check')).toHaveLength(1);
  rig.cards.checkable = false;
  rig.flow.changed();
  rig.cards.checkable = true;
  rig.flow.changed();
  await rig.clock.advance(5000);
  expect(rig.gateway.of('check')).toHaveLength(1);
});

test('a change that a check does not depend on requests no quote', async () => {
  const rig = new Rig();
  await rig.quote();
  const { state } = rig.flow;
  rig.settings = { ...rig.settings, description: 'Other' };
  rig.flow.changed();
  await rig.clock.advance(5000);
  expect(rig.flow.state).toBe(state);
});

test('at most 6 live quotes are sent in any minute, and the last edit gets its own', async () => {
  const rig = new Rig();
  for (let edit = 0; edit < 150; edit += 1) {
    rig.cards.revision += 1;
    rig.flow.changed();
    await rig.clock.advance(1000);
  }
  await rig.clock.advance(60_000);
  const times = rig.gateway.of('check').map(({ at }) => at);
  for (const [index, at] of times.entries()) expect(at - (times[index - 6] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
  expect(times.length).toBeGreaterThan(12);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
});

test('a price that was edited away is due while the next check follows in a moment, and only then', async () => {
  const rig = new Rig();
  const quote = () => rig.flow.state.step === 'details' && rig.flow.state.quote;
  const edit = (amount: number, checkable = true): void => {
    rig.cards.checkable = checkable;
    rig.settings = { ...rig.settings, amount };
    rig.flow.changed();
  };
  edit(10_001);
  // There was no price yet.
  expect(quote()).toEqual({ status: 'none' });
  await rig.clock.advance(1000);
  edit(10_002);
  expect(quote()).toEqual({ status: 'none', isDue: true });
  edit(10_003);
  expect(quote()).toEqual({ status: 'none', isDue: true });
  await rig.clock.advance(400);
  expect(quote()).toEqual({ status: 'running' });
  await rig.clock.advance(1000);
  expect(quote()).toMatchObject({ status: 'given', price: { amount: 10_003 } });

  edit(10_004, false);
  expect(quote()).toEqual({ status: 'none' });
  edit(10_005);
  await rig.clock.advance(1400);
  edit(10_006);
  // Nothing says that the cards can no longer be checked: then nothing follows.
  rig.cards.checkable = false;
  await rig.clock.advance(400);
  expect(quote()).toEqual({ status: 'none' });

  for (let amount = 10_007; amount < 10_011; amount += 1) {
    edit(amount);
    await rig.clock.advance(1400);
  }
  // The seventh within a minute: that check is a minute away.
  expect(quote()).toEqual({ status: 'none' });
});

test('an edit drops the quote and cancels the running check; its late answer is dropped', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [{ status: 'new', job_id: 'job-check' }];
  void rig.flow.check();
  await rig.clock.advance(700);
  const polls = rig.gateway.of('job').length;
  rig.cards.revision += 1;
  rig.cards.checkable = false;
  rig.flow.changed();
  expect(rig.flow.state).toMatchObject({ quote: { status: 'none' } });
  rig.gateway.replies.checkJob = [checked(possible())];
  await rig.clock.advance(30_000);
  expect(rig.gateway.of('job')).toHaveLength(polls);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'none' } });
});

test.each<[string, Reply, string]>([
  ['429', answer(429, errorBody({}, 'slow_down')), 'rate_limited'],
  ['500', answer(500, ''), 'gateway_unavailable'],
  ['a dead line', new TypeError('Failed to fetch'), 'network_unreachable'],
  ['nonsense', { hello: 'world' }, 'answer_off_contract'],
  ['401', answer(401, errorBody({}, 'unauthorized')), 'credentials_refused'],
])(
  'after a check answered with %s the form stays usable: a press checks again and asks before it pays',
  async (_, reply, code) => {
    const rig = new Rig();
    rig.gateway.replies.check = [reply, accepted('job-check')];
    await rig.quote();
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { status: 'unavailable', error: { code } } });
    await rig.press(2500);
    expect(rig.flow.state).toMatchObject({ quote: { status: 'given', confirm: 'first_seen' } });
    expect(rig.gateway.of('transfer')).toEqual([]);
    await rig.press(2000);
    expect(rig.outcome?.outcome).toBe('successful');
  },
);

test('a live quote keeps the wait that a 429 asked for', async () => {
  const rig = new Rig();
  rig.gateway.replies.check = [answer(429, errorBody({}, 'slow_down'), { 'retry-after': '30' }), accepted('job-check')];
  await rig.quote();
  rig.cards.revision += 1;
  rig.flow.changed();
  await rig.clock.advance(25_000);
  expect(rig.gateway.of('check')).toHaveLength(1);
  await rig.clock.advance(6000);
  expect(rig.gateway.of('check')).toHaveLength(2);
});

test.each<[string, unknown, unknown, boolean]>([
  ['the same', 1.5, 1.5, true],
  ['lower', 1.5, 1.2, true],
  ['higher', 1.5, 1.51, false],
])('a press with a quote older than 5 minutes checks again; a fee that is %s', async (_, before, now, goes) => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [fee(before), fee(now)];
  await rig.quote();
  await rig.clock.advance(5 * 60_000);
  await rig.press(2000);
  expect(rig.gateway.of('check')).toHaveLength(2);
  expect(rig.gateway.of('transfer')).toHaveLength(goes ? 1 : 0);
  if (!goes) expect(rig.flow.state).toMatchObject({ quote: { status: 'given', confirm: 'risen', price: { fee: { fee: 151 } } } });
});

/** A percentage of an amount in another currency. */
const TERMS = possible({ percent: 1.5, currency: 'EUR' });

test('the same terms again, from which no fee can be computed, need no other press', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [checked(TERMS)];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ quote: { price: { fee: { kind: 'terms' } } } });
  await rig.clock.advance(5 * 60_000);
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test.each<[string, Reply, Reply]>([
  ['another currency', fee(1.5), fee(1.5, 'EUR')],
  ['no fee after a quoted one', fee(1.5), checked(possible({}))],
  ['a fee although none was quoted before', checked(possible({})), fee(0)],
  ['terms from which no fee can be computed', fee(1.5), checked(TERMS)],
  ['a fee in place of such terms', checked(TERMS), fee(1.5)],
  ['other terms', checked(TERMS), checked(possible({ percent: 2, currency: 'EUR' }))],
  ['such terms after a fee in their currency', fee(1.5, 'EUR'), checked(TERMS)],
  ['a fee in the currency of such terms before it', checked(TERMS), fee(1.5, 'EUR')],
])('a price with %s has to be seen first', async (_, before, now) => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [before, now];
  await rig.quote();
  await rig.clock.advance(5 * 60_000);
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state).toMatchObject({ quote: { confirm: 'risen' } });
});

test('a press before any price was seen shows it, and only the next press pays', async () => {
  const rig = new Rig();
  await rig.press(2000);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given', confirm: 'first_seen' } });
  expect(rig.gateway.of('transfer')).toEqual([]);
  await rig.press(2000);
  expect(rig.gateway.of('check')).toHaveLength(1);
  expect(rig.outcome?.outcome).toBe('successful');
});

test('a press while a live quote comes waits for it; a second press asks nothing more', async () => {
  const rig = new Rig();
  rig.flow.changed();
  await rig.clock.advance(450);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'running' } });
  await rig.press(100);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'running' }, press: { status: 'waiting' } });
  const checks = rig.gateway.of('check').length;
  await rig.press(2000);
  expect(rig.gateway.of('check')).toHaveLength(checks);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given', confirm: 'first_seen' } });
});

test.each(['the amount is typed as it was', 'the card is'])(
  'a press for the price pays nothing, though the payer has seen that price before: %s',
  async (what) => {
    const rig = new Rig();
    await rig.quote();
    if (what === 'the card is') rig.cards.revision += 1;
    else {
      rig.settings = { ...rig.settings, amount: 20_000 };
      rig.flow.changed();
      rig.settings = { ...rig.settings, amount: 10_000 };
    }
    rig.flow.changed();
    expect(rig.flow.state).toMatchObject({ quote: { status: 'none' } });
    await rig.pressForPrice(2000);
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.flow.state).toMatchObject({ quote: { status: 'given', confirm: 'first_seen', price: { amount: 10_000 } } });
    await rig.press(2000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  },
);

test('a press for the price does nothing while a price stands on the form', async () => {
  const rig = new Rig();
  await rig.quote();
  const { state } = rig.flow;
  await rig.pressForPrice(2000);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state).toBe(state);
});

test('a price that comes while a press for it waits is shown, and not paid', async () => {
  let start = (): void => undefined;
  const rig = new Rig({ started: () => new Promise<void>((resolve) => (start = resolve)) });
  await rig.pressForPrice(10);
  await rig.quote();
  start();
  await rig.clock.advance(2000);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
});

test('settings that changed without an event void the quote at the press', async () => {
  const rig = new Rig();
  await rig.quote();
  rig.settings = { ...rig.settings, amount: 20_000 };
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state).toMatchObject({ quote: { confirm: 'first_seen', price: { amount: 20_000 } } });
});

test('a check asks about the settings at that moment', async () => {
  const rig = new Rig();
  rig.settings = { ...rig.settings, test: true, p2pType: 'A1b' };
  await rig.quote();
  expect(JSON.parse(rig.gateway.of('check')[0]!.text)).toMatchObject({
    request: { amount: 10_000, currency: 'USD', test: true, additional_data: { p2p: { type: 'A1b' } } },
  });
  expect(rig.cards.seals).toMatchObject([{ operation: 'check', amount: 10_000, currency: 'USD' }]);
});

test('an external check asks nothing without an amount, without valid numbers, and during a payment', async () => {
  const rig = new Rig();
  const { settings } = rig;
  rig.settings = { ...settings, amount: undefined };
  await rig.quote();
  rig.settings = settings;
  rig.cards.checkable = false;
  await rig.quote();
  expect(rig.gateway.arrived).toEqual([]);
  rig.cards.checkable = true;
  rig.gateway.replies.job = [accepted()];
  await rig.pay();
  expect(rig.flow.state.step).toBe('transferring');
  await rig.quote();
  expect(rig.gateway.of('check')).toHaveLength(1);
});

test('an external check replaces a live one: the settings may have changed without an event', async () => {
  const rig = new Rig();
  rig.flow.changed();
  await rig.clock.advance(400);
  rig.settings = { ...rig.settings, amount: 20_000 };
  await rig.quote();
  expect(rig.gateway.of('check')).toHaveLength(2);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given', price: { amount: 20_000 } } });
});

test('cards that change while they are sealed are not checked, and the form waits for the next price', async () => {
  const rig = new Rig();
  rig.cards.sealing = async () => void (rig.cards.revision += 1);
  await rig.quote();
  expect(rig.gateway.arrived).toEqual([]);
  expect(rig.flow.state).toMatchObject({ step: 'details', quote: { status: 'none' } });
});

test('a mistake in the card source is thrown, and the form does not wait for a price', async () => {
  const rig = new Rig();
  rig.cards.sealing = () => Promise.reject(new TypeError('a mistake'));
  const checking = expect(rig.flow.check()).rejects.toThrow('a mistake');
  await rig.clock.advance(600);
  await checking;
  expect(rig.flow.state).toMatchObject({ step: 'details', quote: { status: 'none' } });
});

test.each<[string, unknown, unknown]>([
  ['absent', undefined, undefined],
  ['null', null, undefined],
  ['empty', {}, undefined],
  ['a bank fee', { bank_fee: 2.005, currency: 'USD' }, { kind: 'exact', fee: 201, currency: 'USD', total: 10_201 }],
  [
    'the larger of minimum and percentage',
    { minimum: 0.7, percent: 1.5, currency: 'USD' },
    { kind: 'estimate', fee: 150, currency: 'USD' },
  ],
  ['in another currency', { bank_fee: '1.50', currency: 'EUR' }, { kind: 'exact', fee: 150, currency: 'EUR' }],
])('a commission that is %s', async (_, commission, expected) => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [checked({ status: 'successful', commission })];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given', price: { fee: expected } } });
});

test.each<[string, unknown]>([
  ['negative', { bank_fee: -1, currency: 'USD' }],
  ['no number', { minimum: 'much', currency: 'USD' }],
  ['a list', []],
])('a commission that is %s is off the contract: no price shows, and nothing can be paid', async (_, commission) => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [checked({ status: 'successful', message: 'Possible', commission })];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ quote: { status: 'unavailable', error: { code: 'answer_off_contract' } } });
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test.each(['..', '.', 'a\ud800'])(
  'a check that is answered with the job id %j is off the contract, and the form stays usable',
  async (id) => {
    const rig = new Rig();
    rig.gateway.replies.check = [accepted(id), accepted('job-check')];
    await rig.quote();
    expect(rig.flow.state).toMatchObject({
      step: 'details',
      quote: { status: 'unavailable', error: { code: 'answer_off_contract' } },
    });
    await rig.quote();
    expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
  },
);

test.each<[string, Reply, string]>([
  ['failed, whatever its response says', { status: 'failed', job_id: 'job-check', response: possible() }, 'answer_off_contract'],
  [
    'failed, for a reason that no field has',
    { status: 'failed', job_id: 'job-check', response: { status: 'error', errors: { base: ['is closed'] }, message: 'x' } },
    'request_refused',
  ],
  ['done without a response', checked(null), 'answer_off_contract'],
])('a check whose job is %s gives no price', async (_, job, code) => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [job];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ quote: { status: 'unavailable', error: { code } } });
});

test('a check’s errors go to their fields, from the request and from the job alike', async () => {
  const errors = { credit_card: { number: ['is not a card number'] } };
  const rig = new Rig();
  rig.gateway.replies.check = [answer(422, errorBody(errors)), accepted('job-check')];
  rig.gateway.replies.checkJob = [
    { status: 'failed', job_id: 'job-check', response: { status: 'error', errors, message: 'x', finished: false } },
  ];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ problems: [{ path: ['credit_card', 'number'] }] });
  await rig.quote();
  expect(rig.cards.errors).toHaveLength(2);
  expect(rig.flow.state).toMatchObject({
    step: 'details',
    problems: [{ path: ['credit_card', 'number'], messages: ['is not a card number'] }],
  });
});

test('a refused check is sealed once more with the gateway’s time, when its clock differs', async () => {
  const rig = new Rig();
  const ahead = rig.clock.now() + 3_600_000;
  const refused = answer(422, errorBody({ credit_card: { token: ['is too old'] } }), { date: new Date(ahead).toUTCString() });
  rig.gateway.replies.check = [refused, accepted('job-check')];
  await rig.quote();
  expect(rig.cards.seals.map(({ issuedAt }) => Math.round(Math.abs(issuedAt - rig.clock.now()) / 3_600_000))).toEqual([0, 1]);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });

  const stubborn = new Rig();
  stubborn.gateway.replies.check = [refused];
  await stubborn.quote();
  expect(stubborn.gateway.of('check')).toHaveLength(2);
});

test('detach() ends the quote: no timer and no request is left', async () => {
  const rig = new Rig();
  rig.flow.changed();
  await rig.clock.advance(100);
  rig.flow.detach();
  await rig.clock.advance(60_000);
  expect(rig.gateway.arrived).toEqual([]);
  expect(rig.clock.waits).toEqual([]);
});
