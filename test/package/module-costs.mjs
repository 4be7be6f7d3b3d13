// What each module costs in the first part of the transfer's script: minified, and what brotli saves when the part is built without
// it and without what only it needs. `npm run size` prints the table.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parseSync } from 'vite';
import { root } from '../../demo/start/build/install.mjs';
import { minifyLiterals } from '../../demo/start/build/minify-literals.mjs';
import { firstPart } from '../../demo/start/build/two-parts.mjs';

/** @typedef {import('vite').Plugin} Plugin */

/** Modules that are imported for what they do stay, and languages are files of their own. @type {Plugin[]} */
const PLUGINS = [
  {
    name: 'keep-side-effects',
    transform: { filter: { id: /\/src\/.*\.ts$/ }, handler: (code) => ({ code, map: null, moduleSideEffects: true }) },
  },
  {
    name: 'languages-beside',
    enforce: 'pre',
    resolveId: { filter: { id: /^\.\/(ar|ru)\.js$/ }, handler: (id) => ({ id, external: 'relative' }) },
  },
  minifyLiterals(),
];

/** The names that a module exports. @param {string} id */
const exportsOf = (id) =>
  parseSync(id, readFileSync(id, 'utf8')).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, exportName }) => (isType || !exportName.name ? [] : [exportName.name])),
  );

/** In the place of a module, one that exports nothing under the same names. @param {string} id @returns {Plugin} */
const without = (id) => ({
  name: 'without',
  enforce: 'pre',
  load: {
    handler: (loaded) =>
      loaded === id
        ? exportsOf(id)
            .map((name) => `export let ${name};`)
            .join('\n')
        : null,
  },
});

const whole = await firstPart('p2p-transfer', PLUGINS);
const size = brotliCompressSync(whole.code).length;
// Without Lit nothing can be drawn.
const modules = Object.entries(whole.modules).filter(
  ([id, { renderedLength }]) => renderedLength > 0 && id.startsWith(join(root, 'src')),
);
const table = [];
for (const [id, { renderedLength }] of modules) {
  const rest = await firstPart('p2p-transfer', [without(id), ...PLUGINS]);
  const module = relative(root, id);
  table.push({ module, minified: renderedLength, brotli: size - brotliCompressSync(rest.code).length });
}
console.table(table.sort((one, other) => other.brotli - one.brotli));
console.log(`The first part, without what loads the later one: ${whole.code.length} bytes minified, ${size} after brotli.`);
