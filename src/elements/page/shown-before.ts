/**
 * An outcome that was shown already is shown again if its payment began before this time (ms): a page that the payer reloads or
 * returns to shows what it showed.
 */
export function shownBefore(): number {
  const [visit] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[];
  return visit?.type === 'reload' || visit?.type === 'back_forward' ? performance.timeOrigin : 0;
}
