import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {import('vite').Plugin} Plugin */

/** Languages with a catalogue of their own file; English is part of the code. */
const languages = readdirSync('src/locales').flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);

/** The sentences of a language as JSON, without the spaces of the file. */
const read = (/** @type {string} */ language) => JSON.stringify(JSON.parse(readFileSync(`src/locales/${language}.json`, 'utf8')));

/** All catalogues of this release, in one short mark: a script file refuses those of another one. */
const mark = () => createHash('sha256').update(languages.map(read).join()).digest('base64url').slice(0, 6);

/** The environments of script files that hold all that their elements need. */
export const isScript = (/** @type {{ readonly name: string }} */ { name }) => name.startsWith('script');

/**
 * A script file loads its catalogues from the folder `locales` beside it, each when an element asks for it. The command knows their names
 * in this way, and loads none.
 *
 * @type {Plugin}
 */
export const cataloguesBeside = {
  name: 'catalogues-beside',
  enforce: 'pre',
  applyToEnvironment: (environment) => isScript(environment) || environment.name === 'command',
  transform: {
    filter: { id: /src\/locales\/loaders\.ts$/ },
    handler: () => ({
      // As short as it can be: every payer loads it.
      code: `const load = (name) => async () => {
          const { default: words, of } = await import(/* @vite-ignore */ './locales/' + name + '.js');
          if (of === ${JSON.stringify(mark())}) return words;
          throw new TypeError('Expected locales/' + name + '.js of this release.');
        };
        export const LOADERS = Object.fromEntries(${JSON.stringify(languages.join(' '))}.split(' ').map((name) => [name, load(name)]));`,
      map: null,
    }),
  },
  generateBundle() {
    if (!isScript(this.environment)) return;
    const of = JSON.stringify(mark());
    for (const language of languages) {
      const source = `export const of = ${of};\nexport default ${read(language)};\n`;
      this.emitFile({ type: 'asset', fileName: `locales/${language}.js`, source });
    }
  },
};
