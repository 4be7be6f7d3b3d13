import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { readDocuments } from '../../build/manifest/documents.mjs';

const documents = ['CONTRIBUTING.md', ...readDocuments().keys()];
const read = (document: string): string => readFileSync(join(root, document), 'utf8');

/** GitHub's id of a heading. */
const idOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => idOf(heading));

/** Relative links that lead nowhere, by file or by heading. */
function deadLinks(document: string): string[] {
  const text = read(document);
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    const [path = '', heading] = link.split('#');
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(join(root, target))) return true;
    return heading !== undefined && !headingsOf(read(target)).includes(heading);
  });
}

test('relative links of the documents lead somewhere', () => {
  expect(documents).toContain('docs/architecture.md');
  expect(documents.flatMap((document) => deadLinks(document).map((link) => `${document}: ${link}`))).toEqual([]);
});

test('addresses of the reader’s own machine are not links, because the site’s build refuses them', () => {
  const linked = documents
    .filter((document) => document !== 'CONTRIBUTING.md')
    .filter((document) =>
      /\]\(https?:\/\/(localhost|127\.)|<https?:\/\/(localhost|127\.)/.test(read(document).replaceAll(/```.*?```/gs, '')),
    );
  expect(linked).toEqual([]);
});

/** The folders to which short paths such as `flow/state.ts` are relative. */
const forMaintainers = /^(CONTRIBUTING|docs\/(architecture|figures\/(faults|mutants)|operators|decisions\/.*))\.md$/;

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
