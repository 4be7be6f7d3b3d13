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

/** Selectors that match nothing in the frame: classes, tags, and states of buttons that only the elements have. */
const ELSEWHERE = [
  /\.(submit|price|waiting|steps|outcome|earlier|notices|unfinished|setup|test|order|actions|running|goes-to|total|isolated|room|coming|lost|save-card)\b/,
  /(^|[\s>(,])(a|h2|dl|dd|dt|ul|summary|select)(?=[\s>:.,)]|$)/,
  /^(\.field)?\.(amount|limits)\b|^\.base[:>]|^::slotted|hidden\]|^button(\[aria-busy|:is\(:disabled)/,
];

/**
 * A rule without the selectors that match nothing in the frame; empty when no selector is left.
 *
 * @param {string} rule
 * @param {string} selectors
 * @param {string} body
 */
function pruned(rule, selectors, body) {
  if (selectors.startsWith('@')) return rule;
  // A comma within brackets does not separate selectors.
  const wanted = selectors.split(/,(?![^()]*\))/).filter((selector) => !ELSEWHERE.some((each) => each.test(selector)));
  return wanted.length > 0 ? `${wanted.join()}{${body}}` : '';
}

function styleSheet() {
  const code = [
    styleIn('src/elements/base/theme.ts'),
    styleIn('src/elements/base/button-styles.ts'),
    styleIn('src/elements/fields/field-styles.ts'),
    styleIn('src/elements/fields/saved/saved-styles.ts'),
    read('src/frame/frame.css'),
  ].join('\n');
  const whole = minifyCss({ filename: 'fields.css', code: new TextEncoder().encode(code), minify: true }).code.toString();
  const ours = whole.replaceAll(/([^{}]+)\{([^{}]*)\}/g, pruned);
  // Colours that only the dropped rules used.
  return ours.replaceAll(/(--_[\w-]+):[^;}]*;/g, (declaration, name) => (ours.includes(`var(${name})`) ? declaration : ''));
}

/** @returns {Plugin} */
export function fieldsFiles() {
  return {
    name: 'fields-files',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'fields',
    // src/frame has a small replacement, with only what the fields use.
    resolveId: { filter: { id: /^lit$/ }, handler: () => join(root, 'src/frame/lit.ts') },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'fields.css', source: styleSheet() });
      const { version } = JSON.parse(read('package.json'));
      const page = read('src/frame/fields.html').replaceAll(/\n\s*/g, '').replace('%version%', version);
      this.emitFile({ type: 'asset', fileName: 'fields.html', source: page });
    },
  };
}
