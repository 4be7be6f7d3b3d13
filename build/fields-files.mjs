// Build plugin: the files of the isolated fields' frame other than its script, which are its page and its style sheet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform as minifyCss } from 'lightningcss';
import { root } from './install.mjs';

/** @typedef {import('vite').Plugin} Plugin */

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/**
 * The text of a module's only css literal, for the frame's own document, where the fields have no host element.
 *
 * @param {string} path
 */
const styleIn = (path) => (/css`([^`]*)`/.exec(read(path))?.[1] ?? '').replaceAll(/:host(?:\(([^)]*)\))?/g, 'body$1');

function styleSheet() {
  const code = [
    styleIn('src/elements/base/theme.ts'),
    styleIn('src/elements/base/button-styles.ts'),
    styleIn('src/elements/fields/field-styles.ts'),
    styleIn('src/elements/fields/saved/saved-styles.ts'),
    read('src/frame/frame.css'),
  ].join('\n');
  return minifyCss({ filename: 'fields.css', code: new TextEncoder().encode(code), minify: true }).code.toString();
}

/** @returns {Plugin} */
export function fieldsFiles() {
  return {
    name: 'fields-files',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'fields',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'fields.css', source: styleSheet() });
      const { version } = JSON.parse(read('package.json'));
      const page = read('src/frame/fields.html').replaceAll(/\n\s*/g, '').replace('%version%', version);
      this.emitFile({ type: 'asset', fileName: 'fields.html', source: page });
    },
  };
}

/** The module `virtual:fields-files`: the built files of the frame, as texts. @returns {Plugin} */
export function fieldsTexts() {
  return {
    name: 'fields-texts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'fieldsHandler',
    resolveId: { filter: { id: /^virtual:fields-files$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:fields-files$/ },
      handler() {
        const texts = { html: 'fields.html', script: 'fields.js', style: 'fields.css' };
        return Object.entries(texts)
          .map(([name, file]) => `export const ${name} = ${JSON.stringify(read(`dist/fields/${file}`))};`)
          .join('\n');
      },
    },
  };
}
