import { describe, expect, test } from 'vitest';
import { SAVES_CARD } from '../../src/checkout/plaintext.js';
import { RecordStore } from '../../src/flow/record/record-store.js';
import { paymentOf } from '../../src/flow/state.js';
import { byNow } from '../clock/manual-clock.js';
import { done, transaction } from '../../demo/scripted/script.js';
import { Rig } from './rig/rig.js';

// What a page calls beside a press: and what each call must leave alone.

const successful = done(transaction('successful'));
const working = { body: { status: 'new', job_id: 'job-1' } };

/** A payment whose job is not done yet. */
async function underWay(): Promise<Rig> {
  const rig = new Rig();
  rig.gateway.replies.job = [working];
  await rig.pay();
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome).toBeUndefined();
  return rig;
}

/** A payment that succeeds while its form is out of the page. */
async function paidUnseen(): Promise<Rig> {
  let isShown = true;
  const rig = new Rig({ isShown: () => isShown });
  rig.gateway.replies.job = [successful];
  await rig.quote();
  const pressed = rig.flow.submit();
  isShown = false;
  await rig.clock.advance(5000);
  await pressed;
  return rig;
}

describe('attempts that a page has listed as unfinished', () => {
  test('are reported, wherever a form showed their end', async () => {
    const payer = await underWay();
    const page = new Rig({}, payer);
    const listed = await page.flow.unfinished();
    expect(listed).toHaveLength(1);
    expect(await page.flow.unseen(listed)).toEqual([]);
    payer.gateway.replies.job = [successful];
    await payer.clock.advance(5000);
    expect(payer.outcome?.outcome).toBe('successful');
    expect(await page.flow.unseen()).toEqual([]);
    expect(await page.flow.unseen(listed)).toMatchObject([{ trackingId: 'own-1', outcome: 'successful' }]);
  });

  test('are reported once when no form has shown their end', async () => {
    let isShown = true;
    const payer = new Rig({ isShown: () => isShown });
    payer.gateway.replies.job = [working];
    await payer.pay();
    const page = new Rig({}, payer);
    const listed = await page.flow.unfinished();
    isShown = false;
    payer.gateway.replies.job = [done(transaction('failed'))];
    await payer.clock.advance(5000);
    expect(await page.flow.unseen(listed)).toMatchObject([{ outcome: 'failed' }]);
  });
});

describe('what the payer has seen', () => {
  test('is the outcome that the form shows, and nothing while it shows none', async () => {
    const payer = await paidUnseen();
    const other = new Rig({}, payer);
    await other.flow.markSeen();
    expect(await other.flow.unseen()).toHaveLength(1);
    await payer.flow.markSeen();
    expect(await other.flow.unseen()).toEqual([]);
  });

  test('takes nothing from another payment of this tab', async () => {
    const payer = await paidUnseen();
    const next = new Rig({}, payer);
    next.settings = { ...next.settings, amount: 20_000 };
    next.gateway.replies.job = [working];
    await next.pay();
    const [notice] = await new Rig({}, payer).flow.unseen();
    await next.flow.markSeen(notice);
    expect(await byNow(new Rig({}, next, true).flow.resume())).toBe('still waiting');
  });
});

test.each([
  [true, SAVES_CARD],
  [false, undefined],
])('a payer who agrees (%s) to save the cards seals that: %j', async (saveCard, contract) => {
  const rig = new Rig();
  rig.settings = { ...rig.settings, saveCard };
  await rig.pay();
  expect(rig.cards.seals.find(({ operation }) => operation === 'transfer')).toMatchObject({ amount: 10_000 });
  expect(rig.cards.seals.find(({ operation }) => operation === 'transfer')?.contract).toEqual(contract);
});

test('who unsubscribes hears of nothing more', async () => {
  const rig = new Rig();
  let heard = 0;
  const unsubscribe = rig.flow.subscribe(() => (heard += 1));
  await rig.quote();
  const before = heard;
  expect(before).toBeGreaterThan(0);
  unsubscribe();
  await rig.press(2000);
  expect(heard).toBe(before);
});

describe('a press that is dropped', () => {
  test('ends at once, whatever it waits for', async () => {
    const rig = new Rig({ started: () => new Promise<never>(() => {}) });
    await rig.quote();
    const pressed = rig.flow.submit();
    expect(await byNow(pressed)).toBe('still waiting');
    rig.flow.dropPress();
    expect(await byNow(pressed)).toBeUndefined();
    expect(rig.flow.state).toMatchObject({ step: 'details', press: { status: 'ignored' } });
  });

  test('is that one only: without a press, there is nothing to drop', async () => {
    const rig = new Rig();
    await rig.quote();
    const { length } = rig.states;
    rig.flow.dropPress();
    expect(rig.states).toHaveLength(length);
  });
});

test('while a second try has to wait, a press changes nothing and asks for no price', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [done(transaction('failed', { message: 'Declined' }))];
  await rig.pay(2000);
  rig.flow.tryAgain();
  await rig.clock.advance(2000);
  const [{ length }, checks] = [rig.states, rig.gateway.of('check').length];
  await rig.press(0);
  expect([rig.states.length, rig.gateway.of('check').length]).toEqual([length, checks]);
});

test('who comes back from no bank’s page asks nothing anew', async () => {
  const rig = new Rig();
  rig.flow.returned();
  const paying = await underWay();
  const { length } = paying.gateway.of('job');
  paying.flow.returned();
  await paying.clock.advance(0);
  expect([rig.course, paying.gateway.of('job').length]).toEqual([[], length]);
});

test('a reload resumes what has not ended, however late it began', async () => {
  const payer = await underWay();
  const reloaded = new Rig({}, payer, true);
  expect(await byNow(reloaded.flow.resume(undefined, 0))).toBe('still waiting');
  expect(reloaded.course).toEqual(['settling']);
});

test('an unknown outcome is asked about by the job that another tab knows', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [new TypeError('Failed to fetch')];
  await rig.pay();
  await rig.clock.advance(20 * 60_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  const records = new RecordStore('p2p', { local: rig.local, tab: rig.tab, clock: rig.clock });
  records.write(await rig.cards.thumbprint(), { ...paymentOf(rig.flow.state)!, jobId: 'job-7' } as never, 'accepted');
  rig.gateway.replies.job = [successful];
  const resumed = rig.flow.resume();
  await rig.clock.advance(5000);
  await byNow(resumed);
  expect(rig.outcome?.outcome).toBe('successful');
});

test.each([
  ['successful', 'all'],
  ['failed', 'verification_value'],
] as const)('a payment that was %s empties %s', async (status, what) => {
  const rig = new Rig();
  rig.gateway.replies.job = [done(transaction(status))];
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe(status);
  expect(rig.cards.cleared).toEqual([what]);
});
