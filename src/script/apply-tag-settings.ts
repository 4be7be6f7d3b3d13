import { SettingConflictError, SettingError } from '../elements/errors.js';
import { setLimits } from '../elements/page/configure.js';
import { isProblem, readList } from '../elements/page/limits.js';
import { differences, readScriptTags, type TagSettings } from '../elements/page/read-script-tags.js';
import { changePage, page } from '../elements/page/page.js';

/**
 * Attributes that the script's own tag sets for every element on the page: `data-checkout-url="…"` becomes the attribute
 * `checkout-url` of every element that has such an attribute and does not set it.
 */
const SHARED = ['public-key', 'fields-url', 'language', 'return-url', 'notification-url'];
// A product has its own order address, and its price includes the currency.
const DEFAULTS = new Map([
  ['p2p-transfer', ['checkout-url', 'currency', ...SHARED]],
  ['product-pay', SHARED],
  ['plan-subscribe', ['base-url', 'language']],
]);
const TAGS = [...DEFAULTS.keys()].join();
const LIMITS = { checkoutOrigins: 'checkout-origins', publicKeys: 'public-keys' } as const;
const NAMES = [...new Set([...DEFAULTS.values()].flat()), ...Object.values(LIMITS)];

/** Sets the attributes that an element does not set itself. */
function apply(element: Element, settings: TagSettings): void {
  for (const name of DEFAULTS.get(element.localName) ?? []) {
    const value = settings[name];
    if (value && !element.hasAttribute(name)) element.setAttribute(name, value);
  }
}

/** Applies the limits that the tag sets for the page's elements. @returns the error when that is impossible. */
function limit(settings: TagSettings): SettingConflictError | SettingError | undefined {
  const lists = Object.entries(LIMITS).map(([kind, name]) => {
    const text = settings[name] ?? null;
    return text === null ? undefined : { name, read: readList(kind as keyof typeof LIMITS, text.split(/\s+/).filter(Boolean)) };
  });
  for (const list of lists) {
    if (!list || !isProblem(list.read)) continue;
    return new SettingError(`data-${list.name}`, list.read.expected, list.read.got, 'Separate several with spaces.');
  }
  const [checkoutOrigins, publicKeys] = lists.map((list) => list?.read as readonly string[] | undefined);
  return checkoutOrigins || publicKeys ? setLimits({ checkoutOrigins, publicKeys }) : undefined;
}

// `currentScript` is null in modules.
const tags = readScriptTags(import.meta.url, NAMES);
const [own] = tags;
if (own) {
  // A copy of the script at another address is another module, with its own tags.
  const before = page().tag;
  const differing = differences(before ? [before, ...tags] : tags);
  const trouble =
    differing.length > 0
      ? new SettingConflictError('settings_conflict', `data-${differing.join(', data-')}`, {
          expected: 'the same in every <script> tag that loads these elements',
          got: 'tags that differ',
          cure: 'None of them applies. Keep one tag in the page; if the other is not yours, find out who can write to your page.',
        })
      : limit(own);
  changePage(trouble ? { trouble } : { tag: own });
  if (!trouble && Object.values(own).some((value) => value !== null)) {
    for (const element of Document.prototype.querySelectorAll.call(document, TAGS)) apply(element, own);
    // Elements that a framework adds later get the same attributes.
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          apply(node, own);
          // Called through the prototype: controls named like a form's properties replace them.
          for (const element of Element.prototype.querySelectorAll.call(node, TAGS)) apply(element, own);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  }
}
