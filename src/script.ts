import './jitless.js';
import './define.js';

/**
 * What the tag that loads this script says for every element on the page: `data-checkout-url="…"` becomes the
 * attribute `checkout-url` wherever it is missing, of those that an element has.
 */
const SHARED = ['public-key', 'language', 'return-url', 'notification-url'];
// A product's address tells where orders go, and its price comes with its currency.
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  'p2p-transfer': ['checkout-url', 'currency', ...SHARED],
  'product-pay': SHARED,
  'plan-subscribe': ['base-url', 'language'],
};
const TAGS = Object.keys(DEFAULTS).join();

// `currentScript` is null in modules.
const tag = [...document.scripts].find(({ src }) => src === import.meta.url);

function apply(element: Element): void {
  for (const name of DEFAULTS[element.localName] ?? []) {
    const value = tag?.getAttribute(`data-${name}`);
    if (value && !element.hasAttribute(name)) element.setAttribute(name, value);
  }
}

if (tag && Object.keys(tag.dataset).length > 0) {
  for (const element of document.querySelectorAll(TAGS)) apply(element);
  // Elements that a framework adds later are given the same.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        apply(node);
        for (const element of node.querySelectorAll(TAGS)) apply(element);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
