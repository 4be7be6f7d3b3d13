// The tables of docs/languages.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../install.mjs';
import { table } from './tables.mjs';

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const nameOf = (/** @type {string} */ tag) => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;

/** @returns {string[]} the tags of the catalogues, without English. */
const tags = () => readdirSync(join(root, 'src/locales')).flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);

function languages() {
  const pages = readdirSync(join(root, 'demo/gateway/page/texts'));
  const rows = tags().map((tag) => [
    nameOf(tag),
    `\`${tag}\``,
    `${(brotliCompressSync(JSON.stringify(read(`src/locales/${tag}.json`))).length / 1000).toFixed(1)} kB`,
    pages.includes(`${tag}.json`) ? 'yes' : '',
  ]);
  return table(['language', '`language`', 'file, brotli', "gateway's pages too"], rows);
}

/** What readers understood who had only the translation, sentence by sentence. */
function readings() {
  /** @type {Record<string, Record<string, { says: string }>>} */
  const all = read('test/locales/readings.json');
  return Object.keys(all['ru'] ?? {})
    .map((key) => {
      /** @type {Map<string, string[]>} */
      const said = new Map();
      for (const tag of tags()) {
        const text = all[tag]?.[key]?.says ?? '';
        said.set(text, [...(said.get(text) ?? []), tag]);
      }
      const rows = [...said].map(([text, who]) => [text, who.join(', ')]);
      return `::: details ${all['en']?.[key]?.says}\n\n${table(['what the translation says', 'in'], rows)}\n\n:::`;
    })
    .join('\n\n');
}

/** @returns {[string, string][]} */
export const languageTables = () => [
  ['languages', languages()],
  ['readings', readings()],
];
