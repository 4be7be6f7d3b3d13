/**
 * The value below which a share of the values lies, interpolated between two of them if necessary.
 *
 * @param {readonly number[]} values at least one.
 * @param {number} share from 0 to 1.
 */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new RangeError('Expected at least one value.');
  return below + (above - below) * (at - Math.floor(at));
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * How far the middle half of the values reaches, as a share of their median: 0.1 means about ten percent of noise.
 *
 * @param {readonly number[]} values
 */
export const spread = (values) => (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);

/**
 * Compares measurements that were made side by side, round for round. The figure is the median of the rounds' own ratios:
 * anything that slows the machine for a while slows both halves of a round, and drops out.
 *
 * @param {readonly number[]} ours
 * @param {readonly number[]} beside the divisors, of the same rounds.
 */
export function compare(ours, beside) {
  if (ours.length !== beside.length) throw new RangeError(`Expected pairs; got ${ours.length} and ${beside.length}.`);
  const ratios = ours.map((value, round) => value / /** @type {number} */ (beside[round]));
  return { ours: median(ours), beside: median(beside), ratio: median(ratios), spread: spread(ratios) };
}
