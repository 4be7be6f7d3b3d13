/** This page shows the outcome of a payment again if that began before this time (ms): a page the payer comes back to shows what it showed. */
export function shownBefore(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'reload' || visit?.type === 'back_forward' ? performance.timeOrigin : 0;
}
