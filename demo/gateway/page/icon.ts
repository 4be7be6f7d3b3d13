// A card with an arrow.
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#14509c"/>' +
  '<path d="M3 5h10M3 8h3M8 11h4m-2-2 2 2-2 2" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/></svg>';

/**
 * The icon of the gateway's pages, as a data URL. Without one browsers request /favicon.ico, and Firefox logs that the
 * page's policy forbids it.
 */
export const ICON = `data:image/svg+xml,${encodeURIComponent(SVG)}`;

/** The part of a page's policy that allows the icon. */
export const ICON_POLICY = 'img-src data:';
