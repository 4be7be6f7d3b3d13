/** Whether the page's scripts, including later ones, have had their chance to listen. */
export function isPageRead(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.domContentLoadedEventStart !== 0 || document.readyState === 'complete';
}

/** Waits until the page's scripts, including later ones, have had their chance to listen. */
export async function pageIsRead(): Promise<void> {
  if (isPageRead()) return;
  await new Promise((resolve) => window.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** Waits until the page has loaded with everything in its markup. */
export async function pageIsLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}
