import { expect, test } from 'vitest';
import { exploreAll } from './explore-all.js';

// Two files, so that two processors share the work.

test('whatever goes wrong once, every promise is kept: first half', { timeout: 1_800_000 }, async () => {
  const report = await exploreAll(1, { shard: 1, shards: 2 });
  expect(report.lists).toBe('');
  expect(report.runs).toBeGreaterThan(15_000);
  expect(report.tooCareful).toEqual([]);
});
