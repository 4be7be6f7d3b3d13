// The style sheet for inputs that a page has written (`fields="slot"`), until the script arrives. They have the same boxes before and
// after, so nothing moves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform as minifyCss } from 'lightningcss';
import { root } from './install.mjs';

/** @typedef {import('vite').Plugin} Plugin */

/** The states of elements whose script has not arrived. */
const WAITING = '[fields="slot"]:not(:defined)';

/** The height of the input for the amount of a transfer, and of everything below the cards: with that input, and with a fixed amount. */
const AMOUNT = { inside: '4.7617rem', above: '5.1807rem' };
const REST = { typed: '6.3057rem', fixed: '9.4125rem' };

/** As in adopt-styles.ts: as specific as an id, so that ordinary rules of the page do not apply. */
const CARD = ':is(form[slot][data-checkout-card], #checkout-card)';

/** Selectors of what is there only with the script. */
const ELSEWHERE =
  /\b(?:button|summary|a|h2|d[ldt]|ul|p|select)\b|\.(?:base|details|submit|price|running|steps|waiting|outcome|earlier|notices|unfinished|setup|test|order|actions|goes-to|total|spoken|isolated|room|subject|save-card|saved|saved-cards|choices?|error|remark|limits|glyph|brand)\b|hidden|aria-invalid/;

/** The text of a module's only css literal. @param {string} path */
function styleIn(path) {
  const text = /css`([^`]*)`/.exec(readFileSync(join(root, path), 'utf8'))?.[1];
  if (!text) throw new Error(`Expected a css literal in ${path}.`);
  return text.replaceAll(/\/\*.*?\*\//gs, '');
}

/** What a theme declares for the element itself. @param {string} theme */
function hostIn(theme) {
  const declarations = /:host\s*{([^}]*)}/.exec(theme)?.[1];
  if (!declarations) throw new Error('Expected the theme to begin with the rule for :host.');
  return declarations;
}

/** @returns {string} the style sheet. */
export function inputsStyle() {
  const theme = styleIn('src/elements/base/theme.ts');
  const fields = styleIn('src/elements/fields/field-styles.ts').replaceAll(/:host\(([^)]*)\)/g, '$1 > &');
  const rules = theme.replaceAll(/:host[^{]*{[^}]*}/g, '') + fields;
  const kept = rules.replaceAll(/([^{}]+)({[^{}]*})/g, (rule, selectors, body) => {
    if (selectors.trim().startsWith('@')) return rule;
    // A comma within brackets does not separate selectors.
    const wanted = selectors.split(/,(?![^()]*\))/).filter((/** @type {string} */ selector) => !ELSEWHERE.test(selector));
    return wanted.length > 0 ? wanted.join() + body : '';
  });
  const code = `
    :is(p2p-transfer, product-pay)${WAITING} {
      ${hostIn(theme)}
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--_gap);
    }
    ${styleIn('src/elements/base/presets.ts').replaceAll(/:host\(([^)]*)\)/g, `:is(p2p-transfer, product-pay)${WAITING}$1`)}
    ${WAITING}[hidden] { display: none; }
    p2p-transfer${WAITING} { --_amount: ${AMOUNT.inside}; padding-block: var(--_amount) ${REST.typed}; }
    p2p-transfer[label-position="above"]${WAITING} { --_amount: ${AMOUNT.above}; }
    p2p-transfer[order="cards-first"]${WAITING} { padding-block: 0 calc(var(--_amount) + ${REST.typed}); }
    p2p-transfer[amount]${WAITING} { padding-block: 0 ${REST.fixed}; }
    ${WAITING} > ${CARD} { ${styleIn('src/elements/fields/slotted/adopt-styles.ts')} ${kept} }
  `;
  return minifyCss({ filename: 'inputs.css', code: new TextEncoder().encode(code), minify: true }).code.toString();
}

/** @returns {Plugin} */
export function inputsStyleFile() {
  return {
    name: 'inputs-style-file',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'inputs.css', source: inputsStyle() });
    },
  };
}
