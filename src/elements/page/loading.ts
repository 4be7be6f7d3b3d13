/** Whether the page's own scripts, deferred ones included, have had their chance to add listeners. */
export function isPageParsed(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
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
