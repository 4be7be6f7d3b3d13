import { expect, test } from 'vitest';
import { exploreAll } from './explore-all.js';
import { SCENES, sceneText } from './world.js';

// All scenes take hours: `npm run explore -- --deviations 2`, in shards. docs/figures/faults.md has how many lists there are.

test('whatever goes wrong twice, every promise is kept: a transfer is paid', { timeout: 3_000_000 }, async () => {
  const scenes = SCENES.filter((scene) => sceneText(scene) === 'transfer, fresh id, paid');
  const report = await exploreAll(2, {}, scenes);
  expect(report.lists).toBe('');
  expect(report.runs).toBeGreaterThan(50_000);
});
