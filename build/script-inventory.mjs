// The purpose and hash of each script file: PCI DSS 6.4.3 requires an inventory of a payment page's scripts.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementsOf } from './manifest/editor-data.mjs';
import { makeManifest } from './manifest/manifest.mjs';

const WITH_CARDS = 'Takes card data, and encrypts it in the page.';
const WITHOUT_CARDS = 'Takes no card data.';

/** The purposes of the elements' script files, as the doc comments of their classes say it. @returns {Map<string, string>} */
function purposesOfElements() {
  return new Map(
    elementsOf(makeManifest()).flatMap(({ tagName, description, attributes = [] }) => {
      const [purpose] = description?.split('\n\n') ?? [];
      // Inherited, too.
      const takesCards = attributes.some(({ name }) => name === 'fields');
      return purpose ? [[`${tagName}.js`, `${purpose} ${takesCards ? WITH_CARDS : WITHOUT_CARDS}`]] : [];
    }),
  );
}

/**
 * The purpose of a script file.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, string>} ofElements
 * @throws {Error} for a file that is neither an element's nor a language's.
 */
function purposeOf(file, ofElements) {
  const [, language] = /^locales\/([\w-]+)\.js$/.exec(file) ?? [];
  if (language) return `The texts of the elements in the language ${language}. ${WITHOUT_CARDS}`;
  if (file === 'checkout.js') return `All elements, and the payment’s outcome. ${WITH_CARDS}`;
  const purpose = ofElements.get(file);
  if (!purpose) throw new Error(`Expected a purpose for the script file ${file}: the doc comment of an element's class.`);
  return purpose;
}

/**
 * Every script file of a folder with its purpose and its hash, by name.
 *
 * @param {string} folder
 */
export function readScripts(folder) {
  const ofElements = purposesOfElements();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((file) => {
      const hash = createHash('sha384')
        .update(readFileSync(join(folder, file)))
        .digest('base64');
      return { file, purpose: purposeOf(file, ofElements), integrity: `sha384-${hash}` };
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
