// Builds a demo server (its own file, and browser files beside it in assets/) into a cache inside node_modules. The name of
// a bundle's folder is a hash of its sources, so it is built once and never changes, and two commands can build the same one
// at the same time.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CACHE } from './cache.mjs';
import { putDatabaseBeside } from './empty-database.mjs';
import { root } from './install.mjs';

/** @typedef {'gateway' | 'shop'} ServerName */

const KEPT_DAYS = 2;

/**
 * All files in and below a folder, as paths from the project's top; empty when the folder is missing.
 *
 * @param {string} folder relative to the project's top.
 */
export function filesBelow(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).split(sep).join('/'))
    .filter((name) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile());
}

/** @param {ServerName} name */
function contentHash(name) {
  const hash = createHash('sha256').update(process.versions.node);
  const tools = [
    'build.mjs',
    'minify-literals.mjs',
    'minify-again.mjs',
    'catalogues.mjs',
    'fields-files.mjs',
    'inputs-style.mjs',
    'elements.mjs',
  ].map((tool) => `build/${tool}`);
  const single = ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json', ...tools];
  for (const file of [...filesBelow('src'), ...filesBelow(`demo/${name}`), ...single].sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 20);
}

/**
 * Builds in a separate process: Vite depends on NODE_ENV, which a test run sets differently.
 *
 * @param {ServerName} name
 * @param {string} folder
 */
async function build(name, folder) {
  const program = fileURLToPath(new URL('build.mjs', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [program, name, folder], { cwd: root });
  } catch (error) {
    const { stderr } = /** @type {{ stderr?: string }} */ (error);
    throw new Error(stderr?.trim() || `The ${name} could not be bundled.`, { cause: error });
  }
}

function dropOldBundles() {
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const entry of existsSync(CACHE) ? readdirSync(CACHE) : []) {
    const path = join(CACHE, entry);
    // Commands touch the folders that they use.
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < oldest) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Builds a demo server unless the same sources were built before. Messages go to standard error.
 *
 * @param {ServerName} name
 * @returns {Promise<string>} the file to run.
 * @throws {Error} with the bundler's message when a source does not build, or the name of a missing entry.
 */
export async function bundle(name) {
  const folder = join(CACHE, `${name}-${contentHash(name)}`);
  const program = join(folder, `${name}.js`);
  if (existsSync(program)) {
    utimesSync(folder, new Date(), new Date());
    if (name === 'gateway') await putDatabaseBeside(program);
    return program;
  }
  console.error(`Bundling the ${name} …`);
  const began = performance.now();
  const unfinished = `${folder}.${process.pid}`;
  try {
    await build(name, unfinished);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // Another command finished the same bundle first.
      if (!existsSync(program)) throw error;
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  dropOldBundles();
  if (name === 'gateway') await putDatabaseBeside(program);
  console.error(`Bundled in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  return program;
}
