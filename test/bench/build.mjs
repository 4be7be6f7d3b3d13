// Everything that the bench builds, in a separate folder inside node_modules, so that it and a build in dist do not disturb
// each other, and packages are found as by a consumer.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build, createBuilder } from 'vite';
import { listedElements, scriptEnvironment } from '../../build/elements.mjs';
import { root } from '../../build/install.mjs';
import { minifyLiterals } from '../../build/minify-literals.mjs';

/** @typedef {import('vite').Rolldown.OutputChunk} OutputChunk */

const folder = join(root, 'node_modules/.cache/checkout-elements', `bench-${process.pid}`);

/** The package as a consumer has it in node_modules. */
export const packageFolder = join(folder, 'node_modules/checkout-elements');

/** Removes all of it. */
export function sweep() {
  rmSync(folder, { recursive: true, force: true });
}

/** Builds what npm publishes (without its types), with the project's own configuration. */
export async function buildPackage() {
  mkdirSync(packageFolder, { recursive: true });
  cpSync(join(root, 'package.json'), join(packageFolder, 'package.json'));
  const scripts = ['script', ...listedElements().map(({ tag }) => scriptEnvironment(tag))];
  const outDirs = {
    client: 'dist',
    ...Object.fromEntries(scripts.map((name) => [name, 'dist/cdn'])),
    fields: 'dist/fields',
    command: 'dist',
  };
  const builder = await createBuilder({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    environments: Object.fromEntries(
      Object.entries(outDirs).map(([name, outDir]) => [
        name,
        { build: { outDir: join(packageFolder, outDir), emptyOutDir: false } },
      ]),
    ),
  });
  for (const name of Object.keys(outDirs)) {
    const environment = builder.environments[name];
    if (!environment) throw new Error(`vite.config.ts has no environment named ${name}.`);
    await builder.build(environment);
  }
}

/** As in vite.config.ts: package.json's `sideEffects` is about dist, and would drop the registration in src. */
const keepSideEffects = {
  name: 'keep-side-effects',
  transform: {
    filter: { id: /^(?!.*\/node_modules\/).*\.ts$/ },
    handler: (/** @type {string} */ code) => ({ code, map: null, moduleSideEffects: true }),
  },
};

/**
 * Bundles a module for production as an application's bundler would. The markup of our templates is as short as in the package.
 *
 * @param {string} entry a file.
 * @returns {Promise<OutputChunk[]>} the entry's chunk and those it loads.
 */
export async function bundleFile(entry) {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepSideEffects, minifyLiterals()],
    // React asks for it; a library's build would leave it for others to fill in.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      // A library build keeps white space; this is what a page loads.
      rolldownOptions: { output: { minify: true, comments: { legal: false } } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []));
  return outputs.filter((output) => output.type === 'chunk');
}

/**
 * What is loaded before the first line of the entry runs: it, and what it imports otherwise than on demand.
 *
 * @param {readonly OutputChunk[]} chunks
 */
export function staticCode(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const seen = new Set();
  const walk = (/** @type {OutputChunk | undefined} */ chunk) => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) walk(byName.get(name));
  };
  walk(chunks.find(({ isEntry }) => isEntry));
  return chunks
    .filter((chunk) => seen.has(chunk))
    .map(({ code }) => code)
    .join('');
}
