import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocuments } from '../../demo/start/manifest/documents.mjs';
import { readServerApi } from '../../demo/start/manifest/server-api.mjs';
import { serverReference } from '../../demo/start/manifest/server-reference.mjs';
import { fillTables } from '../../demo/start/manifest/tables.mjs';

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

test('the reference names no document that its readers do not have', () => {
  expect(page).not.toMatch(/\b[Ss]pec \d/);
});

test('a handler is shown with its signature, its options and what it throws', () => {
  const [, section = ''] = /### `createStatusHandler`\n(.*?)\n### /s.exec(page) ?? [];
  expect(section).toContain('createStatusHandler(options: StatusHandlerOptions): (request: Request) => Promise<Response>');
  expect(section).toContain('Throws TypeError when an option is invalid.');
  expect(section).toContain('[`StatusHandlerOptions`](#statushandleroptions)');
  expect(page).toMatch(/^\| `patience\?` \| `number` \| How long the gateway may take, in milliseconds/m);
});
