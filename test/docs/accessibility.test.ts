import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { readCriteria, wcagTable } from '../../build/manifest/wcag.mjs';

// Levels A and AA of WCAG 2.2, without those about audio and video (1.2.1 to 1.2.5, 1.4.2).
const CRITERIA =
  `1.1.1 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1
  2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1
  3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`.split(/\s+/);

const rows = readCriteria();

test('the table of WCAG 2.2 has every criterion of the levels A and AA, in order, and says how it is met', () => {
  expect(rows.map(({ criterion }) => criterion)).toEqual(CRITERIA);
  expect(rows.filter(({ name, how }) => name.length < 3 || how.length < 10)).toEqual([]);
});

test('the document has the table as it is generated', () => {
  expect(readFileSync(join(root, 'docs/accessibility/README.md'), 'utf8')).toContain(
    `<!-- wcag -->\n${wcagTable(rows)}\n<!-- /wcag -->`,
  );
});

/** Whether a test file has a test with this title. */
const hasTest = (file: string, title: string): boolean =>
  existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').includes(`'${title}'`);

test('every test that the table names exists, in the file that it names', () => {
  const missing = rows.filter(({ file = '', test: title }) => title !== undefined && !hasTest(file, title));
  expect(missing).toEqual([]);
  expect(hasTest('test/docs/accessibility.test.ts', ['no test', 'has this title'].join(' '))).toBe(false);
});

test('only criteria that nothing can test have no test: those about the page, a process or wording', () => {
  expect(rows.filter(({ test: title }) => title === undefined).map(({ criterion }) => criterion)).toEqual([
    '1.3.3',
    '2.4.1',
    '2.4.5',
    '3.2.4',
  ]);
});
