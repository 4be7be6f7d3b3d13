/**
 * Throws dice: each call returns whether an event of this probability happens. The same seed gives the same sequence, so that
 * a run with faults can be repeated.
 */
export function createDice(seed: number, probability: number): () => boolean {
  // mulberry32, a 32-bit generator: random enough for faults.
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < probability;
  };
}
