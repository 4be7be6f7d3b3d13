/** A distribution of jobs' times. */
export interface Distribution {
  readonly name: string;
  /** Milliseconds from the POST's answer to the job's end, one draw; `uniform` gives numbers from 0 to below 1. */
  readonly draw: (uniform: () => number) => number;
}

/** Numbers from 0 to below 1 that are the same in every run (mulberry32), so that two runs differ by the code alone. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Box and Muller.
const normal = (uniform: () => number): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());

const lognormal =
  (medianMs: number, sigma: number) =>
  (uniform: () => number): number =>
    medianMs * Math.exp(sigma * normal(uniform));

/** How long jobs may take: the usual case, and three that a schedule fitted to it would serve badly. */
export const DISTRIBUTIONS: readonly Distribution[] = [
  { name: 'median 1.2 s, lognormal', draw: lognormal(1200, 0.8) },
  {
    name: 'bimodal, 0.3 s or 8 s',
    draw: (uniform) => (uniform() < 0.7 ? lognormal(300, 0.2)(uniform) : lognormal(8000, 0.2)(uniform)),
  },
  { name: 'uniform, 0.5 s to 3 s', draw: (uniform) => 500 + 2500 * uniform() },
  // Pareto with infinite variance, cut where patience ends soon.
  { name: 'heavy tail, from 0.4 s', draw: (uniform) => Math.min(400 * (1 - uniform()) ** (-1 / 1.2), 600_000) },
];
