import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { readDocuments } from '../../build/manifest/documents.mjs';

const documents = ['CONTRIBUTING.md', ...readDocuments().keys()];
const read = (document: string): string => readFileSync(join(root, document), 'utf8');

/** The folders to which short paths such as `flow/state.ts` are relative. */
const forMaintainers = /^(CONTRIBUTING|docs\/(architecture|figures\/(faults|mutants)|operators|decisions\/.*))\.md$/;

/** The id of a heading, as GitHub and VitePress make it. */
const idOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const idsIn = (document: string): ReadonlySet<string> =>
  new Set([
    ...[...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => idOf(heading)),
    ...[...read(document).matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
  ]);

test('the headings that links lead to exist', () => {
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(((?!https?:)[^)\s#]*)#([^)\s]+)\)/g)].map(([, path = '', id = '']) => ({
      from: document,
      to: path === '' ? document : join(dirname(document), path),
      id,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ to, id }) => existsSync(join(root, to)) && !idsIn(to).has(id))).toEqual([]);
});

test('source files that the documents name exist', () => {
  const named = documents
    .flatMap((document) =>
      [...read(document).matchAll(/`((?:[a-z][\w-]*\/)+[\w-]+(?:\.(?:ts|mjs))?)`/g)].map(([, path = '']) => ({ document, path })),
    )
    .filter(({ document, path }) => forMaintainers.test(document) || /^(src|demo|test|docs)\//.test(path));
  expect(named.length).toBeGreaterThan(20);
  // Short forms such as `flow/state.ts` are below src.
  const missing = named.filter(
    ({ path }) => ![path, join('src', path), join('src/elements', path)].some((each) => existsSync(join(root, each))),
  );
  expect(missing).toEqual([]);
});

test('the files that the map names without their folder exist', () => {
  const files = new Set(
    ['src', 'demo']
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      .map((path) => basename(path)),
  );
  const named = [...read('docs/architecture.md').matchAll(/`([\w-]+\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !files.has(name))).toEqual([]);
});
