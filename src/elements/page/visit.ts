/** Before when (ms) a payment has to have begun that this page shows again: a page that the payer comes back to shows what it showed. */
export function shownBefore(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'reload' || visit?.type === 'back_forward' ? performance.timeOrigin : 0;
}
