// The sizes of the built files, whole and by their parts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { kB } from './report.mjs';
import { buildPackage, bundleConsumer, packageFolder, staticCode } from './build.mjs';

/** @type {readonly (readonly [tag: string, name: string])[]} */
const ELEMENTS = [
  ['p2p-transfer', 'P2pTransferElement'],
  ['product-pay', 'ProductPayElement'],
  ['plan-subscribe', 'PlanSubscribeElement'],
];

const PACKAGES = [/^lit(\/|$)/, /^@lit\//, /^jose(\/|$)/, /^zod(\/|$)/];

/** @param {string | Uint8Array} content */
function weigh(content) {
  const bytes = Buffer.from(content);
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
}

/**
 * @param {string} what
 * @param {string | Uint8Array} content
 * @returns {import('./report.mjs').Row}
 */
function row(what, content) {
  const { raw, gzip, brotli } = weigh(content);
  return {
    what,
    ours: `${kB(raw)} raw`,
    beside: `${kB(gzip)} gzip`,
    figure: brotli / 1000,
    unit: 'kB',
  };
}

/** A module with exactly those exports of a package that our sources import. @param {string} name */
function usedAlone(name) {
  /** @type {Set<string>} */
  const used = new Set();
  for (const file of readdirSync(join(packageFolder, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js') || file.startsWith('cdn') || file.startsWith('merchant')) continue;
    const code = readFileSync(join(packageFolder, 'dist', file), 'utf8');
    for (const [, clause = '', from] of code.matchAll(/^import (.+) from "([^"]+)";$/gm)) {
      if (from !== name) continue;
      const space = /^\* as (\w+)$/.exec(clause)?.[1];
      const members = space
        ? [...code.matchAll(new RegExp(`(?<![\\w.$])${space}\\.(\\w+)`, 'g'))].map(([, member = '']) => member)
        : clause
            .replace(/[{}]/g, '')
            .split(',')
            .map((each) => each.trim().split(' as ')[0] ?? '');
      for (const member of members) used.add(member);
    }
  }
  if (used.size === 0) throw new Error(`Nothing of ${name} is used by the built files.`);
  return `export { ${[...used].sort().join(', ')} } from '${name}';\n`;
}

/** @returns {Promise<import('./report.mjs').Figure>} */
export async function measureBytes() {
  await buildPackage();
  const consumeText = async (/** @type {string} */ source, external = /** @type {RegExp[]} */ ([])) =>
    staticCode(await bundleConsumer(source, { external }));
  const consume = (/** @type {string} */ entry, external = /** @type {RegExp[]} */ ([])) =>
    consumeText(`export * from 'checkout-elements/${entry}';\n`, external);
  const script = readFileSync(join(packageFolder, 'dist/cdn/checkout.js'));
  const lazy = readdirSync(join(packageFolder, 'dist/cdn/locales')).map((file) => `locales/${file}`);
  const rows = [
    row('checkout.js, the script file with every element', script),
    ...lazy.map((file) => row(`  loaded when asked for: ${file}`, readFileSync(join(packageFolder, 'dist/cdn', file)))),
    row('checkout-elements/define, every element, bundled by a consumer', await consume('define')),
    row('  of that ours, packages left out', await consume('define', PACKAGES)),
  ];
  for (const [tag, name] of ELEMENTS) {
    const alone = `import { ${name} } from 'checkout-elements';\ncustomElements.define('${tag}', ${name});\n`;
    rows.push(row(`<${tag}> alone, bundled`, await consumeText(alone)));
    rows.push(row('  of that ours', await consumeText(alone, PACKAGES)));
  }
  rows.push(
    row('checkout-elements/headless, bundled', await consume('headless')),
    row('  of that ours', await consume('headless', PACKAGES)),
    row('checkout-elements/merchant, bundled', await consume('merchant')),
    row('  of that ours', await consume('merchant', PACKAGES)),
  );
  for (const name of ['lit', 'jose', 'zod/mini']) {
    rows.push(row(`${name} alone, what we use of it`, staticCode(await bundleConsumer(usedAlone(name)))));
  }
  return {
    title: 'Bytes (figure: brotli at its best, kB of 1000)',
    rows,
    notes: [
      'An element alone is what a page downloads when it imports and registers that class; languages load later.',
      'test/package/size.test.ts and one-element.test.ts limit these sizes.',
    ],
  };
}
