// `npm run starter -- express my-shop`: copies a starter, with the package of this clone and the running sandbox's keys.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { installWhenStale, root } from '../../build/install.mjs';
import { giveUp } from '../../build/on-exit.mjs';
import { copyStarter } from './starter.mjs';

/** @returns the file that `npm pack` makes, which includes a build. */
function pack() {
  console.error('Packing this clone, which takes one to three minutes …');
  const said = execFileSync('npm', ['pack', '--json'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  // The build's own lines come first.
  const [{ filename }] = JSON.parse(said.slice(said.search(/^\[/m)));
  return join(root, filename);
}

try {
  await installWhenStale();
  // A relative folder is one beside the reader, not in the clone.
  process.chdir(process.env.INIT_CWD ?? '.');
  await copyStarter(process.argv.slice(2), 'npm run starter --', pack);
} catch (error) {
  giveUp(error);
}
