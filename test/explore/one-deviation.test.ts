import { expect, test } from 'vitest';
import { exploreAll } from './explore-all.js';
import { isRare, SCENES } from './world.js';
import { sampleOrAll } from '../sample-or-all.js';

const isSample = sampleOrAll(1, 0) === 1;

test('whatever goes wrong once, with one page, every promise is kept', { timeout: 1_800_000 }, async () => {
  const report = await exploreAll(
    SCENES.filter((one) => !/tabs|left/.test(one.course) && !(isSample && isRare(one))),
    1,
  );
  expect(report.lists).toBe('');
  expect(report.runs).toBeGreaterThan(5000);
  expect(report.tooCareful).toEqual([]);
});
