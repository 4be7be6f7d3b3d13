// Each report that was met elsewhere names where it was met, and the tests that hold what this package does.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = readFileSync('docs/figures/reports.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

/** The text of the tests at a path below `test`, of whichever kind they are; empty when there are none. */
const testsAt = (path: string): string =>
  ['test', 'browser.test', 'journey']
    .map((kind) => `test/${path}.${kind}.ts`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('the table has its 41 rows, each with a symptom, a source and a result', () => {
  expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 41 }, (_, index) => String(index + 1)));
  expect(rows.filter((row) => row.length !== 5 || row.includes(''))).toEqual([]);
});

test.each(rows)('%s. %s', (_number, _symptom, metIn, howTried = '') => {
  for (const source of metIn.split('; ')) expect(source).toMatch(/^[\w.-]+\/[\w.-]+ \d+( \(.*\))?$|^not found again$/);
  const named = [...howTried.matchAll(/`([\w/-]+)`: ((?:“[^”]+”(?:; )?)+)/g)];
  expect(named).not.toEqual([]);
  for (const [, path = '', titles = ''] of named) {
    const tests = testsAt(path);
    const gone = [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title).filter((title) => !tests.includes(title));
    expect({ path, gone }).toEqual({ path, gone: [] });
  }
});
