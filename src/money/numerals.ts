const digit = /\p{Nd}/u;

/**
 * The text with every decimal digit of every script as ASCII; all else stays as it is.
 *
 * The card room has the same few lines. Rooms of this floor don't import each other, and a third room for one function
 * would be the beginning of a drawer.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?=\D)\p{Nd}/gu, (character) => {
    // Unicode lays a script's digits out as ten neighbours, zero first; sets that touch still come in whole tens.
    const point = character.codePointAt(0) ?? 0;
    let zero = point;
    while (digit.test(String.fromCodePoint(zero - 1))) zero--;
    return String((point - zero) % 10);
  });
}
