/** What a document loads besides its scripts, as far as a content security policy decides about it; and how wide phones show it. */
export interface ReadFiles {
  /** Whether it has scripts or styles of its own that are in no file. */
  readonly hasInline: boolean;
  readonly styles: readonly string[];
  readonly images: readonly string[];
  readonly hasDataIcon: boolean;
  /** The content of its `<meta name="viewport">`; empty without one. */
  readonly viewport: string;
}

/** Reads what a document loads. The browser gets this function as text, so it can use nothing from outside itself. */
export function readFiles(): ReadFiles {
  const addressesOf = (selector: string): string[] =>
    [...document.querySelectorAll<HTMLLinkElement | HTMLImageElement>(selector)]
      .map((each) => ('href' in each ? each.href : each.currentSrc))
      .filter((url) => /^https?:/.test(url));
  return {
    hasInline: document.querySelector('style, script:not([src], [type="application/json" i], [type="importmap" i])') !== null,
    styles: addressesOf('link[rel~="stylesheet" i]'),
    images: addressesOf('img, link[rel~="icon" i]'),
    hasDataIcon: document.querySelector('link[rel~="icon" i][href^="data:" i]') !== null,
    viewport: document.querySelector<HTMLMetaElement>('meta[name="viewport" i]')?.content ?? '',
  };
}
