import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { measure } from './sizes.mjs';

test('the documented sizes are those of the package, to 3 %', { timeout: 120_000 }, async () => {
  const { consumer, folder } = inject('packed');
  const measured = await measure(consumer, join(folder, 'dist'));
  const [, table = ''] = /<!-- sizes -->(.*?)<!-- \/sizes -->/s.exec(readFileSync('docs/figures/sizes.md', 'utf8')) ?? [];
  const documented = new Map(
    [...table.matchAll(/^\| (\S.*?) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(
      ([, name = '', ...kilobytes]) => [name, kilobytes.map((each) => Number(each) * 1000)],
    ),
  );
  expect([...documented.keys()]).toEqual([...measured.keys()]);
  for (const [name, bytes] of measured) {
    for (const [index, size] of bytes.entries()) {
      const written = documented.get(name)?.[index] ?? 0;
      // The smallest are written to a tenth of a kilobyte.
      expect(Math.abs(written - size), `${name}: ${written} is written, ${size} measured`).toBeLessThanOrEqual(size * 0.03 + 60);
    }
  }
});
