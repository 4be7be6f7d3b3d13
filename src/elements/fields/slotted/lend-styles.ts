import { css, type CSSResult } from 'lit';

/** Stronger than rules of the page that do not name an id: in the element's shadow root these would not count either. */
const CARD = ':is(form[slot][data-checkout-card], #checkout-card)';

/**
 * Where the styles of a shadow root begin, too: with the browser's own. Shapes in SVG have their looks in attributes, which this
 * would undo.
 */
export const afresh = css`
  & {
    all: revert;
    box-sizing: border-box;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-inline-size: 0;
  }
  & :where(:not(svg *)) {
    all: revert;
  }
`;

type Root = Document | ShadowRoot;

interface Loan {
  readonly sheet: CSSStyleSheet;
  /** How many elements need it, by where they are. */
  readonly users: Map<Root, number>;
}

const loans = new Map<readonly CSSResult[], Loan>();

function loanOf(styles: readonly CSSResult[]): Loan {
  const found = loans.get(styles);
  if (found) return found;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${CARD}{${styles.map(({ cssText }) => cssText).join('')}}`);
  const loan = { sheet, users: new Map<Root, number>() };
  loans.set(styles, loan);
  return loan;
}

/**
 * Lends the elements' styles to the card forms of a page, or of a shadow root that the element is in. No content security
 * policy stands against that.
 *
 * @param styles Always the same array for the same styles.
 * @returns what ends it: with the last loan, the page has its own styles only.
 */
export function lendStyles(root: Root, styles: readonly CSSResult[]): () => void {
  const { sheet, users } = loanOf(styles);
  const change = (by: 1 | -1): void => {
    const count = (users.get(root) ?? 0) + by;
    users.set(root, count);
    const others = root.adoptedStyleSheets.filter((each) => each !== sheet);
    root.adoptedStyleSheets = count > 0 ? [...others, sheet] : others;
    if (count === 0) users.delete(root);
  };
  change(1);
  return () => change(-1);
}
