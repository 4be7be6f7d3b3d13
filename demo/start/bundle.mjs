// Builds what a demo server needs (its own file, and the browser files beside it in assets/) into a cache inside
// node_modules. A bundle's folder is named by the content of its sources: it is built once, never changed, and two
// commands that build the same one at once do not disturb each other.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import process from 'node:process';
import { root } from './install.mjs';

/** @typedef {'gateway' | 'shop'} ServerName */

const CACHE = join(root, 'node_modules/.cache/checkout-elements');
const KEPT_DAYS = 2;

/** @type {Record<ServerName, { folder: string, script: boolean }>} */
const SERVERS = {
  // Merchants' pages load the elements from the gateway, so it carries the script file.
  gateway: { folder: 'demo/gateway', script: true },
  shop: { folder: 'demo/shop', script: false },
};

/**
 * All files in and below a folder, as paths from the project's top; none when the folder is missing.
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
  const single = ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json', 'test/browsers.mjs'];
  for (const file of [...filesBelow('src'), ...filesBelow(SERVERS[name].folder), ...single].sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 20);
}

/** @param {ServerName} name */
function browserFiles(name) {
  const pages = filesBelow(SERVERS[name].folder).filter((file) => file.endsWith('.client.ts'));
  return [
    ...(SERVERS[name].script ? [{ environment: 'script', entry: 'src/script.ts' }] : []),
    ...pages.map((entry) => ({ environment: `page_${basename(entry, '.client.ts')}`, entry })),
  ];
}

/**
 * @param {ServerName} name
 * @param {string} folder
 */
async function build(name, folder) {
  const entry = `${SERVERS[name].folder}/main.ts`;
  const wanted = [{ environment: name, entry }, ...browserFiles(name)];
  for (const { entry: file } of wanted) {
    if (!existsSync(join(root, file))) throw new Error(`${file} is missing: the ${name} can't be built without it.`);
  }
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    environments: Object.fromEntries(
      wanted.map(({ environment }) => [
        environment,
        { build: { outDir: environment === name ? folder : join(folder, 'assets'), emptyOutDir: false } },
      ]),
    ),
  });
  for (const { environment } of wanted) {
    const known = builder.environments[environment];
    if (!known) throw new Error(`vite.config.ts has no environment named ${environment}.`);
    await builder.build(known);
  }
}

function dropOldBundles() {
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const entry of existsSync(CACHE) ? readdirSync(CACHE) : []) {
    const path = join(CACHE, entry);
    // A folder that is in use was touched by the command that uses it.
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < oldest) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Builds a demo server unless the same sources were built before. What it says goes to standard error.
 *
 * @param {ServerName} name
 * @returns {Promise<string>} the file to run.
 * @throws {Error} with the bundler's words when a source does not build, or naming the entry that is missing.
 */
export async function bundle(name) {
  const folder = join(CACHE, `${name}-${contentHash(name)}`);
  const program = join(folder, `${name}.js`);
  if (existsSync(program)) {
    utimesSync(folder, new Date(), new Date());
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
  console.error(`Bundled in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  return program;
}
