/** What a payer typed, and only the gateway may learn. */
export interface Secrets {
  /** PANs, digits only. */
  readonly pans: Iterable<string>;
  /** Verification values. */
  readonly codes: Iterable<string>;
}

const GAP = String.raw`[\s\u00a0._+\-]{0,2}`;

/** More consecutive digits of a PAN than may be shown: the first six and the last four are allowed. */
const WINDOW = 12;

function panPatterns(pan: string): RegExp[] {
  const windows = Array.from({ length: Math.max(1, pan.length - WINDOW + 1) }, (_, from) => pan.slice(from, from + WINDOW));
  // Many ids contain runs of zeros.
  const distinct = windows.filter((digits) => new Set(digits).size > 1);
  return distinct.map((digits) => new RegExp(digits.split('').join(GAP)));
}

/** The patterns of a PAN inside base64, one for each possible offset. */
function base64Patterns(pan: string): RegExp[] {
  return [0, 1, 2].map((shift) => {
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + pan.length) * 8) / 6);
    return new RegExp(
      btoa('\0'.repeat(shift) + pan)
        .slice(from, to)
        .replaceAll('+', String.raw`\+`),
    );
  });
}

/**
 * Figures that are random or vary with time, and would sooner or later be equal to a verification value: UUIDs, whose groups may
 * consist of digits alone, the positions in a stack, and the milliseconds that a record has between the page's clock and the gateway's.
 */
const CHANCE =
  /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])|:\d+:\d+\b(?<=\b(?:https?|file|node):[^\s"'()<>]*)|"ahead":-?\d+/gi;

/**
 * Three or four digits occur everywhere: they count only when they stand alone, not in a number or a name. In a random base64url
 * text of 43 characters that happens once in about six million times, where a dash stands on both sides.
 */
const codePattern = (code: string): RegExp =>
  new RegExp(String.raw`(?<![\w.,])` + code.split('').join(String.raw`[\s\u00a0\-]?`) + String.raw`(?!\w|[.,]\d)`);

const withoutChance = (text: string): string => text.replaceAll(CHANCE, 'x');

function decoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/**
 * Creates a function that finds in a text a PAN (or twelve consecutive digits of it), plain, grouped, percent-encoded or in
 * base64, or a verification value. The function returns what it found with its context, or undefined.
 */
export function secretFinder({ pans, codes }: Secrets): (text: string) => string | undefined {
  const kinds = [
    ...[...pans].map((pan) => ['a PAN', [...panPatterns(pan), ...base64Patterns(pan)], (text: string) => text] as const),
    ...[...codes].map((code) => ['a verification value', [codePattern(code)], withoutChance] as const),
  ];
  return (text) => {
    const readings = text.includes('%') ? [text, decoded(text)] : [text];
    for (const [kind, patterns, read] of kinds) {
      for (const reading of readings.map(read)) {
        for (const pattern of patterns) {
          const found = pattern.exec(reading);
          if (!found) continue;
          const around = reading.slice(Math.max(0, found.index - 60), found.index + found[0].length + 20);
          return `${kind} in “${around}”`;
        }
      }
    }
    return undefined;
  };
}
