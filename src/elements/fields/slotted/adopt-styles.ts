import { css, type CSSResult } from 'lit';

/** As specific as an id, so that ordinary rules of the page do not apply, as they do not in a shadow root. */
const CARD = ':is(form[slot][data-checkout-card], #checkout-card)';

/**
 * Resets the forms to the browser's own styles, as in a shadow root. SVG shapes are left out: their presentation attributes would
 * be reset too.
 */
export const resetStyles = css`
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

interface Adoption {
  readonly sheet: CSSStyleSheet;
  /** The number of elements that use it, by root. */
  readonly users: Map<Root, number>;
}

const adoptions = new Map<readonly CSSResult[], Adoption>();

function adoptionOf(styles: readonly CSSResult[]): Adoption {
  const adopted = adoptions.get(styles);
  if (adopted) return adopted;
  const sheet = new CSSStyleSheet();
  // The element is the form's parent.
  const rules = styles.map(({ cssText }) => cssText.replaceAll(/:host\((.*?)\)/g, '$1>&'));
  sheet.replaceSync(`${CARD}{${rules.join('')}}`);
  const adoption = { sheet, users: new Map<Root, number>() };
  adoptions.set(styles, adoption);
  return adoption;
}

/**
 * Applies the elements' styles to the card forms of a page, or of the shadow root that contains the element. Adopted style sheets
 * work under every content security policy.
 *
 * @param styles Always the same array for the same styles.
 * @returns a function that removes them, once no other element uses them.
 */
export function adoptStyles(root: Root, styles: readonly CSSResult[]): () => void {
  const { sheet, users } = adoptionOf(styles);
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
