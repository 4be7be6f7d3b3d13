// `npm run docs`: writes the README's tables anew from the elements' doc comments.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp } from './process/ending.mjs';
import { installWhenStale, root } from './build/install.mjs';

async function writeTables() {
  await installWhenStale();
  // Later than the packages it needs.
  const [{ makeManifest }, { fillTables, manifestTables }] = await Promise.all([
    import('./manifest/manifest.mjs'),
    import('./manifest/tables.mjs'),
  ]);
  const path = join(root, 'README.md');
  const old = readFileSync(path, 'utf8');
  const current = fillTables(old, manifestTables(makeManifest()));
  if (current !== old) writeFileSync(path, current);
  console.log(current === old ? 'The tables of README.md are current.' : 'README.md: the tables were written anew.');
}

writeTables().catch(giveUp);
