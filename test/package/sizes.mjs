// The download size of each entry in a page: a consumer's bundle, and the script files. `npm run sizes` writes the table of
// docs/figures/sizes.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../../build/install.mjs';

/** What a page imports, by its name in the table. */
const IMPORTS = {
  "`import 'checkout-elements/define'`": "import 'checkout-elements/define';",
  '`P2pTransferElement` alone':
    "import { P2pTransferElement as E } from 'checkout-elements'; customElements.define('p2p-transfer', E);",
  '`ProductPayElement` alone':
    "import { ProductPayElement as E } from 'checkout-elements'; customElements.define('product-pay', E);",
  '`PlanSubscribeElement` alone':
    "import { PlanSubscribeElement as E } from 'checkout-elements'; customElements.define('plan-subscribe', E);",
  '`TransferFlow` of `checkout-elements/headless`':
    "import { TransferFlow } from 'checkout-elements/headless'; console.log(TransferFlow);",
  '`SettingError` of `checkout-elements/errors`':
    "import { SettingError } from 'checkout-elements/errors'; console.log(SettingError);",
};

const SCRIPTS = ['checkout.js', 'p2p-transfer.js', 'product-pay.js', 'plan-subscribe.js'];

/** A bundle's JavaScript, without languages. @param {string} folder @param {string} source */
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
  return (output?.output ?? []).flatMap((chunk) =>
    chunk.type === 'chunk' && !/^(ar|ru)\b/.test(chunk.name) ? [chunk.code] : [],
  );
}

/** @param {readonly (string | Uint8Array)[]} files */
const weigh = (files) =>
  [
    (/** @type {string | Uint8Array} */ file) => Buffer.from(file).length,
    (/** @type {string | Uint8Array} */ file) => gzipSync(file, { level: 9 }).length,
    (/** @type {string | Uint8Array} */ file) => brotliCompressSync(file).length,
  ].map((lengthOf) => files.reduce((sum, file) => sum + lengthOf(file), 0));

/**
 * Bytes, after gzip and after brotli, of every entry.
 *
 * @param {string} folder a consumer's, where the package is installed.
 * @param {string} dist
 * @returns {Promise<Map<string, number[]>>}
 */
export async function measure(folder, dist) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const [name, source] of Object.entries(IMPORTS)) found.set(name, weigh(await bundle(folder, source)));
  for (const name of SCRIPTS) found.set(`\`${name}\``, weigh([readFileSync(join(dist, 'cdn', name))]));
  return found;
}

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

/** @param {ReadonlyMap<string, readonly number[]>} sizes */
export const asTable = (sizes) =>
  [
    '| | minified, kB | gzip | brotli |',
    '|---|---|---|---|',
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
