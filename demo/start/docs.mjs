// `npm run docs`: updates the README's tables from the elements' doc comments.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp } from './process/ending.mjs';
import { installWhenStale, root } from './build/install.mjs';

async function writeTables() {
  await installWhenStale();
  // Loaded after the installation, since they need packages.
  const [{ makeManifest }, { fillTables, manifestTables }] = await Promise.all([
    import('./manifest/manifest.mjs'),
    import('./manifest/tables.mjs'),
  ]);
  const path = join(root, 'README.md');
  const old = readFileSync(path, 'utf8');
  const current = fillTables(old, manifestTables(makeManifest()));
  if (current !== old) writeFileSync(path, current);
  console.log(current === old ? 'The tables of README.md are up to date.' : 'Updated the tables of README.md.');
}

writeTables().catch(giveUp);
