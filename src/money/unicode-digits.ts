const digit = /\p{Nd}/u;

/**
 * Replaces every decimal digit of every script by its ASCII digit, and leaves everything else unchanged.
 *
 * `card/unicode-digits.ts` has the same few lines: leaf folders don't import each other, and a third folder for one function
 * would become a folder of leftovers.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?=\D)\p{Nd}/gu, (character) => {
    // Unicode encodes the digits of a script as ten consecutive code points, zero first; adjacent blocks are whole tens.
    const point = character.codePointAt(0) ?? 0;
    let zero = point;
    while (digit.test(String.fromCodePoint(zero - 1))) zero--;
    return String((point - zero) % 10);
  });
}
