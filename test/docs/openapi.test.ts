import { expect, test } from 'vitest';
import { fillTables } from '../../build/manifest/tables.mjs';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { openApi, operationTables } from '../../build/openapi.mjs';

test('the page of the API has every request of the contract: `npm run docs` changes nothing', async () => {
  const document = await openApi();
  const documents = readDocuments();
  expect(fillTables(documents, operationTables(document))).toEqual(documents);
  const page = documents.get('docs/reference/api.md') ?? '';
  for (const path of Object.keys(document.paths)) expect(page).toContain(` ${path}\``);
});
