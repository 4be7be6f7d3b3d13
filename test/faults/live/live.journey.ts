// @module-tag sample
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLiveTestBed, type LiveTestBed } from './live-test-bed.js';
import { LIVE_KINDS, SAMPLE } from './live-kinds.js';
import { liveRun } from './live-run.js';

// Some runs in a real browser. `npm run faults -- --browser chromium --runs 300` makes them all.

let testBed: LiveTestBed;
beforeAll(async () => {
  testBed = await startLiveTestBed('chromium');
});
afterAll(() => testBed.close());

test.each(SAMPLE)('%s', async (name) => {
  const kind = LIVE_KINDS.find((each) => each.name === name);
  if (!kind) throw new TypeError(`There is no kind ${name}.`);
  const { broken, tookEffect, trace } = await liveRun(testBed, kind, 1, { control: false });
  const promises = broken.filter(({ limit }) => !limit).map(({ promise, what }) => `${promise}: ${what}`);
  expect(promises, trace.join('\n')).toEqual([]);
  expect(tookEffect).toBe(true);
});

test('the judge sees what a page shows: a paid request refused, which only a gateway that contradicts itself does', async () => {
  const kind = LIVE_KINDS.find(({ name }) => name === 'transfer: 422 about the card number, after the commit')!;
  const { broken } = await liveRun(testBed, kind, 2, { control: false });
  expect(broken.map(({ limit }) => limit)).toContain('gateway contradicts itself');
});
