/** How a locale writes amounts of money. */
export interface LocaleStyle {
  /** The decimal and group separators. */
  readonly decimal: string;
  readonly group: string;
  /** The digits 0 to 9. */
  readonly numerals: readonly string[];
  /** The parts of a whole number of major units, with the given number of decimals (zeros). */
  readonly parts: (major: number, decimals: number) => readonly Intl.NumberFormatPart[];
  /** A decimal figure with at least this many decimals. */
  readonly major: (figure: number | string, decimals: number) => string;
}

/** The most decimals that every engine formats. */
export const DECIMALS = 20;

/**
 * How a locale writes amounts of money. It uses the currency style, because Austria and Switzerland write money with
 * different separators than plain numbers; which currency makes no difference.
 *
 * @throws {RangeError} when the locale is not a language tag.
 */
export function styleOf(locale: string): LocaleStyle {
  let style = styles.get(locale);
  if (!style) styles.set(locale, (style = readStyle(locale)));
  return style;
}

// Creating a formatter takes longer than everything else at a keystroke, so each is created once.
const styles = /* @__PURE__ */ new Map<string, LocaleStyle>();

const PARTS = ['integer', 'group', 'decimal', 'fraction'];

function readStyle(locale: string): LocaleStyle {
  const formats: Intl.NumberFormat[] = [];
  // The same sum appears in several places on a page, and is rendered again at every keystroke.
  let last: { readonly major: number; readonly decimals: number; readonly parts: readonly Intl.NumberFormatPart[] } | undefined;
  const parts = (major: number, decimals: number): readonly Intl.NumberFormatPart[] => {
    if (last?.major === major && last.decimals === decimals) return last.parts;
    formats[decimals] ??= new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    const all = formats[decimals].formatToParts(major);
    last = { major, decimals, parts: all.filter(({ type }) => PARTS.includes(type)) };
    return last.parts;
  };
  const sample = parts(1_234_567, 1);
  const separator = (type: string) => sample.find((part) => part.type === type)?.value ?? '';
  const plain = new Intl.NumberFormat(locale);
  const major = (figure: number | string, decimals: number): string =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: decimals,
      maximumFractionDigits: DECIMALS,
    })
      // A text keeps all its digits, where the engine reads one.
      .formatToParts(figure as number)
      .flatMap(({ type, value }) => (PARTS.includes(type) ? [value] : []))
      .join('');
  return {
    decimal: separator('decimal'),
    group: separator('group'),
    numerals: Array.from({ length: 10 }, (_, value) => plain.format(value)),
    parts,
    major,
  };
}
