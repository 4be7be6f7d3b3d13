// The download size of each entry in a page: a consumer's bundle, and the script files. `npm run sizes` writes the table of
// docs/figures/sizes.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { listedElements } from '../../build/elements.mjs';
import { root } from '../../build/install.mjs';

const tags = listedElements().map(({ tag }) => tag);

/** What a page imports, by its name in the table. */
const IMPORTS = {
  ...Object.fromEntries(
    ['define', ...tags.map((tag) => `define/${tag}`)].map((entry) => [
      `\`import 'checkout-elements/${entry}'\``,
      `import 'checkout-elements/${entry}';`,
    ]),
  ),
  '`TransferFlow` of `checkout-elements/headless`':
    "import { TransferFlow } from 'checkout-elements/headless'; console.log(TransferFlow);",
  '`SettingError` of `checkout-elements/errors`':
    "import { SettingError } from 'checkout-elements/errors'; console.log(SettingError);",
};

/** Files of the package that a page loads, by their names in the table. */
const FILES = {
  ...Object.fromEntries(['checkout', ...tags].map((name) => [`\`${name}.js\``, [`cdn/${name}.js`]])),
  'the frame of isolated fields, beside the element': ['html', 'js', 'css'].map((ending) => `fields/fields.${ending}`),
};

/**
 * A bundle's JavaScript, without languages: all chunks, and those that the browser needs before the first line runs.
 *
 * @param {string} folder
 * @param {string} source
 */
async function bundle(folder, source) {
  const entry = join(folder, 'weighed.mjs');
  writeFileSync(entry, source);
  const before = process.env.NODE_ENV;
  // Vitest's own conditions would select Lit's development build.
  process.env.NODE_ENV = 'production';
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'weighed' },
      rolldownOptions: { output: { minify: true } },
    },
  }).finally(() => (process.env.NODE_ENV = before));
  const [output] = Array.isArray(result) ? result : [];
  const chunks = (output?.output ?? []).flatMap((chunk) =>
    chunk.type === 'chunk' && !/^(?!en)[a-z]{2}(-[A-Z]\w{1,3})?(-[\w-]{8})?$/.test(chunk.name) ? [chunk] : [],
  );
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of first)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) first.add(imported);
  return {
    all: chunks.map(({ code }) => code),
    first: chunks.filter(({ fileName }) => first.has(fileName)).map(({ code }) => code),
  };
}

const gzip = (/** @type {string | Uint8Array} */ file) => gzipSync(file, { level: 9 }).length;

const sum = (/** @type {readonly number[]} */ numbers) => numbers.reduce((total, each) => total + each, 0);

/** @param {readonly (string | Uint8Array)[]} files */
const weigh = (files) =>
  [
    (/** @type {string | Uint8Array} */ file) => Buffer.from(file).length,
    gzip,
    (/** @type {string | Uint8Array} */ file) => brotliCompressSync(file).length,
  ].map((lengthOf) => sum(files.map(lengthOf)));

/**
 * Bytes, after gzip and after brotli, of every entry; and after gzip of what comes before the fields show.
 *
 * @param {string} folder a consumer's, where the package is installed.
 * @param {string} dist
 * @returns {Promise<Map<string, number[]>>}
 */
export async function measure(folder, dist) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const [name, source] of Object.entries(IMPORTS)) {
    const { all, first } = await bundle(folder, source);
    found.set(name, [...weigh(all), sum(first.map(gzip))]);
  }
  for (const [name, paths] of Object.entries(FILES)) {
    const files = paths.map((path) => readFileSync(join(dist, path)));
    found.set(name, [...weigh(files), sum(files.map(gzip))]);
  }
  return found;
}

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

/** @param {ReadonlyMap<string, readonly number[]>} sizes */
export const asTable = (sizes) =>
  [
    '| | minified, kB | gzip | brotli | before the fields show, gzip |',
    '|---|---|---|---|---|',
    ...[...sizes].map(([name, bytes]) => `| ${name} | ${bytes.map(kilobytes).join(' | ')} |`),
  ].join('\n');

const PLACE = /(<!-- sizes -->\n).*?(\n<!-- \/sizes -->)/s;

/** Measures the build in `dist` and writes the table. */
async function update() {
  const caches = join(root, 'node_modules/.cache/checkout-elements');
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(join(caches, 'sizes-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/checkout-elements'), 'junction');
    const path = join(root, 'docs/figures/sizes.md');
    const table = asTable(await measure(folder, join(root, 'dist')));
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(PLACE, (_, before, after) => `${before}${table}${after}`),
    );
    console.log(table);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await update();
