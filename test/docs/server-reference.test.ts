import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { readServerApi } from '../../build/manifest/server-api.mjs';
import { serverReference } from '../../build/manifest/server-reference.mjs';
import { fillTables } from '../../build/manifest/tables.mjs';

const page = readFileSync('docs/reference/server.md', 'utf8');

test('the server reference is up to date: npm run docs', () => {
  const documents = readDocuments();
  expect(fillTables(documents, serverReference())).toEqual(documents);
});

test('everything that the entry for servers exports is in the reference, with a sentence', () => {
  const entry = readFileSync('src/merchant/index.ts', 'utf8');
  const exported = [...entry.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  expect(exported).toContain('createStatusHandler');
  const headings = new Set([...page.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name));
  expect(exported.filter((name) => !headings.has(name))).toEqual([]);
  expect(
    readServerApi()
      .filter(({ doc }) => doc.description === '')
      .map(({ name }) => name),
  ).toEqual([]);
});
