// `npm run docs`: updates the tables of the documentation from the elements' doc comments.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp } from './process/ending.mjs';
import { installWhenStale, root } from './build/install.mjs';

async function writeTables() {
  await installWhenStale();
  // Loaded after the installation, since they need packages.
  const [{ makeManifest }, { readDocuments }, { fillTables, manifestTables }] = await Promise.all([
    import('./manifest/manifest.mjs'),
    import('./manifest/documents.mjs'),
    import('./manifest/tables.mjs'),
  ]);
  const old = readDocuments();
  const changed = [...fillTables(old, manifestTables(makeManifest()))].filter(([path, text]) => text !== old.get(path));
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  console.log(
    changed.length === 0 ? 'The tables are up to date.' : `Updated the tables of ${changed.map(([path]) => path).join(', ')}.`,
  );
}

writeTables().catch(giveUp);
