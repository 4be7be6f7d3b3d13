/** How a locale writes figures of money. */
export interface LocaleStyle {
  /** Its decimal and its group separator. */
  readonly decimal: string;
  readonly group: string;
  /** Its digits, 0 to 9. */
  readonly numerals: readonly string[];
  /** The parts of a whole number of major units, with that many decimals (zeros). */
  readonly parts: (major: number, decimals: number) => readonly Intl.NumberFormatPart[];
}

/**
 * How a locale writes figures of money. The currency's style is asked, as Austria and Switzerland write money with
 * other separators than plain numbers; of which currency makes no difference to figures.
 *
 * @throws {RangeError} on a locale that is no language tag.
 */
export function styleOf(locale: string): LocaleStyle {
  let style = styles.get(locale);
  if (!style) styles.set(locale, (style = readStyle(locale)));
  return style;
}

// A formatter takes longer to make than everything else at a keystroke, so each is made once.
const styles = /* @__PURE__ */ new Map<string, LocaleStyle>();

const PARTS = ['integer', 'group', 'decimal', 'fraction'];

function readStyle(locale: string): LocaleStyle {
  const formats: Intl.NumberFormat[] = [];
  // One sum stands on a page in several places, and is drawn again at each keystroke.
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
  return {
    decimal: separator('decimal'),
    group: separator('group'),
    numerals: Array.from({ length: 10 }, (_, value) => plain.format(value)),
    parts,
  };
}
