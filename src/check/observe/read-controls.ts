/** The button of an element, and what the page's scripts do to what a payer types. */
export interface Controls {
  /** Whether the page's styles hide its button, and not the whole element. */
  readonly hidesButton?: boolean;
  /** The colors of its button, as the browser computes them. */
  readonly button?: { readonly color: string; readonly background: string } | undefined;
  /** The keys that a listener of the page takes from it. */
  readonly stoppedKeys?: readonly string[];
}

/**
 * Looks at the button of each element in a document, in the order of `readDocument`, and tries keys. The browser gets this function as text,
 * so it can use nothing from outside itself. It types nothing: browsers do nothing by themselves at a script's event.
 */
export function readControls(tags: readonly string[]): Controls[] {
  const search = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(tags.includes(element.localName) ? [element] : []),
      ...(element.shadowRoot ? search(element.shadowRoot) : []),
    ]);
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /** What is behind the text of a button; undefined where that is a picture. */
  const backgroundOf = (button: Element): string | undefined => {
    for (let node: Node | null = button; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
      if (!(node instanceof Element)) continue;
      const { backgroundColor, backgroundImage } = getComputedStyle(node);
      if (backgroundImage !== 'none') return undefined;
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };

  /** Fired at the element itself, where the listeners of the page hear them, and those of the fields don't. */
  const stoppedKeys = (element: Element): string[] => {
    const codes = { Tab: 9, Backspace: 8, 1: 49, a: 97 };
    const isStopped = (type: string, key: string, keyCode: number): boolean =>
      !element.dispatchEvent(
        new KeyboardEvent(type, { key, keyCode, charCode: keyCode, bubbles: true, composed: true, cancelable: true }),
      );
    // A name has letters, and only keys with a character are pressed in the old sense.
    return Object.entries(codes)
      .filter(([key, code]) => isStopped('keydown', key, code) || (key.length === 1 && isStopped('keypress', key, code)))
      .map(([key]) => key);
  };

  return search(document).map((element) => {
    const button = element.shadowRoot?.querySelector('[part~="submit"]');
    const background = button && !button.matches(':disabled') ? backgroundOf(button) : undefined;
    return {
      stoppedKeys: stoppedKeys(element),
      // The element itself hides it when the time to confirm is over.
      hidesButton: button && !button.matches('[hidden]') ? isSeen(element) && !isSeen(button) : false,
      button: button && background !== undefined ? { color: getComputedStyle(button).color, background } : undefined,
    };
  });
}
