// What people write and no locale's data has.
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  USD: ['US$'],
  RUB: ['руб', 'р', 'rub'],
  BYN: ['Br', 'руб', 'р'],
  UAH: ['грн'],
  KZT: ['тг', 'тенге'],
  UZS: ['сум'],
  PLN: ['zl'],
  EUR: ['euro'],
};

const symbolsByName = /* @__PURE__ */ new Map<string, readonly RegExp[]>();

/** What may follow a symbol: its point, and spaces. */
const TAIL = /\.?\s*/y;

/**
 * The text without the code and the symbols of its currency before and after the number, as a locale or English writes them: "$"
 * with any dollar.
 *
 * It reads from position to position. As one pattern, "р." could be read with its point or as "р" and a point, which makes
 * 2ⁿ readings of n symbols.
 *
 * @throws {RangeError} when the locale is not a language tag.
 */
export function withoutSymbols(text: string, currency: string, locale: string): string {
  const name = `${currency} ${locale}`;
  let symbols = symbolsByName.get(name);
  if (!symbols) symbolsByName.set(name, (symbols = readSymbols(currency, locale)));
  let start = 0;
  for (let end; (end = endsOf(symbols, text, start)[0]) !== undefined;) start = afterTail(text, end);
  let end = text.length;
  // The places from which nothing but symbols follows.
  const ahead = new Set([end]);
  for (let at = end - 1; at >= start; at--) {
    if (endsOf(symbols, text, at).some((after) => ahead.has(after) || ahead.has(afterTail(text, after)))) ahead.add((end = at));
  }
  return text.slice(start, end);
}

/** The ends of the symbols that begin at a position, the longest first. */
const endsOf = (symbols: readonly RegExp[], text: string, at: number): number[] =>
  symbols.flatMap((symbol) => {
    symbol.lastIndex = at;
    return symbol.test(text) ? [symbol.lastIndex] : [];
  });

function afterTail(text: string, at: number): number {
  TAIL.lastIndex = at;
  TAIL.test(text);
  return TAIL.lastIndex;
}

function readSymbols(currency: string, locale: string): readonly RegExp[] {
  const symbols = [locale, 'en'].flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay }).formatToParts(0);
      return (
        parts
          .find(({ type }) => type === 'currency')
          ?.value.replace(/\p{Cf}/gu, '')
          .trim() ?? ''
      );
    }),
  );
  return (
    [...new Set([currency, ...symbols, ...(WRITTEN[currency] ?? [])])]
      .filter((symbol) => symbol !== '' && !/^[\d.,\s]+$/.test(symbol))
      // The longest first: "CA$" before "$".
      .sort((one, other) => other.length - one.length)
      .map((symbol) => new RegExp(symbol.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`), 'iuy'))
  );
}
