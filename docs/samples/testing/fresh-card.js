/** A valid card number that begins with 4. */
export function freshCard() {
  const digits = ['4', ...Array.from({ length: 14 }, () => String(Math.floor(Math.random() * 10)))];
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}
