// `npm run docs`: updates the documentation's tables, from the elements' doc comments, and its samples, from their files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp } from './on-exit.mjs';
import { installWhenStale, root } from './install.mjs';

async function writeTables() {
  await installWhenStale();
  // Loaded after the installation, since they need packages.
  const [
    { makeManifest },
    { readDocuments },
    { fillSamples },
    { fillTables, manifestTables },
    { readCriteria, wcagTable },
    { serverReference },
    { openApi, operationTables },
    { languageTables },
  ] = await Promise.all([
    import('./manifest/manifest.mjs'),
    import('./manifest/documents.mjs'),
    import('./manifest/samples.mjs'),
    import('./manifest/tables.mjs'),
    import('./manifest/wcag.mjs'),
    import('./manifest/server-reference.mjs'),
    import('./openapi.mjs'),
    import('./manifest/languages.mjs'),
  ]);
  const old = readDocuments();
  const readSample = (/** @type {string} */ path) => readFileSync(join(root, 'docs/samples', path), 'utf8');
  const tables = new Map([
    ...manifestTables(makeManifest()),
    ...serverReference(),
    ...operationTables(await openApi()),
    ...languageTables(),
    ['wcag', wcagTable(readCriteria())],
  ]);
  const current = fillSamples(fillTables(old, tables), readSample);
  const changed = [...current].filter(([path, text]) => text !== old.get(path));
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  console.log(
    changed.length === 0 ? 'The tables and samples are up to date.' : `Updated ${changed.map(([path]) => path).join(', ')}.`,
  );
}

writeTables().catch(giveUp);
