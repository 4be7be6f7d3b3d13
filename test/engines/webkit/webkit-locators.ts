// Vitest loads this into every test page in WebKit: locators whose elements the provider finds by their selector.
import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTestIdSelector,
  getByTextSelector,
  getByTitleSelector,
  Locator,
  selectorEngine,
} from '@vitest/browser/locators';
import { page, server } from 'vitest/browser';
import * as internal from 'vitest/internal/browser';

declare global {
  interface Window {
    /** The only element of a locator that a payer could act on now, or a text that explains why it can't be found. */
    findUsable: (selector: string, toType: boolean) => Element | string | Promise<Element | string>;
    /** Lets the next press go to this element only. */
    pressOnly: (element: Element) => void;
    /** Ends `pressOnly`. @returns false if a press went elsewhere; no event of it has reached the page. */
    hasHit: () => boolean;
  }
}

class WebKitLocator extends Locator {
  readonly selector: string;

  constructor(selector: string) {
    super();
    this.selector = selector;
  }

  protected locator(selector: string): WebKitLocator {
    return new WebKitLocator(`${this.selector} >> ${selector}`);
  }

  protected elementLocator(element: Element): WebKitLocator {
    return new WebKitLocator(selectorEngine.generateSelectorSimple(element));
  }
}

page.extend({
  getByRole: (role, options) => new WebKitLocator(getByRoleSelector(role, options)),
  getByText: (text, options) => new WebKitLocator(getByTextSelector(text, options)),
  getByLabelText: (text, options) => new WebKitLocator(getByLabelSelector(text, options)),
  getByTestId: (id) => new WebKitLocator(getByTestIdSelector(server.config.browser.locators.testIdAttribute, id)),
  getByTitle: (text, options) => new WebKitLocator(getByTitleSelector(text, options)),
  getByAltText: (text, options) => new WebKitLocator(getByAltTextSelector(text, options)),
  getByPlaceholder: (text, options) => new WebKitLocator(getByPlaceholderSelector(text, options)),
  elementLocator: (element) => new WebKitLocator(selectorEngine.generateSelectorSimple(element)),
});
// `expect.element` and similar functions create locators through this; Vitest's own providers set it too, but it is not typed.
const { __INTERNAL } = internal as unknown as { __INTERNAL: object };
Object.assign(__INTERNAL, { _createLocator: (selector: string) => new WebKitLocator(selector) });

/** The element at a point, in any shadow root. */
function deepestAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  for (;;) {
    const inner = found?.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === found) return found;
    found = inner;
  }
}

/** Whether an element is, or contains, another; shadow roots count as part of their host. */
function holds(element: Element, inner: Node | null): boolean {
  for (let node = inner; node; node = node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null) {
    if (node === element) return true;
  }
  return false;
}

/** Whether something on the page is on its way to another place or size. A spinner, which never ends, moves nothing. */
function isMoving(): boolean {
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const running = [document, ...shadows]
    .flatMap((root) => root.getAnimations())
    .filter(({ playState }) => playState === 'running');
  return running.some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
}

window.findUsable = (selector, toType) => {
  const found = selectorEngine.querySelectorAll(selectorEngine.parseSelector(selector), document);
  const [element] = found;
  if (!element) return 'there is no such element';
  if (found.length > 1) return `there are ${found.length} such elements`;
  if (!element.checkVisibility({ visibilityProperty: true })) return 'it is not visible';
  if (element.matches(':disabled, [aria-disabled=true]')) return 'it is disabled';
  if (toType) return element.matches(':read-only') ? 'it can’t be edited' : element;
  if (isMoving()) return 'the page moves';
  const before = element.getBoundingClientRect();
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  // A busy WebKit sometimes reverts a scroll, and the click would miss the element.
  if (x !== before.x || y !== before.y) return 'it has only just been scrolled to';
  const hit = deepestAt(x + width / 2, y + height / 2);
  if (!hit || !holds(element, hit)) return `${hit?.localName ?? 'nothing'} is in its place`;
  // What was typed just now may draw rows above it in the next frame.
  return new Promise((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const after = element.getBoundingClientRect();
        resolve(after.x === x && after.y === y ? element : 'it has only just moved');
      }),
    ),
  );
};

const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

let press: { readonly element: Element; isElsewhere: boolean | undefined } | undefined;

/** The driver looks for the middle of an element, and presses a moment later: on a busy machine something else is there by then. */
function guard(event: Event): void {
  if (!press || !event.isTrusted) return;
  press.isElsewhere ??= !event.composedPath().includes(press.element);
  if (!press.isElsewhere) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
for (const type of PRESS) addEventListener(type, guard, { capture: true });

window.pressOnly = (element) => void (press = { element, isElsewhere: undefined });
window.hasHit = () => {
  const isElsewhere = press?.isElsewhere;
  press = undefined;
  return !isElsewhere;
};
