import { systemClock } from '../../clock/clock.js';

/** Whether the page's own scripts, deferred ones included, have had their chance to add listeners. */
export function isPageParsed(): boolean {
  const [visit] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[];
  return visit?.domContentLoadedEventStart !== 0 || document.readyState === 'complete';
}

/** Waits until the page's own scripts, deferred ones included, have had their chance to add listeners. */
export async function untilPageParsed(): Promise<void> {
  if (isPageParsed()) return;
  await new Promise((resolve) => window.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** Waits until the page and everything in its markup has loaded. */
export async function untilPageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

let next: Promise<void> | undefined;

/**
 * Waits for another task, so that the browser can first draw what is there and react to the payer. Elements that wait together go
 * on together, as each alone would have the browser lay out the page again.
 */
export const nextTask = (): Promise<void> =>
  (next ??= new Promise((resolve) => {
    systemClock.after(0, () => {
      next = undefined;
      resolve();
    });
  }));

/** How long to wait for a frame (ms): a hidden page draws none. */
const NO_FRAME = 100;

/** Waits until the browser has drawn what is there, or would have if the page were visible. */
export const untilDrawn = (): Promise<void> =>
  new Promise((resolve) => {
    // The task after a frame's callbacks comes after its drawing.
    requestAnimationFrame(() => void nextTask().then(resolve));
    systemClock.after(NO_FRAME, resolve);
  });

const heights = new WeakMap<Element, string>();

/**
 * An empty box as high as the page has made an element for the time before its script. With it the page does not jump until the
 * first draw.
 *
 * @returns undefined for an element that its script made, and once the page has loaded.
 */
export function reservedPlaceholder(element: Element): HTMLElement | undefined {
  if (!element.isConnected || document.readyState === 'complete') return undefined;
  if (!heights.has(element)) {
    // All at once: measuring each alone would have the browser lay out the page again. A form in the page can hide the document's own
    // method by its name.
    for (const each of [element, ...Document.prototype.querySelectorAll.call(document, element.localName)])
      heights.set(each, getComputedStyle(each).height);
  }
  const placeholder = document.createElement('div');
  placeholder.style.height = heights.get(element) ?? '';
  return placeholder;
}

/**
 * An outcome that was shown already is shown again if its payment began before this time (ms): a page that the payer reloads or
 * returns to shows what it showed.
 */
export function shownBefore(): number {
  const [visit] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[];
  return visit?.type === 'reload' || visit?.type === 'back_forward' ? performance.timeOrigin : 0;
}
