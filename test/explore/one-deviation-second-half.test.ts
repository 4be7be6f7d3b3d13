import { expect, test } from 'vitest';
import { exploreAll } from './explore-all.js';

// Two files, so that two processors share the work.

test('whatever goes wrong once, every promise is kept: second half', { timeout: 1_800_000 }, async () => {
  const report = await exploreAll(1, { shard: 2, shards: 2 });
  expect(report.lists).toBe('');
  expect(report.runs).toBeGreaterThan(15_000);
  expect(report.tooCareful).toEqual([]);
});
