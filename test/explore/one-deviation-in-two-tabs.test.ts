import { expect, test } from 'vitest';
import { exploreAll } from './explore-all.js';
import { SCENES } from './world.js';

test('whatever goes wrong once, with two pages, every promise is kept', { timeout: 600_000 }, async () => {
  const report = await exploreAll(
    SCENES.filter((one) => /tabs|left/.test(one.course)),
    1,
  );
  expect(report.lists).toBe('');
  expect(report.runs).toBeGreaterThan(5000);
});
