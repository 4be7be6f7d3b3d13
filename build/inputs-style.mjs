// The style sheet for inputs that a page has written (`fields="slot"`), until the script arrives. They have the same boxes before and
// after, so nothing moves.
import { createHash } from 'node:crypto';
import { transform as minifyCss } from 'lightningcss';
import { slottedElements } from './manifest/slotted.mjs';
import { styleIn, without } from './style-rules.mjs';

/** @typedef {import('vite').Plugin} Plugin */

/** The states of elements whose script has not arrived. */
const WAITING = '[fields="slot"]:not(:defined)';

/** The height of the input for the amount of a transfer, and of everything below the cards: with that input, and with a fixed amount. */
const AMOUNT = { inside: '4.7617rem', above: '5.1807rem' };
const REST = { typed: '6.3057rem', fixed: '9.4125rem' };

/** The height of the line that says that no money moves: its text, edges and spaces, as in theme.ts. */
const TEST = 'calc(1.0875em + 2px + var(--_space) * 1.25)';

/** As in adopt-styles.ts: as specific as an id, so that ordinary rules of the page do not apply. */
const CARD = ':is(form[slot][data-checkout-card], #checkout-card)';

/** Selectors of what is there only with the script. */
const ELSEWHERE =
  /\b(?:button|summary|a|h2|d[ldt]|ul|p|select)\b|\.(?:base|details|submit|price|running|steps|waiting|outcome|earlier|notices|unfinished|setup|test|order|actions|goes-to|total|spoken|isolated|room|subject|save-card|saved|saved-cards|choices?|error|remark|limits|glyph|brand|half|roomy)\b|hidden|aria-invalid/;

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
  const kept = without(rules, ELSEWHERE);
  const elements = `:is(${[...slottedElements().keys()].join(', ')})${WAITING}`;
  const code = `
    ${elements} {
      ${hostIn(theme)}
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--_gap);
    }
    ${styleIn('src/elements/base/presets.ts').replaceAll(/:host\(([^)]*)\)/g, `${elements}$1`)}
    ${WAITING}[hidden] { display: none; }
    p2p-transfer${WAITING} { --_amount: ${AMOUNT.inside}; --_test: 0px; padding-block: calc(var(--_test) + var(--_amount)) ${REST.typed}; }
    p2p-transfer[test]${WAITING} { --_test: ${TEST}; }
    p2p-transfer[label-position="above"]${WAITING} { --_amount: ${AMOUNT.above}; }
    p2p-transfer[order="cards-first"]${WAITING} { padding-block: var(--_test) calc(var(--_amount) + ${REST.typed}); }
    p2p-transfer[amount]${WAITING} { padding-block: var(--_test) ${REST.fixed}; }
    ${WAITING} > ${CARD} { ${styleIn('src/elements/fields/slotted/adopt-styles.ts')} ${kept} }
  `;
  return minifyCss({ filename: 'inputs.css', code: new TextEncoder().encode(code), minify: true }).code.toString();
}

/** The module `virtual:inputs-style`: the style sheet as a text, what a content security policy calls it, and the elements it is for. @returns {Plugin} */
export function inputsStyleText() {
  return {
    name: 'inputs-style-text',
    resolveId: { filter: { id: /^virtual:inputs-style$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:inputs-style$/ },
      handler() {
        const style = inputsStyle();
        const source = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
        const slotted = Object.fromEntries(slottedElements());
        return Object.entries({ style, source, slotted })
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n');
      },
    },
  };
}
