import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ENTRIES, extractReports, reviewed } from './api/report.mjs';

// After a deliberate change: `npm run build && npm run api`, and review the difference.

let reports: Readonly<Record<string, string>> = {};
// packed.setup.ts has built dist.
beforeAll(() => {
  reports = extractReports();
}, 120_000);

test.each(Object.keys(ENTRIES))('the public types of the entry %s match the reviewed report', (entry) => {
  expect(reports[entry]).toBe(readFileSync(join(reviewed, `${entry}.api.md`), 'utf8'));
});
