import type { BrowserContextOptions, Frame, FrameLocator, Locator, Page } from 'playwright';
import { inject } from 'vitest';

/** Where the card fields are: in the page itself, in a frame of the gateway, or in a sandboxed frame of the page's own host. */
export type FieldsPlace = 'page' | 'gateway' | 'shop';

declare module 'vitest' {
  // `inject('fieldsPlace')`: where the project of these journeys has the card fields.
  interface ProvidedContext {
    fieldsPlace: FieldsPlace;
  }
}

/** Both kinds of frame. */
export const FRAMES = ['gateway', 'shop'] as const satisfies readonly FieldsPlace[];

/** All three places: fields in a frame must behave like fields in the page. */
export const FIELDS_PLACES = ['page', ...FRAMES] as const;

/**
 * A viewport with room for the whole page. Right after a scroll, Chromium sends a click to the frame that was there before; a test is that
 * fast, and a payer is not.
 */
export const TALL: BrowserContextOptions = { viewport: { width: 1280, height: 1600 } };

/** The address of one of the shop's pages with its card fields there. */
export function shopPath(path: string, place: FieldsPlace): string {
  if (place === 'page') return path;
  const url = new URL(path, 'http://shop');
  url.searchParams.set('fields', place);
  return url.pathname + url.search + url.hash;
}

/** A placeholder for the origin of a test's own page, which is written before its address is known. */
export const OWN_ORIGIN = 'http://own.origin';

/** The `fields-url` of a page of a test's own, for this project's place. */
export function ownFieldsUrl(): string | undefined {
  const place = inject('fieldsPlace');
  if (place === 'page') return undefined;
  return `${place === 'gateway' ? inject('gateway').checkout_url : OWN_ORIGIN}/fields/`;
}

/** Where the inputs of an element's cards are. */
export const cardsOf = (element: Locator, place: FieldsPlace): Locator | FrameLocator =>
  place === 'page' ? element : element.frameLocator('iframe[slot=isolated-fields]');

/** Whether a frame shows the isolated fields. */
const isFields = (frame: Frame): boolean => new URL(frame.url(), 'http://none').pathname.endsWith('/fields/');

/** The document with the card fields. */
export async function fieldsDocument(page: Page, place: FieldsPlace): Promise<Page | Frame> {
  if (place === 'page') return page;
  for (;;) {
    const frame = page.frames().find(isFields);
    if (frame) return frame;
    await page.waitForTimeout(50);
  }
}

/** The element with the focus, in any shadow root or frame, by its id, text or tag; `body` when none has it. */
export async function focusIn(page: Page): Promise<string> {
  const look = (): string => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const text = element?.querySelector('input') ? '' : (element?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '');
    return element?.id || (element === document.body ? '' : text) || element?.localName || 'none';
  };
  const name = await page.evaluate(look);
  const frame = page.frames().find(isFields);
  return name === 'iframe' && frame ? frame.evaluate(look) : name;
}
