import { expect, test } from 'vitest';
import { explore, type Waiting } from './explore.js';
import { Report } from './report.js';
import { SCENES } from './world.js';

// The whole of all scenes takes hours: `npm run explore -- --deviations 2`, in shards.

test('whatever becomes of the request, and one thing more: every promise is kept', { timeout: 1_800_000 }, async () => {
  const report = new Report();
  const [scene] = SCENES.filter(({ course, ids }) => course === 'paid' && ids === 'prepared');
  const first: Waiting[] = [];
  for await (const run of explore({ scene: scene!, most: 0, beyond: (one) => void first.push(one) })) report.add(run);
  for (const begin of first.filter(({ list }) => list.has('request 1')))
    for await (const run of explore({ scene: scene!, most: 2, begin })) report.add(run);
  expect(report.lists).toBe('');
  expect(report.runs).toBeGreaterThan(1000);
});
