/** A node's text with white space collapsed, as it is read. */
const textOf = (node: Node | null): string => node?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '';

const LIVE = '[role=alert], [role=status], [aria-live]';

const isShown = (element: Element | null): boolean => element?.checkVisibility({ visibilityProperty: true }) === true;

/** The text that is read when an element gets the focus: its name and its description. */
function nameOf(element: Element): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const label = element instanceof HTMLInputElement ? textOf(element.labels?.[0] ?? null) : '';
  const described = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  const descriptions = described.map((id) => textOf(root.getElementById(id)));
  return [label || element.ariaLabel || textOf(element), ...descriptions].filter(Boolean).join(', ');
}

/**
 * Records what a screen reader says while a payer uses an element, in order: what gets the focus ("→ Card number"), and what live
 * regions announce. A region announces what is added to it or changes in it; an alert also announces itself.
 */
export function listen(element: HTMLElement): string[] {
  const heard: string[] = [];
  const root = element.shadowRoot!;
  const last = new Map<Node, string>();
  const look = (isNew: boolean): void => {
    for (const region of [...element.querySelectorAll(LIVE), ...root.querySelectorAll(LIVE)]) {
      const parts =
        region.classList.contains('announcer') || region.classList.contains('notices') ? [...region.children] : [region];
      for (const part of parts) {
        const text = isShown(part) ? textOf(part) : '';
        if (isNew && text && text !== last.get(part)) heard.push(text);
        last.set(part, text);
      }
    }
  };
  look(false);
  const observer = new MutationObserver(() => look(true));
  const options = {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['hidden', 'role'],
  };
  // Inputs may be in the page, too.
  for (const tree of [root, element]) observer.observe(tree, options);
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) heard.push(`→ ${nameOf(target)}`);
  });
  return heard;
}

/** The same with sums, times and ids replaced: those differ from run to run. */
export const plain = (heard: readonly string[]): string[] =>
  heard.map((text) =>
    text
      .replaceAll(/[\d,]+\.\d\d(?=\sUSD)/g, 'SUM')
      .replaceAll(/[A-Z][a-z]{2} \d\d?, \d{4}, \d\d?:\d\d\s[AP]M [A-Z][\w+:-]*/g, 'TIME'),
  );
