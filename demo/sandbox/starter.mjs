// `checkout-elements-sandbox starter NAME FOLDER`: copies a small project to begin with.
import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const STARTERS = fileURLToPath(new URL('starters/', import.meta.url));

/** @param {string} text @returns {never} */
function fail(text) {
  console.error(`${text}\nUsage: checkout-elements-sandbox starter ${readdirSync(STARTERS).sort().join('|')} FOLDER`);
  process.exit(2);
}

/**
 * Copies a starter into a new or empty folder.
 *
 * @param {readonly string[]} words the command's arguments: the starter's name and the folder.
 */
export function copyStarter([name, folder, ...more]) {
  if (!name || !readdirSync(STARTERS).includes(name))
    return fail(`Expected the name of a starter${name ? `, not ${name}` : ''}.`);
  if (!folder || more.length > 0) return fail('Expected one folder to copy it to.');
  if (existsSync(folder) && readdirSync(folder).length > 0) return fail(`Expected a new or empty folder; ${folder} has files.`);
  cpSync(join(STARTERS, name), folder, { recursive: true });
  // npm leaves out files named .gitignore.
  if (existsSync(join(folder, 'gitignore'))) renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  console.log(`${folder} is ready. With the sandbox running (npx --no-install checkout-elements-sandbox):\n
  cd ${folder}
  npm install PATH    # the file that npm pack makes in a clone of checkout-elements
  npm start\n`);
}
