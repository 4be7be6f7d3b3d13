import { expect, test } from 'vitest';
import { exploreAll } from './explore-all.js';
import { SCENES } from './world.js';

// The whole of all scenes takes hours: `npm run explore -- --deviations 2`, in shards.

test('whatever goes wrong twice, while one page pays once, every promise is kept', { timeout: 3_600_000 }, async () => {
  const report = await exploreAll(
    SCENES.filter(({ course, ids }) => course === 'paid' && ids === 'prepared'),
    2,
  );
  expect(report.lists).toBe('');
  expect(report.runs).toBeGreaterThan(30_000);
});
