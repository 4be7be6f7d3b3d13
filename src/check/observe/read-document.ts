import type { ReadDetail } from './watch-page.js';

/** What to read from each element. */
export interface ReadingList {
  /** The names of the elements. */
  readonly tags: readonly string[];
  /** The attributes to read; a property of the same name takes precedence. */
  readonly settings: readonly string[];
  /** The parts that an element may show. */
  readonly parts: readonly string[];
  /** The fields of a product's or plan's description. */
  readonly fields: readonly string[];
  /** The properties that are functions of the merchant's. */
  readonly functions: readonly string[];
}

/** An element as found in its document. */
export interface ReadElement {
  readonly tag: string;
  readonly id: string | undefined;
  readonly defined: boolean;
  readonly hasShadow: boolean;
  readonly disabled: boolean;
  readonly timeOver: boolean;
  readonly unknownAttributes: readonly string[];
  readonly knownAttributes: readonly string[];
  /** Those with the mark of a template in them, that nothing has filled in. */
  readonly unfilled: readonly string[];
  /** Its properties, most of which are attributes too. */
  readonly properties: readonly string[];
  readonly ownProperties: readonly string[];
  readonly heard: readonly string[];
  readonly isTaken: boolean;
  /** Whether its property or attribute `test` is set. */
  readonly test: boolean;
  /** Which of its functions of the merchant are set to something else. */
  readonly notFunctions: readonly string[];
  /** Which of its properties `product` and `plan` are a Promise. */
  readonly promises: readonly string[];
  /** What it contains that is no fallback of an element: the rest of a page, for example. */
  readonly contains: string | undefined;
  readonly begins: string | undefined;
  /** Which of them are functions. */
  readonly setFunctions: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  /** The parts that it shows. */
  readonly parts: readonly string[];
  /** The attribute `action` of the form around it. */
  readonly action: string | undefined;
  /** The fields of its properties `product` and `plan`. */
  readonly sold: readonly Readonly<Record<string, unknown>>[];
}

/** A document as found in the browser. */
export interface ReadDocument {
  readonly url: string;
  readonly secureContext: boolean;
  readonly elements: readonly ReadElement[];
  /** The tags of elements that nothing has defined. */
  readonly undefinedTags: readonly string[];
}

/** What the scripts of a document have done. */
export interface ReadScripts {
  /** The events that they listen to elsewhere than on elements of ours. */
  readonly heard: readonly string[];
  /** Whether a listener of `checkout-submit` stops each press. */
  readonly stopsPresses: boolean;
  readonly readsDetail: readonly ReadDetail[];
  /** What the page's scripts cleared: `localStorage` or `sessionStorage`. */
  readonly cleared: readonly string[];
}

/** What the class of our elements has. */
interface Definition {
  readonly tag: string;
  readonly observedAttributes: readonly string[];
}

/**
 * Reads a document that has settled. The browser gets this function as text, so it can use nothing from outside itself.
 */
export function readDocument({ tags, settings, parts, fields, functions }: ReadingList): ReadDocument {
  const search = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(tags.includes(element.localName) ? [element] : []),
      ...(element.shadowRoot ? search(element.shadowRoot) : []),
    ]);

  const read = (element: Element): ReadElement => {
    const properties = element as unknown as Record<string, unknown>;
    // Frameworks set properties; without one, the attribute counts.
    const setting = (attribute: string): unknown =>
      properties[attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] ?? element.getAttribute(attribute);
    // English as the default of an element says nothing of what the page has set.
    const isSet = (entry: readonly [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1] !== '' && (String(entry) !== 'language,en' || element.hasAttribute('language'));
    const { tag, observedAttributes = [] } = (customElements.get(element.localName) ?? {}) as Partial<Definition>;
    const isTaken = element.matches(':defined') && tag !== element.localName;
    const attributes = isTaken ? [] : observedAttributes;
    const declared: string[] = [];
    for (const name in Object.getPrototypeOf(element)) if (!(name in HTMLElement.prototype)) declared.push(name);
    return {
      tag: element.localName,
      id: element.getAttribute('id') || undefined,
      defined: element.matches(':defined') && !isTaken,
      isTaken,
      heard: [...(window.checkoutElementsListeners?.onElements.get(element) ?? [])],
      disabled: element.matches(':disabled, [disabled], fieldset:disabled *'),
      timeOver: Date.parse(String(setting('expired-at'))) <= Date.now(),
      knownAttributes: attributes,
      unfilled: element.getAttributeNames().filter((name) => /\{\{|<\?|<%|\$\{/.test(element.getAttribute(name) ?? '')),
      properties: declared,
      ownProperties: isTaken ? [] : Object.keys(element),
      unknownAttributes: attributes.length > 0 ? element.getAttributeNames().filter((name) => !attributes.includes(name)) : [],
      hasShadow: element.shadowRoot !== null,
      test: properties['test'] === true || element.hasAttribute('test'),
      notFunctions: functions.filter((name) => !/^(function|undefined)$/.test(typeof (properties[name] ?? undefined))),
      promises: ['product', 'plan'].filter((name) => properties[name] instanceof Promise),
      contains: element.querySelector(`script:not([type*="json"]), nav, main, footer, ${tags.join()}`)?.localName,
      begins: element.firstElementChild?.localName,
      action: element.closest('form')?.getAttribute('action') ?? undefined,
      setFunctions: functions.filter((name) => typeof properties[name] === 'function'),
      settings: Object.fromEntries(settings.map((name) => [name, setting(name)] as const).filter(isSet)),
      parts: parts.filter((name) => element.shadowRoot?.querySelector(`[part~="${name}"]`)),
      sold: [properties['product'], properties['plan']]
        .filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null)
        .map((each) => Object.fromEntries(fields.map((field) => [field, each[field]]))),
    };
  };

  // A name without a hyphen is that of no custom element, but of one that HTML doesn't know.
  const unknown = [...document.querySelectorAll('*')].filter(
    (each) => each instanceof HTMLUnknownElement || !each.matches(':defined'),
  );
  return {
    url: document.URL,
    secureContext: isSecureContext,
    elements: search(document).map(read),
    undefinedTags: [...new Set(unknown.map(({ localName }) => localName))],
  };
}

/** Reads what the scripts of a document have done. The browser gets this function as text, too. */
export function readScripts(): ReadScripts {
  const { elsewhere = [], stopsPresses = false, readsDetail = [] } = window.checkoutElementsListeners ?? {};
  return { heard: [...elsewhere], stopsPresses, readsDetail, cleared: [...new Set(window.checkoutElementsCheck?.cleared)] };
}
