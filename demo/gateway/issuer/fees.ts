import type { Commission } from '../../../src/wire/response/check.js';

// The issuer's own tariff. It shares no code with the widget's estimate, so that tests can find a difference.
interface Tariff {
  /** Hundredths of a percent of the amount. */
  readonly basisPoints: number;
  /** The minimum fee, in US cents. */
  readonly leastCents: number;
  /** Whether a check returns the fee instead of the tariff. */
  readonly exact?: true;
  /** The currency of the fee, if it is not the transfer's. */
  readonly chargesIn?: string;
}

const BY_BRAND: Readonly<Record<string, Tariff>> = {
  visa: { basisPoints: 150, leastCents: 70 },
  mastercard: { basisPoints: 180, leastCents: 90 },
  amex: { basisPoints: 250, leastCents: 150 },
  mir: { basisPoints: 100, leastCents: 50 },
  belkart: { basisPoints: 80, leastCents: 30 },
  humo: { basisPoints: 50, leastCents: 10 },
  uzcard: { basisPoints: 50, leastCents: 10 },
};
const ANY_BRAND: Tariff = { basisPoints: 200, leastCents: 100 };

const BY_BIN: Readonly<Record<string, Tariff>> = {
  520424: { basisPoints: 120, leastCents: 50, exact: true },
  400060: { basisPoints: 125, leastCents: 100, exact: true },
  400061: { basisPoints: 0, leastCents: 0, exact: true },
  400062: { basisPoints: 150, leastCents: 70, chargesIn: 'EUR' },
};

// Units of each currency per US dollar, for minimum fees. The rates are fixed, so that the sandbox's fees never change.
const PER_DOLLAR: Readonly<Record<string, number>> = {
  BYN: 3,
  RUB: 90,
  UAH: 40,
  KZT: 500,
  UZS: 12_500,
  TRY: 40,
  PLN: 4,
  GEL: 3,
  AMD: 400,
  AZN: 2,
  JPY: 150,
  KRW: 1300,
  CNY: 7,
  INR: 85,
  BHD: 0.4,
  KWD: 0.3,
  OMR: 0.4,
  TND: 3,
  CLF: 0.03,
};

const tariffOf = (pan: string, brand: string): Tariff => BY_BIN[pan.slice(0, 6)] ?? BY_BRAND[brand] ?? ANY_BRAND;

// The minimum fee in ten-thousandths of a unit: exact for every exponent up to 4.
const leastOf = ({ leastCents }: Tariff, currency: string): bigint =>
  BigInt(Math.round(leastCents * 100 * (PER_DOLLAR[currency] ?? 1)));

/** Whole minor units of ten-thousandths, half up. */
function toMinor(tenThousandths: bigint, exponent: number): bigint {
  const unit = 10n ** BigInt(4 - exponent);
  return (tenThousandths + unit / 2n) / unit;
}

function decimalText(minor: bigint, exponent: number): string {
  const digits = minor.toString().padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** A source card and the transfer that it pays for; `amount` in minor units of `currency`. */
export interface FeeQuestion {
  readonly pan: string;
  readonly brand: string;
  readonly amount: number;
  readonly currency: string;
  /** ISO 4217 exponent of `currency`. */
  readonly exponent: number;
}

/** The bank's fee for a transfer: decimal text in major units of the transfer's currency, rounded half up. */
export function bankFee({ pan, brand, amount, currency, exponent }: FeeQuestion): string {
  const tariff = tariffOf(pan, brand);
  const least = toMinor(leastOf(tariff, currency), exponent);
  const share = (BigInt(amount) * BigInt(tariff.basisPoints) + 5_000n) / 10_000n;
  return decimalText(share > least ? share : least, exponent);
}

/** Spec 2.3: the commission in a check's response, floats in major units. */
export function commissionFor(question: FeeQuestion): Commission {
  const tariff = tariffOf(question.pan, question.brand);
  const currency = tariff.chargesIn ?? question.currency;
  if (tariff.exact) return { bank_fee: Number(bankFee(question)), currency };
  const exponent = tariff.chargesIn ? 2 : question.exponent;
  const minimum = Number(decimalText(toMinor(leastOf(tariff, currency), exponent), exponent));
  return { minimum, percent: tariff.basisPoints / 100, currency };
}
