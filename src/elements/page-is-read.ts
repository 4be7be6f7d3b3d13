/** Waits until the page's scripts, those that follow too, have had their chance to listen. */
export async function pageIsRead(): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.domContentLoadedEventStart !== 0 || document.readyState === 'complete') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}
