import { digitsIn, readable } from './unicode-digits.js';

/** Digits with a dot, or at most three spaces or dashes, between two of them; a wider gap, a tab or a line break separates numbers. */
const NUMBER = /\d(?:(?:[\p{Zs}\p{Pd}]{0,3}|\.)\d)*/gu;

/**
 * What makes a text ambiguous: numerals that are not decimal digits (½, ⑤, 〇), which would be lost; the plus sign of a phone
 * number; characters that stand for a hidden digit; the slash of an expiry date; a letter that touches a digit (`22B`, `42O0`),
 * except in scripts that write words without spaces.
 */
const AMBIGUOUS =
  /[^\d\P{N}]|[+＋*＊∗•●◦∙·…?_×✕]|\d\s*\/|\/\s*\d|[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]\d|\d[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]|(?<!\p{L})[xXхХ]+(?!\p{L})/u;

/**
 * All digits of the only number in a text, in any script; empty for a blank text.
 *
 * Undefined when the text is ambiguous: an expiry date after the number, a digit in its label ("Card 1: 4200…"), a letter or a
 * hidden digit in it, or the plus sign of a phone number. Its digits alone would be a different card number.
 */
export function panDigits(text: string): string | undefined {
  const plain = readable(text);
  if (plain === '') return '';
  const [number, second] = plain.match(NUMBER) ?? [];
  return number === undefined || second !== undefined || AMBIGUOUS.test(plain) ? undefined : digitsIn(number);
}
