/**
 * Throws dice: each call says whether an event of this probability happens. The same seed brings the same row of
 * answers, so that a run with faults can be had again.
 */
export function createDice(seed: number, probability: number): () => boolean {
  // A multiplicative generator of 32 bits (mulberry32): more than even enough for faults.
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < probability;
  };
}
