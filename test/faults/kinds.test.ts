import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBed, startTestBed } from './world/test-bed.js';
import { KINDS } from './kinds/kinds.js';
import { sampleOrAll } from '../sample-or-all.js';
import { run } from './run.js';

// Each kind of fault and behaviour once, or twice if it took no effect at first: `npm test` runs every twelfth, `npm run test:long` all
// of them, and `npm run faults -- --runs 6000` makes more runs.
const chosen = KINDS.filter((_, index) => index % sampleOrAll(12, 1) === 0);

let testBed: TestBed;
beforeAll(async () => {
  testBed = await startTestBed();
}, 60_000);
afterAll(() => testBed.close());

test('every kind has a name of its own', () => {
  const names = KINDS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(chosen)('$name', { timeout: 120_000 }, async (kind) => {
  const results = [await run(testBed, kind, 1, { control: false })];
  if (!results[0]?.tookEffect) results.push(await run(testBed, kind, 2, { control: false }));
  for (const { broken, seed, trace } of results) {
    const promises = broken.filter(({ limit }) => !limit).map(({ promise, what }) => `${promise}: ${what}`);
    expect(promises, `seed ${seed}\n${trace.join('\n')}`).toEqual([]);
  }
  expect(results.some(({ tookEffect }) => tookEffect)).toBe(true);
});
