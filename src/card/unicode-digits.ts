const digit = /\p{Nd}/u;

/**
 * Replaces every decimal digit of every script (full-width, Arabic-Indic, Persian, Devanagari…) by its ASCII digit, and
 * leaves everything else unchanged.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?=\D)\p{Nd}/gu, (character) => {
    // Unicode encodes the digits of a script as ten consecutive code points, zero first. Where such blocks are adjacent
    // (the mathematical digits), their length is a multiple of ten, so the offset modulo ten is still the digit's value.
    const point = character.codePointAt(0) ?? 0;
    let zero = point;
    while (digit.test(String.fromCodePoint(zero - 1))) zero--;
    return String((point - zero) % 10);
  });
}

/** Marks that nobody sees, except where they join two letters, as in Persian and Indic names. */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}|(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/gu;

/** The text without invisible marks, which a copied text brings along: of directions, of places to break a line. */
export const visible = (text: string): string => text.replace(INVISIBLE, '');

/** The text as a person reads it: ASCII digits, no invisible marks, no surrounding spaces. */
export function readable(text: string): string {
  return asciiDigits(text.replace(/\p{Cf}/gu, '')).trim();
}

/** Only the decimal digits of the text, in ASCII. */
export function digitsIn(text: string): string {
  return asciiDigits(text).replace(/\D/g, '');
}
