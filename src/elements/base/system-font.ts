import { css } from 'lit';
import { untilPageLoaded } from '../page/loading.js';

const systemFont = css`
  :host {
    font: var(--checkout-font, 1em/1.45 system-ui, sans-serif);
  }
`;

let initial: string | undefined;

/** The browser's default font family. */
function initialFamily(root: ShadowRoot): string {
  if (initial === undefined) {
    const probe = document.createElement('span');
    probe.style.setProperty('font-family', 'initial');
    root.append(probe);
    initial = getComputedStyle(probe).fontFamily;
    probe.remove();
  }
  return initial;
}

/** The element that the host inherits its styles from. */
const parentOf = (host: Element): Element | undefined => {
  const parent = host.assignedSlot ?? host.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : undefined;
};

// Elements that a page adds together mostly have the same parent, and each computed style costs a pass over the page's styles.
const decided = new Map<Element, boolean>();

function setsNoFont(parent: Element, root: ShadowRoot): boolean {
  if (decided.size === 0) queueMicrotask(() => decided.clear());
  const isUnset = decided.get(parent) ?? getComputedStyle(parent).fontFamily === initialFamily(root);
  decided.set(parent, isUnset);
  return isUnset;
}

/**
 * Shows an element in the system's font where the page sets none: the browser's default is made for long texts. A font that the
 * page sets on the element itself always applies. Decides again once the page's styles are loaded.
 */
export function preferSystemFont(host: Element, root: ShadowRoot): void {
  const { styleSheet: sheet } = systemFont;
  if (!sheet) return;
  const decide = (): void => {
    const parent = parentOf(host);
    if (!parent) return;
    const others = (root.adoptedStyleSheets ?? []).filter((each) => each !== sheet);
    root.adoptedStyleSheets = setsNoFont(parent, root) ? [...others, sheet] : others;
  };
  decide();
  if (document.readyState !== 'complete') void untilPageLoaded().then(decide);
}
