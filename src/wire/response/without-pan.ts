// A digit of any script, and whatever a person or a program sets between digits: spaces and dashes of every width, dots,
// slashes, signs that nobody sees, also as they stand in an address. Commas and colons part lists, dates and times.
const PAN = /\p{Nd}(?:(?:%2[0D]|[^\p{L}\p{N}%,:;]{0,3})\p{Nd}){11,}/gu;

/**
 * A gateway's text without card numbers: 12 digits or more, however they are grouped, become `****`. These texts are
 * shown and reported; a number that a gateway repeats in one goes no further.
 */
export const withoutPan = (text: string): string => text.replaceAll(PAN, '****');
