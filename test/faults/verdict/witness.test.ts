import { expect, test } from 'vitest';
import { Activity } from '../time/activity.js';
import { VirtualTime } from '../time/virtual-time.js';
import { initialState, type State } from '../../../src/flow/state.js';
import { Witness } from './witness.js';

const witness = (): { time: VirtualTime; witness: Witness } => {
  const time = new VirtualTime(new Activity());
  return { time, witness: new Witness(time) };
};

test('a form that asks without a pause is stopped, one that asks every second is not', async () => {
  const { time, witness: seen } = witness();
  for (let requests = 0; requests < 100; requests += 1) {
    expect(seen.counts('patient')).toBe(true);
    await time.pass(1000);
  }
  const answers = Array.from({ length: 61 }, () => seen.counts('hasty'));
  expect(answers.filter((may) => !may)).toHaveLength(1);
  expect(seen.stuck).toEqual(['asks without a pause: more than 60 requests in 10 s']);
});

test('the same bytes are one payment; repeated after 20 s they are reported', async () => {
  const { time, witness: seen } = witness();
  seen.sends('tab1', 'bytes', 'one');
  await time.pass(19_000);
  seen.sends('tab1', 'bytes', 'one');
  expect([seen.sent.length, seen.stuck]).toEqual([1, []]);
  await time.pass(12_000);
  seen.sends('tab1', 'bytes', 'one');
  expect(seen.stuck).toEqual(['repeats a request 31 s after it first left']);
});

test('a request was refused as a whole when its form is back at the fields; complaints about a check are none', async () => {
  const { time, witness: seen } = witness();
  const complaining: State = { ...initialState, problems: [{ path: ['credit_card', 'number'], messages: ['is invalid'] }] };
  const facts = { id: 'a', trackingId: 'one', amount: 1, currency: 'USD', startedAt: 0, source: {}, recipient: {} };
  seen.sends('tab1', 'bytes', 'one');
  seen.see('tab1', true, { step: 'outcome', attempt: facts, result: { outcome: 'failed' } });
  seen.see('tab1', true, complaining);
  expect(seen.withdrawn).toEqual([]);
  seen.see('tab1', true, { step: 'transferring', attempt: facts });
  await time.pass(700);
  seen.see('tab1', false, complaining);
  expect(seen.withdrawn).toEqual([{ trackingId: 'one', at: time.now() }]);
});
