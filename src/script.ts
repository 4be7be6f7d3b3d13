import './jitless.js';
import './define.js';

/**
 * What the tag that loads this script says for every element on the page: `data-checkout-url="…"` becomes the
 * attribute `checkout-url` wherever it is missing.
 */
const DEFAULTS = ['checkout-url', 'public-key', 'currency', 'language', 'return-url', 'notification-url'];

// `currentScript` is null in modules.
const tag = [...document.scripts].find(({ src }) => src === import.meta.url);
const defaults = DEFAULTS.flatMap((name) => {
  const value = tag?.getAttribute(`data-${name}`);
  return value ? ([[name, value]] as const) : [];
});

function apply(element: Element): void {
  for (const [name, value] of defaults) if (!element.hasAttribute(name)) element.setAttribute(name, value);
}

if (defaults.length > 0) {
  for (const element of document.querySelectorAll('p2p-transfer')) apply(element);
  // Elements that a framework adds later are given the same.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.localName === 'p2p-transfer') apply(node);
        for (const element of node.querySelectorAll('p2p-transfer')) apply(element);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
