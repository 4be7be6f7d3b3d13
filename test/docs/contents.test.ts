import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocuments } from '../../build/manifest/documents.mjs';

// The decisions have a list of their own.
const pages = [...readDocuments().keys()].filter((path) => !/^README|^docs\/README|^docs\/decisions\/(?!README)/.test(path));

test('every page is in the contents', () => {
  const contents = readFileSync('docs/README.md', 'utf8');
  expect(pages.length).toBeGreaterThan(25);
  expect(pages.filter((path) => !contents.includes(`](${path.slice('docs/'.length)})`))).toEqual([]);
});

test('every page is in the site’s sidebar', () => {
  const config = readFileSync('docs/.vitepress/config.mts', 'utf8');
  const linkOf = (path: string): string => path.slice('docs/'.length).replace(/(README)?\.md$/, '');
  expect(pages.filter((path) => !config.includes(`'${linkOf(path)}'`) && !config.includes(`'/docs/${linkOf(path)}'`))).toEqual(
    [],
  );
});
