import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLeftover } from '../../build/sandbox-package.mjs';

// What a reader copies: the starters and the samples of the documentation.

const STARTERS = readdirSync('demo/starters');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|\.next/.test(entry.parentPath))
    .map(({ parentPath, name }) => join(parentPath, name));
const copied = [...filesIn('demo/starters'), ...filesIn('docs/samples')];

describe.each(STARTERS)('the starter %s', (name) => {
  const ignored = readFileSync(join('demo/starters', name, '.gitignore'), 'utf8').split('\n');

  test('keeps files with the reader’s own keys out of their repository', () => {
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.local', '.env.*.local', 'node_modules/']));
  });

  test('has the sandbox’s keys in a file that is not ignored', () => {
    const files = readdirSync(join('demo/starters', name));
    expect(files.filter((file) => file.includes('env') && !ignored.includes(file) && !file.endsWith('.d.ts'))).toHaveLength(1);
    expect(files).not.toContain('.env');
  });
});

test.each(['.env', '.env.local', '.env.production.local', 'node_modules', '.next'])(
  'a file %s that a starter got by running does not get into the package',
  (name) => expect(isLeftover(`demo/starters/next/${name}`)).toBe(true),
);

test.each(['.env.development', 'sandbox.env', '.gitignore', 'server.js'])('a starter’s %s gets into the package', (name) => {
  expect(isLeftover(`demo/starters/next/${name}`)).toBe(false);
});

test('where a page names the port of a shop, it says how to take another one', () => {
  const pages = [...filesIn('docs'), ...filesIn('demo/starters')].filter((path) => path.endsWith('.md'));
  const naming = pages.filter((path) => /Open [`<]http:\/\/localhost:\d/.test(readFileSync(path, 'utf8')));
  expect(naming.length).toBeGreaterThan(6);
  expect(naming.filter((path) => !/for another port/i.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('no program contains a key, only the files with the sandbox’s settings do, and theirs are the sandbox’s', () => {
  const keys = copied.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/SECRET(?:_KEY)?['"]?\s*[=:]\s*['"]?([\w-]{12,})/g)].map(([, key]) => [path, key]),
  );
  expect(keys.filter(([path = '']) => !/^(sandbox\.env|\.env\.development)$/.test(basename(path)))).toEqual([]);
  expect(new Set(keys.map(([, key]) => key))).toEqual(new Set(['sandbox-secret-1001-7f3c0f4e9a5d4b7c8e21']));
});
