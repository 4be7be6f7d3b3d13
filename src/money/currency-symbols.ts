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

const known = /* @__PURE__ */ new Map<string, RegExp>();

/**
 * Finds the code or a symbol of a currency before a number, after it, or both, as a locale or English writes it: "$" with any
 * dollar.
 *
 * @throws {RangeError} when the locale is not a language tag.
 */
export function symbolsOf(currency: string, locale: string): RegExp {
  const name = `${currency} ${locale}`;
  let pattern = known.get(name);
  if (!pattern) known.set(name, (pattern = readSymbols(currency, locale)));
  return pattern;
}

function readSymbols(currency: string, locale: string): RegExp {
  const shown = [locale, 'en'].flatMap((language) =>
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
  const symbols = [...new Set([currency, ...shown, ...(WRITTEN[currency] ?? [])])]
    .filter((symbol) => symbol !== '' && !/^[\d.,\s]+$/.test(symbol))
    // The longest first: "CA$" before "$".
    .sort((one, other) => other.length - one.length)
    .map((symbol) => symbol.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`));
  const any = `(?:(?:${symbols.join('|')})\\.?\\s*)+`;
  return new RegExp(`^${any}|${any}$`, 'giu');
}
