import { expect, test } from 'vitest';
import { bankPageOf } from '../../../src/flow/state.js';
import { byNow } from '../../clock/manual-clock.js';
import { Rig } from '../rig/rig.js';
import { done, transaction } from '../../../demo/scripted/script.js';

const BANK = 'https://bank.example/3ds?id=1';
const incomplete = done(transaction('incomplete', { redirect_url: BANK }));
const questions = ({ gateway }: Rig): number => gateway.of('job').filter(({ jobId }) => jobId === 'job-transfer').length;
const given = (confirm?: string) => ({ step: 'details', quote: { status: 'given', ...(confirm && { confirm }) } });

/** A payer who left for the bank's page by redirect, and is back before they confirmed. */
async function back(options = {}, settings = {}): Promise<Rig> {
  const left = new Rig(options);
  Object.assign(left.settings, settings);
  left.gateway.replies.job = [incomplete];
  await left.pay(700);
  left.presence.away = true;
  const rig = new Rig(options, left, true);
  Object.assign(rig.settings, settings);
  void rig.flow.resume();
  await rig.clock.advance(3000);
  expect(rig.flow.state).toMatchObject({ step: 'settling', redirectUrl: BANK });
  return rig;
}

/** The same, back at the form, when the gateway takes an equal payment again. */
async function changing(options = {}, settings = {}): Promise<Rig> {
  const rig = await back(options, settings);
  rig.flow.change();
  await rig.clock.advance(31_000);
  return rig;
}

test('a payer whom the bank has not confirmed goes back to the form; the attempt stays unfinished on record, and only the code is gone', async () => {
  const rig = await back();
  expect(rig.flow.mayChange).toBe(true);
  rig.flow.change();
  await rig.clock.advance(0);
  expect(rig.flow.state).toMatchObject({ step: 'details', quote: { status: 'none' }, problems: [] });
  expect(rig.cards.cleared).toEqual(['verification_value']);
  expect(rig.local.records).toMatchObject([{ trackingId: 'own-1', phase: 'authentication' }]);
  expect(await byNow(rig.flow.unfinished())).toMatchObject([{ trackingId: 'own-1' }]);
  // Nobody follows it from here: the list of unfinished payments asks.
  const asked = questions(rig);
  await rig.clock.advance(60_000);
  expect(questions(rig)).toBe(asked);
  expect(rig.flow.state).toMatchObject(given());
});

test.each([
  ['the same sum to the same card', {}],
  ['another sum', { amount: 9000 }],
])('whatever the payer sends next is asked about first: %s', async (_, settings) => {
  const rig = await changing();
  Object.assign(rig.settings, settings);
  await rig.pay();
  expect(rig.flow.state).toMatchObject(given('unconfirmed'));
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  await rig.clock.advance(2000);
  await rig.press();
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test('a payment that was put aside and went through meanwhile is asked about before another sum leaves', async () => {
  const rig = await changing();
  rig.gateway.replies.job = [done(transaction('successful'))];
  const [record] = (await byNow(rig.flow.unfinished())) as [never];
  void rig.flow.askAboutEarlier([record], () => undefined, AbortSignal.timeout(10_000));
  await rig.clock.advance(5000);
  expect(rig.local.records).toMatchObject([{ phase: 'ended', outcome: 'successful', isUnseen: true }]);
  rig.settings = { ...rig.settings, amount: 9000 };
  await rig.pay();
  expect(rig.flow.state).toMatchObject(given('unconfirmed'));
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test('an equal payment in another tab names the open confirmation, not a payment that was sent', async () => {
  const rig = await back();
  const other = new Rig({}, rig);
  await other.clock.advance(31_000);
  await other.pay();
  expect(other.flow.state).toMatchObject(given('unconfirmed'));
});

test('no way leads to the form before an answer that is newer than the return', async () => {
  const left = new Rig();
  left.gateway.replies.job = [incomplete];
  await left.pay(700);
  expect([left.flow.state.step, left.flow.mayChange]).toEqual(['authentication', false]);
  left.flow.change();
  expect(left.flow.state.step).toBe('authentication');
  const rig = new Rig({}, left, true);
  rig.gateway.replies.job = ['silence'];
  void rig.flow.resume();
  await rig.clock.advance(3000);
  expect([rig.flow.state.step, rig.flow.mayChange]).toEqual(['settling', false]);
});

test('a dialog that the payer closes is a return: the gateway is asked anew, and the old answer counts for nothing', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [incomplete];
  await rig.pay(700);
  rig.gateway.replies.job = ['silence'];
  // This question leaves before the return.
  await rig.clock.advance(3000);
  rig.gateway.replies.job = [incomplete];
  const asked = questions(rig);
  rig.flow.returned();
  expect([rig.flow.state.step, bankPageOf(rig.flow.state)]).toEqual(['settling', undefined]);
  await rig.clock.advance(100);
  expect(questions(rig)).toBe(asked + 1);
  expect([rig.flow.state, rig.flow.mayChange]).toMatchObject([{ step: 'settling', redirectUrl: BANK }, true]);
  rig.gateway.replies.job = [done(transaction('successful'))];
  await rig.clock.advance(15_000);
  expect(rig.course).toEqual(['details', 'transferring', 'authentication', 'settling', 'successful']);
  expect(rig.left).toEqual([BANK]);
});

test('once the gateway no longer names the bank’s page, no way leads to the form', async () => {
  const rig = await back();
  rig.gateway.replies.job = [done(transaction('pending'))];
  await rig.clock.advance(10_000);
  expect([rig.flow.state.step, bankPageOf(rig.flow.state)]).toEqual(['settling', undefined]);
  expect(rig.flow.mayChange).toBe(false);
  rig.gateway.replies.job = [done(transaction('successful'))];
  await rig.clock.advance(15_000);
  expect(rig.outcome?.outcome).toBe('successful');
});

test('the outcome on record wins over a job that still names the bank’s page', async () => {
  const rig = new Rig();
  await rig.pay(2000);
  const reloaded = new Rig({}, rig, true);
  reloaded.gateway.replies.job = [incomplete];
  void reloaded.flow.resume();
  await reloaded.clock.advance(1000);
  expect([reloaded.flow.state.step, bankPageOf(reloaded.flow.state)]).toEqual(['settling', undefined]);
  await reloaded.clock.advance(15_000);
  expect(reloaded.outcome?.outcome).toBe('successful');
});

test.each([
  ['a fixed id alone', {}, false],
  ['a fixed id, and prepare', { prepare: async () => ({ trackingId: 'order-2' }) }, true],
])('the form is offered where another payment gets another id: %s', async (_, options, expected) => {
  const prepare = 'prepare' in options ? { prepare: async () => ({ trackingId: 'order-1' }) } : {};
  const rig = await back(prepare, { trackingId: 'order-1' });
  expect(rig.flow.mayChange).toBe(expected);
  rig.flow.change();
  expect(rig.flow.state.step).toBe(expected ? 'details' : 'settling');
});

test('where prepare names the same order again, the payment that was put aside is shown, and nothing is sent', async () => {
  const rig = await changing({ prepare: async () => ({ trackingId: 'order-1' }) });
  rig.settings = { ...rig.settings, amount: 9000 };
  await rig.pay();
  await rig.clock.advance(2000);
  await rig.press(3000);
  expect(rig.flow.state).toMatchObject({ step: 'settling', attempt: { trackingId: 'order-1' } });
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});
