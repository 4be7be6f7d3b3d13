/** What a document loads, as far as a content security policy decides about it; and what its `<meta>` elements say. */
export interface ReadFiles {
  readonly scripts: readonly { readonly url: string; readonly integrity: string }[];
  readonly metaPolicies: readonly string[];
  /** Whether a `<meta>` sets one outside the head, where it counts for nothing (CSP 3, 3.3). */
  readonly hasLatePolicy: boolean;
  /** Whether it has scripts or styles of its own that are in no file. */
  readonly hasInline: boolean;
  readonly styles: readonly string[];
  readonly images: readonly string[];
  readonly hasDataIcon: boolean;
  /** The language of the page, as its first tag has it; empty without one. */
  readonly lang: string;
  /** The content of its `<meta>` of each name; empty without one. */
  readonly viewport: string;
  readonly refresh: string;
  readonly referrer: string;
  /** Whether it is sandboxed without an origin of its own. */
  readonly hasNoOrigin: boolean;
}

/** Reads what a document loads. The browser gets this function as text, so it can use nothing from outside itself. */
export function readFiles(): ReadFiles {
  const addressesOf = (selector: string): string[] =>
    [...document.querySelectorAll<HTMLLinkElement | HTMLImageElement>(selector)]
      .map((each) => ('href' in each ? each.href : each.currentSrc))
      .filter((url) => /^https?:/.test(url));
  const meta = (selector: string): string => document.querySelector<HTMLMetaElement>(`meta[${selector} i]`)?.content ?? '';
  const policies = [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]')];
  // Through the prototype's getter: a form named "scripts" would hide `document.scripts`.
  const scripts: HTMLCollectionOf<HTMLScriptElement> = Reflect.get(Document.prototype, 'scripts', document);
  return {
    scripts: [...scripts].filter(({ src }) => src !== '').map(({ src, integrity }) => ({ url: src, integrity })),
    metaPolicies: policies.filter((each) => each.closest('head') !== null).map(({ content }) => content),
    hasLatePolicy: policies.some((each) => each.closest('head') === null),
    hasInline:
      document.querySelector('style, [style], script:not([src], [type="application/json" i], [type="importmap" i])') !== null,
    styles: addressesOf('link[rel~="stylesheet" i]'),
    images: addressesOf('img, link[rel~="icon" i]'),
    hasDataIcon: document.querySelector('link[rel~="icon" i][href^="data:" i]') !== null,
    lang: document.documentElement.lang,
    viewport: meta('name="viewport"'),
    refresh: meta('http-equiv="refresh"'),
    referrer: meta('name="referrer"'),
    hasNoOrigin: self.origin === 'null',
  };
}
