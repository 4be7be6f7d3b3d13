/** A decimal number that is never a float: its value is `digits` / 10^`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/**
 * Reads a number, or its decimal text, that is not negative. A number counts by its shortest decimal text, so 0.7 is
 * seven tenths and 1e-7 keeps its one digit.
 *
 * @throws {TypeError} on anything else.
 */
export function decimal(figure: number | string): Decimal {
  const [, whole, fraction = '', power = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/.exec(String(figure)) ?? [];
  if (whole === undefined) throw new TypeError('a figure must be a decimal number that is not negative');
  const scale = fraction.length - Number(power);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** The decimal text of a figure, without an exponent: 1e-7 is "0.0000001". */
export function decimalText(figure: number | string): string {
  const { digits, scale } = decimal(figure);
  const text = String(digits).padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** `numerator` / `denominator` to the nearest whole number; a half goes up. Neither is negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator * 2n + denominator) / (denominator * 2n);
}
