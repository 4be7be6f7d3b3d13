/** A place in a page where card data must never show up. */
export type PageChannel = 'storage' | 'history' | 'cookie' | 'console' | 'event' | 'dom';

type Report = (channel: PageChannel, text: string) => void;

// The functions of this file may use only each other and the page: `watchPageScript` sends them to a page as text.

/** A value with all its fields, including errors and their causes. */
function describeValue(value: unknown): string {
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
function markupOf(node: Node, exempt: string | undefined): string {
  const element = node instanceof Element ? node : node.parentElement;
  if (exempt && element?.closest(exempt)) return '';
  if (!(node instanceof Element)) return node.textContent ?? '';
  if (!exempt || !node.querySelector(exempt)) return node.outerHTML;
  const copy = node.cloneNode(true) as Element;
  for (const listed of copy.querySelectorAll(exempt)) listed.remove();
  return copy.outerHTML;
}

/** Calls `before` with the arguments of each call of a method. */
function wrapMethod(owner: object, name: string, before: (given: unknown[]) => void): void {
  const original = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
  Reflect.set(owner, name, function wrapped(this: unknown, ...given: unknown[]): unknown {
    before(given);
    return original.apply(this, given);
  });
}

/** Reports what the page stores, adds to its history, logs, and dispatches. */
function watchCalls(report: Report): void {
  wrapMethod(Storage.prototype, 'setItem', (given) => report('storage', given.map(describeValue).join('=')));
  for (const name of ['pushState', 'replaceState']) {
    wrapMethod(History.prototype, name, ([state, , url]) => report('history', `${describeValue(state)} ${String(url)}`));
  }
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
    wrapMethod(console, name, (given) => report('console', given.map(describeValue).join(' ')));
  }
  for (const name of ['error', 'unhandledrejection']) {
    addEventListener(name, (event) => report('console', describeValue('reason' in event ? event.reason : event)));
  }
  // At dispatch, not with a listener: an event that does not bubble counts too.
  wrapMethod(EventTarget.prototype, 'dispatchEvent', ([event]) => {
    if (event instanceof Event && event.type.startsWith('checkout-')) report('event', `${event.type} ${describeValue(event)}`);
  });
}

/** Reports each change of the document and of all shadow roots. @returns these roots. */
function watchMarkup(report: Report, exempt: string | undefined): ReadonlySet<Document | ShadowRoot> {
  const roots = new Set<Document | ShadowRoot>();
  const observer = new MutationObserver((changes) => {
    const texts = changes.flatMap(({ type, target, addedNodes, attributeName }) => {
      if (type === 'attributes' && target instanceof Element) {
        return [`${attributeName}=${target.getAttribute(attributeName ?? '') ?? ''}`];
      }
      return (type === 'characterData' ? [target] : [...addedNodes]).map((node) => markupOf(node, exempt));
    });
    // One report, because each is a message to another process; the texts are so far apart that no number goes from one to the next.
    report('dom', [...new Set(texts)].join('\n\n\n'));
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
  return roots;
}

/**
 * Reports everything that passes through a page's channels from now on, even if it disappears a moment later.
 *
 * @param exempt a selector for card data that a page shows on purpose: a list of test cards.
 * @returns a function that reports the page's current content.
 */
export function watchPage(report: Report, exempt?: string): () => void {
  watchCalls(report);
  const roots = watchMarkup(report, exempt);
  return () => {
    for (const [name, storage] of [
      ['localStorage', localStorage],
      ['sessionStorage', sessionStorage],
    ] as const) {
      for (const [key, value] of Object.entries(storage)) report('storage', `${name} ${key}=${String(value)}`);
    }
    report('history', describeValue(history.state));
    report('cookie', document.cookie);
    // The text of inputs is a property, not an attribute, so it is not in here.
    for (const root of roots) {
      report('dom', root instanceof Document ? markupOf(root.documentElement, exempt) : root.innerHTML);
    }
  };
}

/** An expression whose value is `watchPage`, for a script that runs in a page. */
export const watchPageScript = `(() => {
${[describeValue, markupOf, wrapMethod, watchCalls, watchMarkup, watchPage].map(String).join('\n')}
return watchPage;
})()`;
