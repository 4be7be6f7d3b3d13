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

/** What a transfer costs the source card, as far as it is known. Money in minor units of `currency`. */
export type Fee =
  /** The fee itself; `total` (amount and fee) only when both are of one currency. */
  | { readonly kind: 'exact'; readonly fee: number; readonly currency: string; readonly total?: number }
  /** Our reckoning from the terms. The gateway may take another sum, so there is never a total. */
  | { readonly kind: 'estimate'; readonly fee: number; readonly currency: string }
  /**
   * No sum can be made of the terms: a percentage of an amount in another currency, or a currency we don't know. To be
   * shown as the gateway gave them, in major units.
   */
  | { readonly kind: 'terms'; readonly terms: CommissionTerms; readonly currency: string };

/**
 * The fee of a transfer of `amount` (minor units) in `currency`, from the commission of its check. Undefined when the
 * gateway told none, which is not the same as a fee of 0.
 *
 * `bank_fee` is the fee; else the larger of minimum and percentage is an estimate, as no document gives the formula.
 * Both are rounded half up to the currency's minor unit. A commission that names no currency is taken to be in the
 * transfer's, but only as an estimate.
 *
 * @throws {TypeError} on an amount that is no whole number of minor units, or a figure that is no decimal number.
 */
export function feeOf(commission: CommissionTerms | null | undefined, amount: number, currency: string): Fee | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new TypeError('amount must be a whole number of minor units');
  const terms = commission ?? {};
  if (terms.bank_fee == null && terms.minimum == null && terms.percent == null) return undefined;

  const feeCurrency = terms.currency ?? currency;
  const sameCurrency = feeCurrency === currency;
  const fee = minorFee(terms, amount, exponentOf(feeCurrency), sameCurrency);
  if (fee === undefined || fee > Number.MAX_SAFE_INTEGER) return { kind: 'terms', terms, currency: feeCurrency };

  const told = { fee: Number(fee), currency: feeCurrency };
  if (terms.bank_fee == null || terms.currency == null) return { kind: 'estimate', ...told };
  const total = amount + told.fee;
  return { kind: 'exact', ...told, ...(sameCurrency && Number.isSafeInteger(total) && { total }) };
}

/** The fee in minor units, or undefined when the terms and what is known of the currency make no sum. */
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
