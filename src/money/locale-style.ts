/** How a locale writes amounts of money. */
export interface LocaleStyle {
  /** The decimal and group separators. */
  readonly decimal: string;
  readonly group: string;
  /** The digits 0 to 9. */
  readonly numerals: readonly string[];
  /** A whole number of major units and its decimals, which are ASCII digits or nothing. */
  readonly figure: (major: number, fraction: string) => string;
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

/**
 * A decimal figure as the locale writes money, with at least this many decimals, and not rounded.
 *
 * @throws {RangeError} when the locale is not a language tag.
 */
export const formatDecimal = (figure: number | string, decimals: number, locale: string): string =>
  figureOf(
    moneyFormat(locale, decimals, DECIMALS)
      // A text keeps all its digits, where the engine reads one.
      .formatToParts(figure as number),
  );

// Creating a formatter takes longer than everything else at a keystroke, so each is created once. English needs none: on a slow
// phone the first one takes 60 ms, and a form that shows its amount would appear that much later.
const styles = /* @__PURE__ */ new Map<string, LocaleStyle>([
  [
    'en',
    {
      decimal: '.',
      group: ',',
      numerals: Array.from('0123456789'),
      figure: (major, fraction) => String(major).replace(/\B(?=(\d{3})+$)/g, ',') + (fraction && `.${fraction}`),
    },
  ],
]);

/** Languages of which Chromium has no figures; in Arabic script they have others. */
const LACKING = /^(?:az|be|hy|ka|kk|ky|mn|tg|tk|uz)\b(?!.*-arab)/i;

/**
 * The locale that `Intl` is asked for figures. A browser that lacks a language writes those of its own language, or of none: "1,500"
 * would not be what the payer means by it. There, the language is replaced by one that writes sums alike.
 */
export function localeOfFigures(locale: string): string {
  const [language] = LACKING.exec(locale) ?? [];
  if (!language) return locale;
  const alike = /az/i.test(language) ? 'id' : /mn/i.test(language) ? 'en' : 'ru';
  const isThere = Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  // All but Mongolian have a decimal comma, and Chromium supports some of them by name alone.
  return isThere && (alike === 'en' || new Intl.NumberFormat(locale).format(0.5).includes(','))
    ? locale
    : locale.replace(language, alike);
}

const moneyFormat = (locale: string, atLeast: number, atMost: number): Intl.NumberFormat =>
  new Intl.NumberFormat(localeOfFigures(locale), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: atLeast,
    maximumFractionDigits: atMost,
  });

const FIGURE = ['integer', 'group', 'decimal', 'fraction'];

const figureOf = (parts: readonly Intl.NumberFormatPart[]): string =>
  parts.flatMap(({ type, value }) => (FIGURE.includes(type) ? [value] : [])).join('');

function readStyle(locale: string): LocaleStyle {
  const formats: Intl.NumberFormat[] = [];
  const format = (major: number, decimals: number): readonly Intl.NumberFormatPart[] =>
    (formats[decimals] ??= moneyFormat(locale, decimals, decimals)).formatToParts(major);
  // All digits, and both separators.
  const sample = format(1_234_567_890, 1);
  const valueOf = (wanted: string): string => sample.flatMap(({ type, value }) => (type === wanted ? [value] : [])).join('');
  // Digits of some scripts are two units of UTF-16 each.
  const numerals = Array.from(valueOf('integer'));
  numerals.unshift(...numerals.splice(-1));
  // The same sum appears in several places on a page, and is rendered again at every keystroke.
  let last: { readonly major: number; readonly decimals: number; readonly parts: readonly Intl.NumberFormatPart[] } | undefined;
  return {
    decimal: valueOf('decimal'),
    group: sample.find(({ type }) => type === 'group')?.value ?? '',
    numerals,
    figure: (major, fraction) => {
      const decimals = fraction.length;
      if (last?.major !== major || last.decimals !== decimals) last = { major, decimals, parts: format(major, decimals) };
      return figureOf(
        last.parts.map((part) =>
          part.type === 'fraction'
            ? { ...part, value: fraction.replace(/\d/g, (digit) => numerals[Number(digit)] ?? digit) }
            : part,
        ),
      );
    },
  };
}
