/** Different valid PANs (ISO/IEC 7812-1 annex B: the last digit makes the Luhn sum a multiple of ten). */
export function pans(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const digits = `400000${String(index).padStart(9, '0')}`;
    const sum = Array.from(digits).reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return `${digits}${(10 - (sum % 10)) % 10}`;
  });
}

/** An order of one of the buyers, in clear. */
export const orderOf = (number: string, changes: object = {}) => ({
  credit_card: { number, verification_value: '123', exp_month: '01', exp_year: '2030' },
  ...changes,
});
