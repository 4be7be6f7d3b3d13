import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBed, startTestBed } from './world/test-bed.js';
import { KINDS } from './kinds/kinds.js';
import { sampleOrAll } from '../sample-or-all.js';
import { run } from './run.js';

// Every kind of fault and behaviour: once, or twice if it took no effect at first. `npm run test:long` always runs each twice, and
// `npm run faults -- --runs 5000` makes more runs.
const FIRST_RUNS = sampleOrAll(1, 2);

let testBed: TestBed;
beforeAll(async () => {
  testBed = await startTestBed();
}, 60_000);
afterAll(() => testBed.close());

test('every kind has a name of its own', () => {
  const names = KINDS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(KINDS)('$name', { timeout: 120_000 }, async (kind) => {
  const results = [await run(testBed, kind, 1, { control: false })];
  if (FIRST_RUNS > 1 || !results[0]?.tookEffect) results.push(await run(testBed, kind, 2, { control: false }));
  for (const { broken, seed, trace } of results) {
    const promises = broken.filter(({ limit }) => !limit).map(({ promise, what }) => `${promise}: ${what}`);
    expect(promises, `seed ${seed}\n${trace.join('\n')}`).toEqual([]);
  }
  expect(results.some(({ tookEffect }) => tookEffect)).toBe(true);
});
