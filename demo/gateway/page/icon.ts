// Drawn as the browser's tab shows it: a card that goes on its way.
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#14509c"/>' +
  '<path d="M3 5h10M3 8h3M8 11h4m-2-2 2 2-2 2" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/></svg>';

/**
 * The icon of the gateway's pages, within each of them. A browser that finds none asks for /favicon.ico by itself, and
 * Firefox then logs that the page's own policy forbade it.
 */
export const ICON = `data:image/svg+xml,${encodeURIComponent(SVG)}`;

/** What lets a page show it. */
export const ICON_POLICY = 'img-src data:';
