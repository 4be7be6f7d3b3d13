import { exponentOf } from './currency.js';
import { decimal, decimalText, divideHalfUp } from './decimal.js';

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
   * Terms no sum can be made of: a percentage of an amount in another currency, or a currency we don't know. To be
   * shown as they are, as decimal texts in major units.
   */
  | {
      readonly kind: 'terms';
      readonly currency: string;
      readonly minimum?: string;
      readonly percent?: string;
      readonly bankFee?: string;
    };

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
  const minimum = commission?.minimum ?? undefined;
  const percent = commission?.percent ?? undefined;
  const bankFee = commission?.bank_fee ?? undefined;
  if (minimum === undefined && percent === undefined && bankFee === undefined) return undefined;

  const feeCurrency = commission?.currency ?? currency;
  const exponent = exponentOf(feeCurrency);
  const sameCurrency = feeCurrency === currency;
  const fee = exponent === undefined ? undefined : sum();
  if (fee === undefined || fee > Number.MAX_SAFE_INTEGER) {
    return {
      kind: 'terms',
      currency: feeCurrency,
      ...(minimum !== undefined && { minimum: decimalText(minimum) }),
      ...(percent !== undefined && { percent: decimalText(percent) }),
      ...(bankFee !== undefined && { bankFee: decimalText(bankFee) }),
    };
  }
  const told = { fee: Number(fee), currency: feeCurrency };
  if (bankFee === undefined || commission?.currency == null) return { kind: 'estimate', ...told };
  const total = amount + told.fee;
  return { kind: 'exact', ...told, ...(sameCurrency && Number.isSafeInteger(total) && { total }) };

  function sum(): bigint | undefined {
    if (bankFee !== undefined) return minorUnits(bankFee, exponent ?? 0);
    const least = minimum === undefined ? 0n : minorUnits(minimum, exponent ?? 0);
    if (percent === undefined) return least;
    const { digits, scale } = decimal(percent);
    if (!sameCurrency && digits > 0n) return undefined;
    const share = divideHalfUp(BigInt(amount) * digits, 10n ** BigInt(scale + 2));
    return share > least ? share : least;
  }
}

/** A figure in major units as whole minor units, half up. */
function minorUnits(figure: number | string, exponent: number): bigint {
  const { digits, scale } = decimal(figure);
  return divideHalfUp(digits * 10n ** BigInt(exponent), 10n ** BigInt(scale));
}
