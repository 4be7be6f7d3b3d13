/**
 * A figure times `factor` times 10^`power`, rounded half up to a whole number.
 *
 * The figure is a non-negative number or its decimal text. It is never computed as a float: a number stands for its
 * shortest decimal text, so 0.7 is exactly seven tenths and 1.005 is not rounded down.
 *
 * @throws {TypeError} when the figure is anything else.
 */
export function scaled(figure: number | string, factor: bigint, power: number): bigint {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/.exec(String(figure)) ?? [];
  if (whole === undefined) throw new TypeError('a figure must be a decimal number that is not negative');
  const digits = BigInt(whole + fraction) * factor;
  const shift = Number(exponent) - fraction.length + power;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return (digits * 2n + divisor) / (divisor * 2n);
}
