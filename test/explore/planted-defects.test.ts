import { expect, test } from 'vitest';
import { DEFECTS, findDefect } from './planted-defects.js';

// The explorer finds what a rule of src/flow prevents, once that rule is taken out. docs/figures/faults.md has the table.

test.each(DEFECTS)('$name is found', { timeout: 900_000 }, async (defect) => {
  const found = await findDefect(defect);
  console.log(`| ${defect.name} | ${found?.promise} | ${found?.deviations} | ${found?.runs} | ${found?.text}`);
  expect(found).toMatchObject({ promise: defect.breaks, deviations: defect.deviations });
});
