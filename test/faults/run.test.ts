import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBed, startTestBed } from './world/test-bed.js';
import { HABITS } from '../../demo/gateway/issuer/habit.js';
import type { Dice } from './dice.js';
import { KINDS } from './kinds/kinds.js';
import { run } from './run.js';

let testBed: TestBed;
beforeAll(async () => {
  testBed = await startTestBed();
}, 60_000);
afterAll(() => testBed.close());

/** Several runs each, on a machine that may be busy. */
const PATIENTLY = { timeout: 120_000 };

const kindOf = (name: string) => {
  const kind = KINDS.find((each) => each.name === name);
  if (!kind) throw new TypeError(`There is no kind ${name}.`);
  return kind;
};

/** A trace without the values that the gateway generates for each run. */
const masked = (trace: readonly string[]): string[] =>
  trace.map((line) =>
    line
      .replaceAll(/[\da-f]{8}(?:-[\da-f]+)+…?|[a-z\d]{8,}…?|bytes [\w-]{12}/g, '…')
      .replace(/(answered|answers the [a-z ]+) (\d+).*/, '$1 $2'),
  );

test.each([
  'payer: nothing goes wrong',
  'tabs: three at once',
  'page: reload',
  'poll: late answer',
  'transfer: drip',
  'clock: jumps while polls fail',
])('the same kind and seed take the same course (%s)', PATIENTLY, async (name) => {
  const first = await run(testBed, kindOf(name), 3, { control: false });
  const second = await run(testBed, kindOf(name), 3, { control: false });
  expect(masked(second.trace)).toEqual(masked(first.trace));
  expect(first.tookEffect).toBe(true);
});

test('another seed gives another run', async () => {
  const kind = kindOf('payer: nothing goes wrong');
  const first = await run(testBed, kind, 1, { control: false });
  const second = await run(testBed, kind, 2, { control: false });
  expect(masked(second.trace)).not.toEqual(masked(first.trace));
});

test('under a gateway that compares tokens the naive client pays twice what the flow pays once', PATIENTLY, async () => {
  const kind = kindOf('transfer: close after the commit, cold');
  const atSuch = {
    ...kind,
    terms: (dice: Dice) => ({ ...kind.terms?.(dice), duplicatesBy: 'token' as const, habit: HABITS.refused }),
  };
  const results = [];
  for (const seed of [1, 2, 3, 4]) results.push(await run(testBed, atSuch, seed, { control: true }));
  expect(results.some(({ naive }) => naive)).toBe(true);
  expect(results.flatMap(({ broken }) => broken)).toEqual([]);
});

test(
  'a gateway without a duplicate check pays a copy: the naive client’s, and one that is identical to the last byte',
  PATIENTLY,
  async () => {
    const kind = kindOf('transfer: close after the commit, cold');
    const atSuch = { ...kind, terms: (dice: Dice) => ({ ...kind.terms?.(dice), card: 'pays' as const, habit: HABITS.paid }) };
    const results = [];
    for (const seed of [1, 2, 3, 4]) results.push(await run(testBed, atSuch, seed, { control: true }));
    expect(results.every(({ naive }) => naive)).toBe(true);
    const limits = results.flatMap(({ broken }) => broken.map(({ promise, limit }) => [promise, limit]));
    expect(limits).toContainEqual(['duplicated', 'gateway pays copies']);
    expect(limits.filter(([, limit]) => limit !== 'gateway pays copies')).toEqual([]);
  },
);

test('a fault that no request meets has had no effect', async () => {
  const kind = {
    ...kindOf('payer: nothing goes wrong'),
    act: undefined,
    faults: () => [{ role: 'status' as const, fault: { name: 'never met', act: async () => undefined } }],
  };
  const { act: _, ...idle } = kind;
  expect((await run(testBed, { ...idle, terms: () => ({ resolveStatus: false }) }, 1, { control: false })).tookEffect).toBe(
    false,
  );
});
