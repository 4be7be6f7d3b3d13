/** The cost of a schedule, on average over jobs. */
export interface Cost {
  /** Milliseconds between a job's end and the poll that finds it ended. */
  readonly delay: number;
  /** Polls per job. */
  readonly requests: number;
}

/**
 * Polls jobs by a schedule without randomness: `gapAfter` returns the milliseconds until the next poll, from those since the
 * start.
 */
export function replay(jobs: readonly number[], gapAfter: (elapsed: number) => number): Cost {
  let delay = 0;
  let requests = 0;
  for (const job of jobs) {
    let now = 0;
    do {
      now += gapAfter(now);
      requests += 1;
    } while (now < job);
    delay += now - job;
  }
  return { delay: delay / jobs.length, requests: requests / jobs.length };
}

export const fixed = (gap: number) => (): number => gap;

/** Gaps of a fixed length plus a share of the time waited. Ours is of this kind, but has a cap and jitter. */
export const affine =
  (first: number, part: number) =>
  (elapsed: number): number =>
    first + part * elapsed;

/**
 * The affine schedule with the least delay for these jobs, at the given number of requests per job. For each share from 0 to 2
 * it finds the first gap that makes that many requests.
 */
export function bestAffine(jobs: readonly number[], requests: number): Cost & { readonly first: number; readonly part: number } {
  let best: (Cost & { first: number; part: number }) | undefined;
  for (let step = 0; step <= 40; step += 1) {
    const part = step / 20;
    let [low, high] = [1, 60_000];
    // A shorter first gap nearly always makes more requests, so halving finds it to a tenth of a millisecond.
    while (high - low > 0.1) {
      const middle = Math.sqrt(low * high);
      if (replay(jobs, affine(middle, part)).requests > requests) low = middle;
      else high = middle;
    }
    const cost = replay(jobs, affine(high, part));
    if (!best || cost.delay < best.delay) best = { ...cost, first: high, part };
  }
  return best!;
}
