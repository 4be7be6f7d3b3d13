import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { findUnused } from './unused.js';

/** The modules that the package, a command, a page or a test runner starts with. */
const ENTRIES = [
  /^src\/(index|define|react|vue|svelte|script|fields|fields-handler|headless|merchant\/index|check\/main)\.ts$/,
  /^demo\/(gateway\/main|shop\/main|sandbox\/start)\.ts$/,
  // Imported by the command that the build writes.
  /^demo\/sandbox\/(starter|listen|trigger)\.mjs$/,
  /\.client\.tsx?$/,
  /\.(d|test|setup|journey)\.ts$/,
  /^demo\/start\/[\w-]+\.mjs$/,
  /^demo\/start\/process\/follow-parent\.mjs$/,
  /^build\/([\w-]+|manifest\/editor-data)\.mjs$/,
  /^test\/(run|postgres|browsers|docs\/pictures|locales\/run|package\/(module-costs|sizes))\.mjs$/,
  /^demo\/starters\//,
  /^test\/(quiet-lit|property-seed|longest-first)\.ts$/,
  /^test\/(bench|engines|mutants)\//,
  /^test\/docs\/pictures\.mjs$/,
  /^test\/journeys\/frameworks\/pages\//,
  /\/start\.mjs$/,
  /^test\/checkout\/vectors\/seal\.mjs$/,
];

const files = (): Record<string, string> =>
  Object.fromEntries(
    ['src', 'build', 'demo', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
        .map((name) => join(folder, name).split(sep).join('/'))
        .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
    ),
  );

test('nothing in the sources is unused', () => {
  expect(findUnused(files(), ENTRIES)).toEqual([]);
});

test('an unused export and an unused module are found', () => {
  const found = findUnused(
    {
      'src/index.ts': "export { a } from './a.js';",
      'src/a.ts': 'export const a = 1; export function b() {} export const c = 2; export const d = c;',
      'src/e.ts': 'export const e = 1;',
    },
    ENTRIES,
  );
  expect(found).toEqual(['src/a.ts: nothing uses b', 'src/a.ts: nothing uses d', 'src/e.ts: nothing imports it']);
});

test('every dependency is imported, or run as a program', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
  // Type packages are there for the compiler, and these for other packages, which look them up by name.
  const lookedUp = ['@angular/common', 'rxjs', 'eslint-plugin-lit', 'eslint-plugin-wc', 'oxlint-tsgolint'];
  const named = Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] }).filter(
    (name) => !name.startsWith('@types/') && !lookedUp.includes(name),
  );
  const texts = [
    ...Object.values(files()),
    readFileSync(join(root, 'vite.config.ts'), 'utf8'),
    readFileSync(join(root, 'docs/.vitepress/config.mts'), 'utf8'),
    JSON.stringify(manifest['scripts']),
    JSON.stringify(manifest['oxlint'] ?? ''),
  ];
  expect(named.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
});
