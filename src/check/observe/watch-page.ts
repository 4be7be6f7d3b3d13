import type { ReportedError, ReportedUnavailable, Violation } from './observed-page.js';

/** The events in a document so far. */
export interface Watched {
  readonly violations: Violation[];
  readonly errors: ReportedError[];
  readonly unavailable: ReportedUnavailable[];
  ready: number;
  /** What the page's scripts cleared: `localStorage` or `sessionStorage`. */
  readonly cleared: string[];
  /** The browser's own `fetch`, whatever the page's scripts put in its place. */
  readonly fetch: typeof fetch;
}

/** How often elements with the same name left the same place. */
interface Removal {
  readonly tag: string;
  readonly id: string;
  readonly place: Node;
  count: number;
  /** When it was counted last, in milliseconds since the document began. */
  at: number;
}

/** A listener that reads a `detail` of an event. */
export interface ReadDetail {
  readonly type: string;
  /** The line of it that does. */
  readonly line: string;
}

/** The events that scripts listen to. */
interface Listeners {
  /** On custom elements. */
  readonly onElements: WeakMap<EventTarget, Set<string>>;
  /** Anywhere else, of those that begin with `checkout-`. */
  readonly elsewhere: Set<string>;
  /** Whether one of `checkout-submit` stops each press, as its text says: it calls `preventDefault`, and has no condition. */
  stopsPresses: boolean;
  readonly readsDetail: ReadDetail[];
}

declare global {
  interface Window {
    checkoutElementsCheck?: Watched;
    checkoutElementsListeners?: Listeners;
    checkoutElementsRemovals?: readonly Removal[];
  }
}

/**
 * Runs in each document before its first script, so that it misses no event. The browser gets this function as text, so it can
 * use nothing from outside itself.
 */
export function watchPage(): void {
  const watched: Watched = { violations: [], errors: [], unavailable: [], ready: 0, cleared: [], fetch: window.fetch };
  Object.defineProperty(window, 'checkoutElementsCheck', { value: watched });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    watched.violations.push({ directive: effectiveDirective, blocked: blockedURI, reportOnly: disposition === 'report' });
  });
  window.addEventListener('checkout-ready', () => {
    watched.ready += 1;
  });
  const named = (target: EventTarget | null): Pick<ReportedError, 'tag' | 'id'> =>
    target instanceof Element
      ? { tag: target.localName, id: target.getAttribute('id') || undefined }
      : { tag: 'an element', id: undefined };
  window.addEventListener('checkout-unavailable', (event) => {
    watched.unavailable.push({ ...named(event.target), reason: String((event as unknown as { reason?: unknown }).reason) });
  });
  window.addEventListener('checkout-error', (event) => {
    const { error, target } = event as unknown as { error?: Partial<ReportedError>; target: EventTarget | null };
    // Otherwise the element also logs it to the console, and it would be reported twice.
    event.preventDefault();
    watched.errors.push({
      ...named(target),
      code: String(error?.code),
      party: String(error?.party),
      message: String(error?.message),
    });
  });
  const clear = Reflect.get(Storage.prototype, 'clear');
  Storage.prototype.clear = function (this: Storage) {
    watched.cleared.push(this === window.sessionStorage ? 'sessionStorage' : 'localStorage');
    Reflect.apply(clear, this, []);
  };
}

/** Reads what scripts listen to. Runs as `watchPage` does. */
export function watchListeners(): void {
  const listeners: Listeners = { onElements: new WeakMap(), elsewhere: new Set(), stopsPresses: false, readsDetail: [] };
  Object.defineProperty(window, 'checkoutElementsListeners', { value: listeners });
  /** The line of a listener that reads `detail` of its event. A text tells its event by the name of the first parameter. */
  const readerOfDetail = (text: string): string | undefined => {
    const [, given, single] = /\(\s*(\w+)|^\s*(?:async\s+)?(\w+)\s*=>/.exec(text) ?? [];
    const event = given ?? single ?? 'event';
    const reads = new RegExp(
      `^[^=>]*\\(\\s*\\{[^}]*\\bdetail\\b|\\b${event}\\??\\.detail\\b|\\{[^}]*\\bdetail\\b[^}]*\\}\\s*=\\s*${event}\\b`,
    );
    return reads.test(text)
      ? text
          .split('\n')
          .find((each) => /\bdetail\b/.test(each))
          ?.trim()
          .slice(0, 100)
      : undefined;
  };
  const listen = Reflect.get(EventTarget.prototype, 'addEventListener');
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: unknown[]) {
    const type = String(given[0]);
    const listener = given[1] as { readonly handleEvent?: unknown } | null | undefined;
    const called = listener?.handleEvent ?? listener;
    const isOurs = /^checkout-/i.test(type);
    const text = isOurs && typeof called === 'function' ? Function.prototype.toString.call(called) : '';
    const line = readerOfDetail(text);
    if (line !== undefined) listeners.readsDetail.push({ type, line });
    if (type === 'checkout-submit' && text.includes('preventDefault') && !/\bif\b|\bswitch\b|&&|\|\||\?(?!\.)/.test(text))
      listeners.stopsPresses = true;
    if (this instanceof Element && this.localName.includes('-')) {
      const types = listeners.onElements.get(this) ?? new Set();
      listeners.onElements.set(this, types.add(type));
    } else if (isOurs) listeners.elsewhere.add(type);
    Reflect.apply(listen, this, given);
  };
}

/**
 * Counts how often elements of ours leave their place. What happens within a moment counts once, as when a framework takes a page over.
 * Runs as `watchPage` does.
 */
export function watchRemovals(tags: readonly string[]): void {
  const removals: Removal[] = [];
  Object.defineProperty(window, 'checkoutElementsRemovals', { value: removals });
  const note = ({ localName: tag, id }: Element, place: Node): void => {
    const at = performance.now();
    const earlier = removals.find((each) => each.tag === tag && each.id === id && each.place === place);
    if (!earlier) removals.push({ tag, id, place, count: 1, at });
    else if (at - earlier.at > 300) Object.assign(earlier, { count: earlier.count + 1, at });
  };
  new MutationObserver((records) => {
    for (const { target, removedNodes } of records)
      for (const node of removedNodes)
        if (node instanceof Element)
          for (const each of [node, ...node.querySelectorAll('*')]) if (tags.includes(each.localName)) note(each, target);
  }).observe(document, { childList: true, subtree: true });
}
