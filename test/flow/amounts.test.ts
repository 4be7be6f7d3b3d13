import { expect, test } from 'vitest';
import { OrderRig } from './rig/order-rig.js';
import { Rig } from './rig/rig.js';
import { answer, done, errorBody, transaction } from '../../demo/scripted/script.js';

// Money is a whole number of minor units, exactly. What servers and pages name instead is read exactly, or not at all.

const gone = answer(404, errorBody({}, 'not_found'));

test.each<[string, unknown, string]>([
  ['a BigInt of the sum', 10_000n, 'successful'],
  ['a text of the sum', '10000', 'successful'],
  ['another BigInt', 10_001n, 'unknown'],
  ['a BigInt that no number is equal to', 2n ** 64n, 'unknown'],
  ['a text that no number is equal to', '10000000000000000000000', 'unknown'],
  ['a number beyond the exact ones', 1e21, 'unknown'],
  ['a fraction', 10_000.5, 'unknown'],
  ['a negative sum', -10_000, 'unknown'],
])('resolveStatus answers with %s', async (_, amount, outcome) => {
  const rig = new Rig({
    resolveStatus: () => Promise.resolve({ outcome: 'successful', amount: amount as number, currency: 'USD' }),
  });
  rig.gateway.replies.job = [gone];
  await rig.pay(90_000);
  expect(rig.outcome?.outcome).toBe(outcome);
  const codes = new Set(rig.reports.map(({ code }) => code));
  expect([...codes]).toEqual(outcome === 'unknown' ? ['resolve_status_mismatch'] : []);
});

test('an order that the shop reports as paid with a BigInt is paid', async () => {
  const rig = new Rig({
    resolveStatus: () => Promise.resolve({ outcome: 'successful', amount: 10_000n as never, currency: 'USD' }),
  });
  rig.settings = { ...rig.settings, trackingId: 'order-1' };
  await rig.flow.resume();
  await rig.clock.advance(0);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(rig.flow.state).toMatchObject({ attempt: { amount: 10_000 } });
});

test.each<[string, unknown, string]>([
  ['a BigInt in it', { outcome: 'paid', amount: 10_000n }, '{"outcome":"paid","amount":"10000n"}'],
  ['a function', () => 7, '() => 7'],
  ['a long text', 'x'.repeat(1000), 'x'.repeat(99)],
])('an answer that is none is reported: %s', async (_, given, named) => {
  const rig = new Rig({ resolveStatus: () => Promise.resolve(given as never) });
  rig.gateway.replies.job = [gone];
  await rig.pay(90_000);
  expect(rig.reports[0]).toMatchObject({ code: 'resolve_status_failed' });
  expect(rig.reports[0]!.message).toContain(`it returned ${named === 'x'.repeat(99) ? '"' : ''}${named}`);
  expect(rig.reports[0]!.message.length).toBeLessThan(350);
});

test.each<[string, unknown]>([
  ['a BigInt', 10_000n],
  ['a text', '10000'],
  ['a fraction', 100.5],
  ['a number beyond the exact ones', 2 ** 53],
  ['not a number', Number.NaN],
  ['a negative number', -5],
  ['null', null],
])('a form whose amount is %s sends nothing, and its developer is told', async (_, amount) => {
  for (const rig of [new Rig(), new OrderRig()]) {
    rig.settings = { ...rig.settings, amount: amount as number } as never;
    const press = rig.flow.submit().catch((error: unknown) => error);
    await rig.clock.advance(2000);
    expect(await press).toMatchObject({ name: 'TypeError', message: expect.stringContaining('amount') as string });
    expect(rig.gateway.arrived).toEqual([]);
  }
});

test.each([2 ** 53 + 2, 1e21])('an answer about %d is not about the sum that was sent', async (amount) => {
  const rig = new Rig();
  rig.gateway.replies.job = [done(transaction('successful', { amount }))];
  await rig.pay(100_000);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
});
