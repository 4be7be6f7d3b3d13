const digit = /\p{Nd}/u;

/**
 * The text with every decimal digit of every script (full-width, Arabic-Indic, Persian, Devanagari…) as ASCII; all
 * else stays as it is.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?=\D)\p{Nd}/gu, (character) => {
    // Unicode lays a script's digits out as ten neighbours, zero first. Where sets touch (the mathematical ones do),
    // the run is a whole number of tens, so the distance to its beginning still ends in the digit's value.
    const point = character.codePointAt(0) ?? 0;
    let zero = point;
    while (digit.test(String.fromCodePoint(zero - 1))) zero--;
    return String((point - zero) % 10);
  });
}

/** The text as a person reads it: digits as ASCII, no invisible marks, no space around it. */
export function readable(text: string): string {
  return asciiDigits(text.replace(/\p{Cf}/gu, '')).trim();
}

/** The decimal digits of the text, as ASCII, and nothing else of it. */
export function digitsIn(text: string): string {
  return asciiDigits(text).replace(/\D/g, '');
}
