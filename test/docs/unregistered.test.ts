import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';

// Neither package is registered at npm: the first person to register its name runs their own code on a reader's machine. Remove this test
// with the first release.
const NAME = String.raw`checkout-elements(-sandbox)?(?![-\w/.])`;
const DOWNLOADS = new RegExp(
  String.raw`npx (?!--no-install )[^\n\`<]*?\b${NAME}|npm (install|i|add|create|exec)( -[-\w]+)* ([-@\w]+ )*?${NAME}|npmjs\.com/package/${NAME}`,
);

const PLACES = ['README.md', 'CONTRIBUTING.md', 'docs', 'demo', 'src'];

test.each<[string, boolean]>([
  ['npx checkout-elements-sandbox --port 0', true],
  ['npx checkout-elements@1.0.0 check', true],
  ['npx --yes checkout-elements check', true],
  ['npm install --save-dev checkout-elements-sandbox', true],
  ['npm install express checkout-elements', true],
  ['npx --no-install checkout-elements check', false],
  ['npm install CLONE/checkout-elements-1.0.0-rc.1.tgz express', false],
  ['npm run gateway', false],
])('%s downloads by a name of ours: %s', (line, downloads) => {
  expect(DOWNLOADS.test(line)).toBe(downloads);
});

test('no text tells a reader to download a name that anyone could register', () => {
  const files = execFileSync('git', ['ls-files', ...PLACES], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  const told = files
    // The tables of the elements are written from src.
    .filter((file) => /\.(md|vue|ts|mjs|js|html)$/.test(file) && !/^docs\/reference\/\w+-\w+\.md$/.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (DOWNLOADS.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(told).toEqual([]);
});
