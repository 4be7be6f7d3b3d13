import { expect, test, vi } from 'vitest';
import { byNow } from '../clock/manual-clock.js';
import { type Answer, PAID } from './rig/merchant-answers.js';
import { countingRandom, Rig } from './rig/rig.js';
import { accepted, answer, done, errorBody, transaction } from '../../demo/scripted/script.js';
import { fixed } from './rig/fixed-order.js';

const declined = done(transaction('failed', { message: 'Declined' }));

test('the record is written before the request leaves, and the job before the first poll', async () => {
  const rig = new Rig();
  const seen: unknown[] = [];
  rig.gateway.onRequest = ({ kind, jobId }) => {
    if (kind === 'transfer' || jobId === 'job-transfer') seen.push(rig.local.records.map(({ phase, jobId: id }) => [phase, id]));
  };
  await rig.pay(2000);
  expect(seen).toEqual([[['sent', undefined]], [['accepted', 'job-transfer']]]);
  expect(rig.local.records).toMatchObject([{ phase: 'ended', outcome: 'successful', uid: 'uid-1' }]);
});

test('a double press sends one request and asks for one confirmation', async () => {
  const confirm = vi.fn(() => true);
  const rig = new Rig({ confirm });
  await rig.quote();
  void rig.flow.submit();
  void rig.flow.submit();
  await rig.clock.advance(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(confirm.mock.calls).toEqual([
    [{ amount: 10_000, currency: 'USD', fee: { kind: 'estimate', fee: 150, currency: 'USD' } }],
  ]);
});

test('a press while the payment is in flight does nothing', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(2000);
  await rig.press(2000);
  rig.flow.reset();
  rig.flow.detach();
  rig.flow.attach();
  expect(rig.flow.state.step).toBe('transferring');
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.cards.cleared).toEqual([]);
});

test('a payment in flight is not resumed: it is polled once', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(100);
  expect(await byNow(rig.flow.resume())).toBe(true);
  expect(await byNow(rig.flow.resumeElsewhere('uid-9'))).toBe(false);
  await rig.clock.advance(500);
  expect(rig.gateway.of('job').filter(({ jobId }) => jobId === 'job-transfer')).toHaveLength(1);
  expect(rig.flow.state.step).toBe('transferring');
});

test.each([
  ['has emptied the fields', false, 'details'],
  ['leaves saved cards in place', true, 'outcome'],
])('a page that resets the form as the payment starts and %s sees what becomes of it', async (_, isComplete, last) => {
  const rig = new Rig();
  rig.cards.clear = () => void (rig.cards.complete = isComplete);
  await rig.quote();
  rig.flow.subscribe(({ step }, { step: before }) => {
    if (step === 'transferring' && before === 'details') rig.flow.reset();
  });
  await rig.press(2000);
  expect(rig.flow.state.step).toBe(last);
  expect(rig.gateway.of('transfer')).toHaveLength(isComplete ? 1 : 0);
});

test.each<[string, 'successful' | 'failed']>([
  ['a payment that succeeded', 'successful'],
  ['a payment that failed', 'failed'],
])('%s under a fixed tracking id is not sent by another tab, which shows its outcome', async (_, status) => {
  const one = fixed(new Rig());
  const two = fixed(new Rig({}, one));
  one.gateway.replies.job = [done(transaction(status))];
  await one.pay(2000);
  await two.clock.advance(60_000);
  await two.pay(2000);
  expect(two.gateway.of('transfer')).toHaveLength(1);
  expect(two.outcome?.outcome).toBe(status);
});

test('a fixed tracking id is not paid again after reset()', async () => {
  const rig = fixed(new Rig());
  await rig.pay(2000);
  rig.flow.reset();
  expect(rig.flow.state.step).toBe('details');
  await rig.clock.advance(60_000);
  await rig.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome?.outcome).toBe('successful');
});

test.each(['writes', 'everything'] as const)(
  'with storage that refuses %s the flow works, reports it once, and still sends one request',
  async (refuses) => {
    const rig = fixed(new Rig());
    rig.local.refuses = refuses;
    rig.tab.refuses = refuses;
    await rig.pay(2000);
    expect(rig.outcome?.outcome).toBe('successful');
    expect(rig.reports).toMatchObject([{ code: 'storage_unavailable', party: 'merchant' }]);
    rig.flow.reset();
    await rig.clock.advance(60_000);
    await rig.pay(2000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  },
);

test('a payment whose record is deleted meanwhile goes on to the bank’s page', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [done(transaction('incomplete', { redirect_url: 'https://bank.example/3ds' }))];
  rig.gateway.onRequest = ({ jobId }) => {
    if (jobId !== 'job-transfer') return;
    rig.local.entries.clear();
    rig.tab.entries.clear();
  };
  await rig.pay(1000);
  expect(rig.left).toEqual(['https://bank.example/3ds']);
});

test('a tab that follows a payment whose card the gateway refuses is back at its form, and can pay', async () => {
  const one = fixed(new Rig());
  const two = fixed(new Rig({}, one));
  let refuse!: (refusal: Response) => void;
  one.gateway.replies.transfer = [new Promise<Response>((resolve) => (refuse = resolve)), accepted()];
  await one.pay(1000);
  void two.flow.resume();
  await two.clock.advance(1000);
  expect(two.flow.state.step).toBe('settling');
  refuse(answer(422, errorBody({ credit_card: { number: ['is not a card number'] } })));
  await two.clock.advance(3000);
  expect(one.flow.state).toMatchObject({ step: 'details', problems: [{ path: ['credit_card', 'number'] }] });
  expect(one.cards.errors).toHaveLength(1);
  expect(two.flow.state).toMatchObject({ step: 'details', problems: [], press: { status: 'ignored' } });
  await two.clock.advance(30_000);
  await two.pay(3000);
  expect(two.outcome?.outcome).toBe('successful');
});

test('with a fixed tracking id and no prepare, no retry is offered after a decline until the id changes', async () => {
  const rig = fixed(new Rig());
  rig.gateway.replies.job = [declined];
  await rig.pay(2000);
  expect(rig.flow.mayTryAgain).toBe(false);
  rig.flow.tryAgain();
  expect(rig.outcome?.outcome).toBe('failed');
  rig.settings = { ...rig.settings, trackingId: 'order-2' };
  expect(rig.flow.mayTryAgain).toBe(true);
});

test.each(['from the failure', 'from the form'])('reset() %s does not shorten the wait for a second try', async (from) => {
  const rig = new Rig();
  rig.gateway.replies.job = [declined];
  await rig.pay(2000);
  const sentAt = rig.gateway.of('transfer')[0]!.at;
  if (from === 'from the form') rig.flow.tryAgain();
  rig.flow.reset();
  expect(rig.flow.state.step).toBe('details');
  expect(rig.flow.waitFor).toBe(sentAt + 30_000 - rig.clock.now());
  await rig.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test('the confirmed values are sent, whatever the page changes meanwhile', async () => {
  const customer = { email: 'payer@example.com' };
  const rig: Rig = new Rig({
    prepare: async () => {
      rig.settings = {
        ...rig.settings,
        amount: 99_999,
        currency: 'EUR',
        description: 'Other',
        returnUrl: 'https://evil.example/',
      };
      customer.email = 'thief@example.com';
      rig.flow.changed();
    },
  });
  rig.settings = { ...rig.settings, customer };
  await rig.pay();
  expect(JSON.parse(rig.gateway.of('transfer')[0]!.text)).toMatchObject({
    request: { amount: 10_000, currency: 'USD', description: 'Rent', customer: { email: 'payer@example.com' } },
  });
  expect(rig.gateway.of('transfer')[0]!.text).not.toContain('evil');
});

test('cards that change between the confirmation and the seal are not charged', async () => {
  const rig: Rig = new Rig({
    prepare: async () => {
      rig.cards.revision += 1;
    },
  });
  await rig.pay();
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state.step).toBe('details');
  // The payer gets the price of the other cards by themselves.
  await rig.clock.advance(2000);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
});

test('cards that are emptied before they are sealed lead back to the form', async () => {
  const rig: Rig = new Rig({
    prepare: async () => {
      rig.cards.complete = false;
    },
  });
  rig.cards.sealing = async ({ operation }) => {
    if (operation !== 'check' && !rig.cards.complete) throw new TypeError('The fields are not complete.');
  };
  await rig.pay();
  expect(rig.rejections).toEqual([]);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state.step).toBe('details');
});

test('an error thrown by the page before anything is sent leads back to the form, and is not swallowed', async () => {
  const rig = new Rig();
  const mistake = new TypeError('A custom card source went wrong.');
  rig.cards.sealing = async ({ operation }) => {
    if (operation !== 'check') throw mistake;
  };
  await rig.quote();
  const pressed = rig.flow.submit();
  const rejected = expect(pressed).rejects.toBe(mistake);
  await rig.clock.advance(1000);
  await rejected;
  expect(rig.flow.state.step).toBe('details');
  expect(rig.gateway.of('transfer')).toEqual([]);
  // The payer gets the price again by themselves.
  rig.cards.sealing = () => Promise.resolve();
  await rig.clock.advance(2000);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
});

test('an error thrown by the page after the request has left ends unknown, and the outcome is still found', async () => {
  const mistake = new TypeError('A custom source of randomness went wrong.');
  let isBroken = false;
  let known: Answer = { outcome: 'unknown' };
  const random = {
    ...countingRandom(),
    fraction: () => {
      if (isBroken) throw mistake;
      return 0.5;
    },
  };
  const resolveStatus = vi.fn(() => Promise.resolve(known));
  const rig = new Rig({ random, resolveStatus });
  rig.gateway.onRequest = ({ kind }) => (isBroken = kind === 'transfer');
  await rig.pay();
  expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
  expect(rig.rejections.splice(0)).toEqual([mistake]);
  expect(resolveStatus).toHaveBeenCalledTimes(1);
  isBroken = false;
  known = PAID;
  await rig.clock.advance(60_000);
  expect(rig.outcome).toMatchObject({ outcome: 'successful' });
});

test('a change of the form during the confirmation voids the price, and nothing is sent', async () => {
  const rig: Rig = new Rig({
    confirm: () => {
      rig.settings = { ...rig.settings, amount: 1 };
      rig.flow.changed();
      return true;
    },
  });
  await rig.pay(100);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(rig.flow.state.step).toBe('details');
});

test('a subscriber that throws stops neither the payment nor the notifications of other subscribers', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const rig = new Rig();
  const listener = vi.fn();
  rig.flow.subscribe(() => {
    throw new Error('the page’s bug');
  });
  rig.flow.subscribe(listener);
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(listener).toHaveBeenLastCalledWith(rig.flow.state, expect.objectContaining({ step: 'transferring' }));
  expect(rig.local.records).toMatchObject([{ phase: 'ended' }]);
  expect(complaint).toHaveBeenCalled();
  complaint.mockRestore();
});

test('neither storage nor state holds card data', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [
    answer(422, errorBody({ base: ['4200 0000 0000 0000 is blocked'] }, 'x', 'Card 4200000000000000 is blocked')),
  ];
  await rig.pay();
  const everything = JSON.stringify([
    rig.states,
    rig.reports.map(({ message }) => message),
    [...rig.local.entries],
    [...rig.tab.entries],
  ]);
  expect(everything).not.toMatch(/4200 ?0000 ?0000 ?0000/);
  expect(rig.outcome?.outcome).toBe('unknown');
  expect(everything).toContain('Card **** is blocked');
});

test.each([
  ['a paid order', (rig: Rig) => fixed(rig), 'successful', 'outcome'],
  ['a declined order', (rig: Rig) => fixed(rig), 'failed', 'details'],
  ['a payment without an order', (rig: Rig) => rig, 'successful', 'details'],
] as const)('%s of another tab: a form for it shows the success, and nothing else', async (_, made, status, step) => {
  const rig = made(new Rig());
  rig.gateway.replies.job = [done(transaction(status))];
  const other = made(new Rig({}, rig));
  await rig.pay(2000);
  await byNow(other.flow.showIfPaid());
  await other.clock.advance(2000);
  expect(other.flow.state.step).toBe(step);
  if (step === 'outcome') expect(other.outcome).toMatchObject({ outcome: 'successful' });
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});
