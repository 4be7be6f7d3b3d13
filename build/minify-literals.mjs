// Build plugin: removes line breaks and indentation from css and html literals, which a script minifier leaves unchanged.
import { transform as minifyCss } from 'lightningcss';
import MagicString from 'magic-string';

/** @typedef {import('vite').Plugin} Plugin */
/** @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: unknown }} Node */

// White space beside the tag of such an element never shows.
const BLOCKS = 'dd|div|dl|dt|fieldset|form|h2|legend|li|option|p|ul';
const besideBlocks = new RegExp(`\\s+(?=</?(?:${BLOCKS})\\b)|(?<=</(?:${BLOCKS})>)\\s+`, 'g');

/**
 * The same markup in one line. White space that may show, between words or elements in a line, becomes one space, as browsers show
 * it.
 *
 * @param {string} text
 */
export const minifyMarkup = (text) => text.replaceAll(/\s+/g, ' ').replaceAll(besideBlocks, '');

/** @param {string} text */
const minifyStyle = (text) =>
  minifyCss({ filename: 'literal.css', code: new TextEncoder().encode(text), minify: true }).code.toString();

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

/**
 * Every tagged template below a node.
 *
 * @param {unknown} value
 * @returns {Generator<{ tag: string, quasis: Node[] }>}
 */
function* literalsIn(value) {
  if (Array.isArray(value)) for (const each of value) yield* literalsIn(each);
  if (!isNode(value)) return;
  if (value.type === 'TaggedTemplateExpression') {
    const { name } = /** @type {{ name?: string }} */ (value['tag']);
    const { quasis } = /** @type {{ quasis: Node[] }} */ (value['quasi']);
    if (name) yield { tag: name, quasis };
  }
  for (const child of Object.values(value)) if (typeof child === 'object') yield* literalsIn(child);
}

/** @returns {Plugin} */
export function minifyLiterals() {
  return {
    name: 'minify-literals',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: /\b(?:css|html|svg)`/ },
      handler(code) {
        const text = new MagicString(code);
        for (const { tag, quasis } of literalsIn(this.parse(code))) {
          if (tag !== 'css' && tag !== 'html' && tag !== 'svg') continue;
          if (tag === 'css' && quasis.length > 1)
            this.error('Expected a css literal without expressions, which can be minified.');
          for (const { start, end } of quasis) {
            const raw = code.slice(start, end);
            if (raw === '') continue;
            text.update(start, end, tag === 'css' ? minifyStyle(raw) : minifyMarkup(raw));
          }
        }
        return { code: text.toString(), map: text.generateMap({ hires: true }) };
      },
    },
  };
}
