import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../demo/start/build/install.mjs';

// Levels A and AA of WCAG 2.2, without those about audio and video (1.2.1 to 1.2.5, 1.4.2).
const CRITERIA =
  `1.1.1 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1
  2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1
  3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`.split(/\s+/);

const rows = readFileSync(join(root, 'docs/accessibility.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, how = '', shown = ''] = /^\| (\d\.\d\.\d+) [^|]*\| ([^|]*) \| ([^|]*) \|$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number, how, shown }];
  });

test('the table of WCAG 2.2 has every criterion of the levels A and AA, in order, and says how it is met', () => {
  expect(rows.map(({ number }) => number)).toEqual(CRITERIA);
  expect(rows.filter(({ how }) => how.length < 10)).toEqual([]);
});

test('every test that the table names exists', () => {
  const sources = readdirSync(join(root, 'test'), { encoding: 'utf8', recursive: true })
    .filter((path) => /\.(test|journey)\.ts$/.test(path))
    .map((path) => readFileSync(join(root, 'test', path), 'utf8'));
  const named = rows.map(({ shown }) => shown).filter((title) => title !== '–');
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((title) => !sources.some((source) => source.includes(`'${title}'`)))).toEqual([]);
});
