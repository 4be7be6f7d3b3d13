/** A place in a page where card data must never show up. */
export type PageChannel = 'storage' | 'history' | 'cookie' | 'console' | 'event' | 'dom';

/**
 * Reports everything that passes through a page's channels from now on, even if it disappears a moment later.
 *
 * Pages get this function as text, so it contains everything that it needs.
 *
 * @param exempt a selector for card data that a page shows on purpose: a list of test cards.
 * @returns a function that reports the page's current content.
 */
export function watchPage(report: (channel: PageChannel, text: string) => void, exempt?: string): () => void {
  const roots = new Set<Document | ShadowRoot>();

  /** A value with all its fields, including errors and their causes. */
  function describe(value: unknown): string {
    const seen = new Set<unknown>();
    const replace = (_: string, inner: unknown): unknown => {
      if (typeof inner === 'bigint' || typeof inner === 'symbol' || typeof inner === 'function') return String(inner);
      if (typeof inner !== 'object' || inner === null) return inner;
      if (seen.has(inner) || inner instanceof Node || inner instanceof Window) return Object.prototype.toString.call(inner);
      seen.add(inner);
      if (inner instanceof Map || inner instanceof Set) return [...inner];
      // An error's built-in fields are not enumerable.
      if (inner instanceof Error) {
        return Object.fromEntries(Object.getOwnPropertyNames(inner).map((name) => [name, Reflect.get(inner, name)]));
      }
      return inner;
    };
    return typeof value === 'string' ? value : (JSON.stringify(value, replace) ?? String(value));
  }

  /** The text of a node, except for what is exempt. */
  function markup(node: Node): string {
    const element = node instanceof Element ? node : node.parentElement;
    if (exempt && element?.closest(exempt)) return '';
    if (!(node instanceof Element)) return node.textContent ?? '';
    if (!exempt || !node.querySelector(exempt)) return node.outerHTML;
    const copy = node.cloneNode(true) as Element;
    for (const listed of copy.querySelectorAll(exempt)) listed.remove();
    return copy.outerHTML;
  }

  /** Calls `before` with the arguments of each call of a method. */
  function wrap(owner: object, name: string, before: (target: unknown, given: unknown[]) => void): void {
    const original = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
    Reflect.set(owner, name, function wrapped(this: unknown, ...given: unknown[]): unknown {
      before(this, given);
      return original.apply(this, given);
    });
  }

  wrap(Storage.prototype, 'setItem', (_, given) => report('storage', given.map(describe).join('=')));
  for (const name of ['pushState', 'replaceState']) {
    wrap(History.prototype, name, (_, [state, , url]) => report('history', `${describe(state)} ${String(url)}`));
  }
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
    wrap(console, name, (_, given) => report('console', given.map(describe).join(' ')));
  }
  for (const name of ['error', 'unhandledrejection']) {
    addEventListener(name, (event) => report('console', describe('reason' in event ? event.reason : event)));
  }
  // At dispatch, not with a listener: an event that does not bubble counts too.
  wrap(EventTarget.prototype, 'dispatchEvent', (_, [event]) => {
    if (event instanceof Event && event.type.startsWith('checkout-')) report('event', `${event.type} ${describe(event)}`);
  });

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'attributes' && target instanceof Element) {
        report('dom', `${attributeName}=${target.getAttribute(attributeName ?? '') ?? ''}`);
      } else if (type === 'characterData') {
        report('dom', markup(target));
      } else {
        for (const node of addedNodes) report('dom', markup(node));
      }
    }
  });
  function observe(root: Document | ShadowRoot): void {
    roots.add(root);
    observer.observe(root, { attributes: true, characterData: true, childList: true, subtree: true });
  }
  observe(document);
  const attach = Reflect.get(Element.prototype, 'attachShadow');
  Element.prototype.attachShadow = function attachWatched(this: Element, options: ShadowRootInit): ShadowRoot {
    const root = attach.call(this, options);
    observe(root);
    return root;
  };

  return () => {
    for (const [name, storage] of [
      ['localStorage', localStorage],
      ['sessionStorage', sessionStorage],
    ] as const) {
      for (const [key, value] of Object.entries(storage)) report('storage', `${name} ${key}=${String(value)}`);
    }
    report('history', describe(history.state));
    report('cookie', document.cookie);
    // The text of inputs is a property, not an attribute, so it is not in here.
    for (const root of roots) {
      report('dom', root instanceof Document ? markup(root.documentElement) : root.innerHTML);
    }
  };
}
