// `npm run locales`: tests all languages, and prints a table of them.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../../build/install.mjs';

const report = join(root, 'node_modules/.cache/checkout-elements/locales.json');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...'run --project node --project chromium test/locales --reporter default --reporter json'.split(' '),
    `--outputFile.json=${report}`,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, LONG: '1' } },
);

/** @type {{ testResults: { assertionResults: { title: string, status: string, failureMessages: string[] }[] }[] }} */
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const readings = read('test/locales/readings.json');
/** How a test about a language ended, or all that speak of every language. */
const ended = (/** @type {(title: string) => boolean} */ isMeant, language = '') => {
  const meant = tests.filter(({ title }) => isMeant(title));
  const isAbout = (/** @type {string[]} */ messages) => messages.some((text) => !language || text.includes(`"${language}":[`));
  const failed = meant.filter((each) => each.status !== 'passed' && isAbout(each.failureMessages));
  return meant.length === 0 ? 'not run' : failed.length === 0 ? 'ok' : 'FAILED';
};

const languages = readdirSync(join(root, 'src/locales')).flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);
const keys = Object.keys(read('src/locales/ru.json')).length;
const rows = languages.map((language) => {
  const sentences = read(`src/locales/${language}.json`);
  const isRead = Object.entries(readings[language] ?? {}).filter(([key, { sentence }]) => sentences[key] === sentence);
  return {
    language,
    name: new Intl.DisplayNames('en', { type: 'language' }).of(language),
    keys: `${Math.floor((100 * Object.keys(sentences).length) / keys)} %`,
    'places and plurals': ended((title) => title.startsWith(`the catalogue ${language} has every sentence`)),
    'fits 240 px': ended((title) => title.startsWith('nothing is cut off'), language),
    'read back': `${isRead.length} of 20`,
    'bytes, brotli': brotliCompressSync(JSON.stringify(sentences)).length,
  };
});
console.table(rows);
console.log(
  `${rows.length + 1} languages with English. Missing sentences: ${rows.filter((row) => row.keys !== '100 %').length}.`,
);
process.exitCode = status ?? 1;
