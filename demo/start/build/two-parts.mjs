// Builds the script file of an element in two parts: one with the fields, and one that is needed only once the payer has typed.
// Code that both need is in the first part, which passes it on. The later part imports nothing, so it can't load a second copy.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import MagicString from 'magic-string';
import { build, parseSync } from 'vite';
import { minifyAgain } from './minify-again.mjs';

/** @typedef {import('vite').Plugin} Plugin */
/** @typedef {import('vite').Rolldown.OutputChunk} OutputChunk */

const LOADER = /\/load-later-part\.ts$/;

/**
 * Modules without state or identity. If the first part lacks an export of one, the later part has its own copy of the module.
 */
const MAY_BE_TWICE = /\/src\/(?:card|clock|money|wire|url)\/|\/src\/(?:flow\/state|checkout\/plaintext|checkout\/base64url)\.ts$/;

/**
 * For a file that contains everything: includes the later part of an element.
 *
 * @returns {Plugin}
 */
export function oneFilePart() {
  return {
    name: 'one-file-part',
    apply: 'build',
    applyToEnvironment: ({ name }) => name !== 'client',
    load: {
      filter: { id: LOADER },
      handler: () => "import * as part from './later-part.js';\nexport const loadLaterPart = () => Promise.resolve(part);",
    },
  };
}

/**
 * Replaces the module that loads the later part by this code.
 *
 * @param {string} code
 * @returns {Plugin}
 */
const loaderAs = (code) => ({ name: 'later-part-loader', enforce: 'pre', load: { filter: { id: LOADER }, handler: () => code } });

/**
 * @param {string} entry
 * @param {Plugin[]} plugins
 * @returns {Promise<OutputChunk>}
 */
async function bundle(entry, plugins) {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'part' },
      rolldownOptions: { output: { codeSplitting: false, minify: true, comments: { legal: false } } },
    },
  });
  const [built] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (result);
  if (!built) throw new Error(`Nothing was built from ${entry}.`);
  return built.output[0];
}

/**
 * The first part of an element, without the code that loads the later one.
 *
 * @param {string} name Of the element.
 * @param {Plugin[]} plugins
 */
export const firstPart = (name, plugins) =>
  bundle(`src/script/${name}.ts`, [loaderAs('export const loadLaterPart = () => undefined;'), ...plugins]);

/**
 * The modules of an element's first part, with how many characters of each are in it once minified.
 *
 * @param {string} name Of the element.
 * @param {Plugin[]} plugins
 */
export async function firstPartModules(name, plugins) {
  const { modules } = await firstPart(name, plugins);
  return Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength]));
}

/**
 * The imports of a module, by the module they come from: the exported names and their local ones.
 *
 * @param {string} code
 */
function importsOf(code) {
  return parseSync('later.js', code).module.staticImports.map(({ start, end, moduleRequest, entries }) => ({
    start,
    end,
    from: moduleRequest.value,
    names: entries.map(({ importName, localName }) => {
      if (importName.kind !== 'Name' || !importName.name)
        throw new Error(`Expected imports by name from ${moduleRequest.value}.`);
      return { exported: importName.name, local: localName.value };
    }),
  }));
}

/**
 * The later part as a module that imports everything that the first part has.
 *
 * @param {string} entry
 * @param {OutputChunk} first
 * @param {Plugin[]} plugins
 */
async function bundleLater(entry, first, plugins) {
  const shared = new Set(first.moduleIds.filter((id) => !LOADER.test(id)));
  for (;;) {
    /** @type {Plugin} */
    const handedOver = {
      name: 'handed-over',
      enforce: 'pre',
      async resolveId(id, importer) {
        const found = importer && (await this.resolve(id, importer, { skipSelf: true }));
        return found && shared.has(found.id) ? { id: found.id, external: 'absolute' } : found;
      },
    };
    const { code } = await bundle(entry, [handedOver, ...plugins]);
    const lacking = importsOf(code).filter(
      ({ from, names }) =>
        MAY_BE_TWICE.test(from) && names.some(({ exported }) => !first.modules[from]?.renderedExports.includes(exported)),
    );
    if (lacking.length === 0) return code;
    for (const { from } of lacking) shared.delete(from);
  }
}

/**
 * Turns a module into a function. Its parameter is a list of modules' exports, which the first part passes on.
 *
 * @param {string} code
 */
function asFunction(code) {
  const { staticExports } = parseSync('later.js', code).module;
  const text = new MagicString(code);
  for (const [index, { start, end, names }] of importsOf(code).entries()) {
    const bindings = names.map(({ exported, local }) => (exported === local ? local : `${exported}:${local}`));
    text.overwrite(start, end, names.length === 0 ? '' : `const{${bindings.join()}}=shared[${index}];`);
  }
  const results = staticExports.flatMap(({ entries }) => entries.map((each) => `${each.exportName.name}:${each.localName.name}`));
  for (const { start, end } of staticExports) text.overwrite(start, end, '');
  return `export default(shared)=>{${text.toString().trim()}return{${results.join()}}};`;
}

/**
 * @param {object} options
 * @param {string} options.name Of the element.
 * @param {string} options.folder Where the two files go.
 * @param {string} options.notice The licenses.
 * @param {Plugin[]} options.plugins
 * @param {Plugin[]} options.firstPlugins Only for the first part, which contains Lit.
 */
export async function buildTwoParts({ name, folder, notice, plugins, firstPlugins }) {
  const alone = await firstPart(name, [...plugins, ...firstPlugins]);
  const later = await bundleLater(`src/script/${name}.later.ts`, alone, plugins);
  const laterFile = `${folder}/${name}.later.js`;
  writeFileSync(laterFile, `${notice}\n${await minifyAgain(asFunction(later))}\n`);
  const integrity = `sha384-${createHash('sha384').update(readFileSync(laterFile)).digest('base64')}`;

  const given = importsOf(later).map(({ from, names }, module) => {
    const unique = [...new Set(names.map(({ exported }) => exported))];
    return {
      imports: `import { ${unique.map((each) => `${each} as m${module}_${each}`).join(', ')} } from ${JSON.stringify(from)};`,
      object: `{ ${unique.map((each) => `${each}: m${module}_${each}`).join(', ')} }`,
    };
  });
  const loader = [
    "import { loadBeside } from '/src/script/load-beside.ts';",
    ...given.map(({ imports }) => imports),
    `const shared = [${given.map(({ object }) => object).join(', ')}];`,
    `const file = new URL(/* @vite-ignore */ './${name}.later.js', import.meta.url);`,
    'export const loadLaterPart = (attempt) =>',
    `  loadBeside(new URL(file), ${JSON.stringify(integrity)}, attempt).then(({ default: open }) => open(shared));`,
  ].join('\n');
  const first = await bundle(`src/script/${name}.ts`, [loaderAs(loader), ...plugins, ...firstPlugins]);
  writeFileSync(`${folder}/${name}.js`, `${notice}\n${await minifyAgain(first.code)}\n`);
  return { first, handedOver: importsOf(later) };
}
