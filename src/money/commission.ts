import { exponentOf } from './currency.js';
import { scaled } from './decimal.js';

type Figure = number | string | null | undefined;

/** The commission of a check (spec 2.3), as the gateway sent it: figures in major units of `currency`. */
export interface CommissionTerms {
  readonly minimum?: Figure;
  /** Per cent of the transfer's amount. */
  readonly percent?: Figure;
  readonly bank_fee?: Figure;
  readonly currency?: string | null | undefined;
}

/** The cost of a transfer for the source card, as far as it is known. Sums are in minor units of `currency`. */
export type Fee =
  /** The fee itself; `total` (amount plus fee) only when both are in the same currency. */
  | { readonly kind: 'exact'; readonly fee: number; readonly currency: string; readonly total?: number }
  /** Our estimate from the terms. The gateway may charge a different fee, so there is never a total. */
  | { readonly kind: 'estimate'; readonly fee: number; readonly currency: string }
  /**
   * The fee can't be computed from the terms: a percentage of an amount in another currency, or an unknown currency. Show
   * the terms as the gateway sent them, in major units.
   */
  | { readonly kind: 'terms'; readonly terms: CommissionTerms; readonly currency: string };

/**
 * The fee for a transfer of `amount` (minor units) in `currency`, from the commission of its check. Undefined when the
 * gateway reported none, which is not the same as a fee of 0.
 *
 * `bank_fee` is the fee. Without it, the larger of minimum and percentage is an estimate, because no document gives the
 * formula. Both are rounded half up to the currency's minor unit. A commission without a currency is assumed to be in the
 * transfer's currency, but only as an estimate.
 *
 * @throws {TypeError} when the amount is not a whole number of minor units, or a figure is not a decimal number.
 */
export function feeOf(commission: CommissionTerms | null | undefined, amount: number, currency: string): Fee | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new TypeError('amount must be a whole number of minor units');
  const terms = commission ?? {};
  if (terms.bank_fee == null && terms.minimum == null && terms.percent == null) return undefined;

  const feeCurrency = terms.currency ?? currency;
  const sameCurrency = feeCurrency === currency;
  const fee = minorFee(terms, amount, exponentOf(feeCurrency), sameCurrency);
  if (fee === undefined || fee > Number.MAX_SAFE_INTEGER) return { kind: 'terms', terms, currency: feeCurrency };

  const figure = { fee: Number(fee), currency: feeCurrency };
  if (terms.bank_fee == null || terms.currency == null) return { kind: 'estimate', ...figure };
  const total = amount + figure.fee;
  return { kind: 'exact', ...figure, ...(sameCurrency && Number.isSafeInteger(total) && { total }) };
}

/** The fee in minor units; undefined when it can't be computed from the terms and the currency. */
function minorFee(
  { bank_fee: bankFee, minimum, percent }: CommissionTerms,
  amount: number,
  exponent: number | undefined,
  sameCurrency: boolean,
): bigint | undefined {
  if (exponent === undefined) return undefined;
  if (bankFee != null) return scaled(bankFee, 1n, exponent);
  const least = scaled(minimum ?? 0, 1n, exponent);
  const share = scaled(percent ?? 0, BigInt(amount), -2);
  if (Number(percent) > 0 && !sameCurrency) return undefined;
  return share > least ? share : least;
}
