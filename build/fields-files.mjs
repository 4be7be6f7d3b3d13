// Build plugin: the files of the isolated fields' frame other than its script, which are its page and its style sheet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform as minifyCss } from 'lightningcss';
import { root } from './install.mjs';
import { styleIn, without } from './style-rules.mjs';

/** @typedef {import('vite').Plugin} Plugin */

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Selectors of what only an element has, beside its form. */
const OUTSIDE = /^(?:a|h2|ul)\b|\.(?:setup|test|earlier|notices|unfinished|waiting|outcome|order|actions)\b/;

/** The style of the frame's own document, where the fields have no host element. */
function styleSheet() {
  const paths = ['base/theme', 'base/button-styles', 'fields/field-styles', 'fields/saved/saved-styles'];
  const rules = paths.map((path) => styleIn(`src/elements/${path}.ts`).replaceAll(/:host(?:\(([^)]*)\))?/g, 'body$1'));
  const code = without(rules.join('\n'), OUTSIDE) + read('src/frame/frame.css');
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
