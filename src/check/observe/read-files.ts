/** What a document loads besides its scripts, as far as a content security policy decides about it; and what its `<meta>` elements say. */
export interface ReadFiles {
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
  return {
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
