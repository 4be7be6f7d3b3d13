// The purpose and hash of each script file: PCI DSS 6.4.3 requires an inventory of a payment page's scripts.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PURPOSES = {
  'checkout.js': 'Takes card data for all elements, encrypts it in the page, and shows the payment’s outcome.',
  'p2p-transfer.js': 'Takes card data for a transfer, encrypts it in the page, and shows the transfer’s outcome.',
  'product-pay.js': 'Takes card data for a product or a plan, encrypts it in the page, and shows the payment’s outcome.',
  'plan-subscribe.js': 'Shows the terms of a plan and leads to its page. Takes no card data.',
};

/**
 * The purpose of a script file.
 *
 * @param {string} file
 * @throws {Error} for a file without a purpose in PURPOSES.
 */
function purposeOf(file) {
  const [, language] = /^locales\/([\w-]+)\.js$/.exec(file) ?? [];
  if (language) return `The texts of the elements in the language ${language}. Takes no card data.`;
  const purpose = Object.entries(PURPOSES).find(([name]) => name === file)?.[1];
  if (!purpose) throw new Error(`Expected a purpose for the script file ${file}: write it into script-inventory.mjs.`);
  return purpose;
}

/**
 * Every script file of a folder with its purpose and its hash, by name.
 *
 * @param {string} folder
 */
export function readScripts(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((file) => {
      const hash = createHash('sha384')
        .update(readFileSync(join(folder, file)))
        .digest('base64');
      return { file, purpose: purposeOf(file), integrity: `sha384-${hash}` };
    });
}

/**
 * Writes `cdn/integrity.json`, the hash of each script file, and `script-inventory.json` into a built package.
 *
 * @param {string} dist
 * @param {string} version
 */
export function writeScriptInventory(dist, version) {
  const scripts = readScripts(join(dist, 'cdn'));
  const write = (/** @type {string} */ name, /** @type {object} */ content) =>
    writeFileSync(join(dist, name), `${JSON.stringify(content, null, 2)}\n`);
  write('cdn/integrity.json', Object.fromEntries(scripts.map(({ file, integrity }) => [file, integrity])));
  write('script-inventory.json', { name: 'checkout-elements', version, scripts });
}
