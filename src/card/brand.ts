/** A card brand and what its numbers look like. */
export interface Brand {
  /** The name in lower case, as gateways spell it in `brand` (spec 2.6). */
  readonly id: BrandId;
  /** The name to show. */
  readonly name: string;
  /** A shorter name, where there is one that payers know. */
  readonly short?: string;
  /** Leading digits, separated by spaces: values, and inclusive ranges whose upper end is given by its last digits. */
  readonly ranges: string;
  /** Every length that a PAN can have, in digits, ascending. */
  readonly lengths: readonly number[];
  /** The sizes of the digit groups printed on the card. Further digits form groups of the last size. Default: fours. */
  readonly groups?: readonly number[];
  /** The length of the verification value in digits. Default: 3. */
  readonly verificationLength?: 4;
  /** False where not every PAN of the brand passes the Luhn check. */
  readonly luhn?: false;
}

export type BrandId =
  | 'visa'
  | 'mastercard'
  | 'maestro'
  | 'amex'
  | 'mir'
  | 'belkart'
  | 'unionpay'
  | 'jcb'
  | 'diners'
  | 'discover'
  | 'uzcard'
  | 'humo'
  | 'troy'
  | 'elo'
  | 'verve'
  | 'rupay';

const SIXTEEN = [16];
const SIXTEEN_TO_NINETEEN = [16, 17, 18, 19];

/**
 * The brands. A more specific range wins over a wider one, whatever the order here: Elo, Verve and RuPay sit inside
 * the ranges of Visa, Maestro and Discover.
 *
 * Some UnionPay and Elo numbers fail the Luhn check, and Belkart and Humo publish no rule, so none of the four is checked.
 * Refusing a good card costs more than letting a typo through: the gateway's check finds that.
 */
export const BRANDS: readonly Brand[] = [
  {
    id: 'amex',
    name: 'American Express',
    short: 'Amex',
    ranges: '34 37',
    lengths: [15],
    groups: [4, 6, 5],
    verificationLength: 4,
  },
  { id: 'belkart', name: 'Belkart', ranges: '9112', lengths: SIXTEEN, luhn: false },
  { id: 'diners', name: 'Diners Club', short: 'Diners', ranges: '300-5 3095 36 38 39', lengths: [14, 16, 19], groups: [4, 6, 4] },
  { id: 'discover', name: 'Discover', ranges: '6011 644-9 65', lengths: [16, 19] },
  {
    id: 'elo',
    name: 'Elo',
    ranges:
      '401178-9 431274 438935 451416 457393 457631-2 504175 506699-778 509000-999 627780 636297 636368 ' +
      '650031-3 650035-51 650405-39 650485-538 650541-98 650700-18 650720-7 650901-78 ' +
      '651652-79 655000-19 655021-58',
    lengths: SIXTEEN,
    luhn: false,
  },
  { id: 'humo', name: 'Humo', ranges: '9860', lengths: SIXTEEN, luhn: false },
  { id: 'jcb', name: 'JCB', ranges: '3528-89', lengths: SIXTEEN_TO_NINETEEN },
  { id: 'maestro', name: 'Maestro', ranges: '50 56-9 63 67', lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { id: 'mastercard', name: 'Mastercard', ranges: '51-5 2221-720', lengths: SIXTEEN },
  { id: 'mir', name: 'Mir', ranges: '2200-4', lengths: SIXTEEN_TO_NINETEEN },
  { id: 'rupay', name: 'RuPay', ranges: '508500-999 606985-7984 608001-500 652150-3149 817200-20199', lengths: SIXTEEN },
  { id: 'troy', name: 'Troy', ranges: '9792', lengths: SIXTEEN },
  { id: 'unionpay', name: 'UnionPay', ranges: '62 8100-71', lengths: SIXTEEN_TO_NINETEEN, luhn: false },
  { id: 'uzcard', name: 'Uzcard', ranges: '8600 5614', lengths: SIXTEEN },
  { id: 'verve', name: 'Verve', ranges: '506099-198 507865-964 650002-27', lengths: [16, 18, 19] },
  { id: 'visa', name: 'Visa', ranges: '4', lengths: [13, 16, 18, 19] },
];

interface Range {
  readonly low: string;
  readonly high: string;
  readonly brand: Brand;
}

// Parsed once: a brand is looked up at every keystroke, and for every payment that a server takes.
let ranges: readonly Range[] | undefined;

const readRanges = (): readonly Range[] =>
  BRANDS.flatMap((brand) =>
    brand.ranges.split(' ').map((range) => {
      const [low = '', end = ''] = range.split('-');
      return { low, high: low.slice(0, low.length - end.length) + end, brand };
    }),
  );

/**
 * The brand of a PAN, by its leading digits; undefined while they match no brand (an unknown brand is not an error).
 *
 * While a number is being typed, the answer only becomes more specific: a known brand never becomes unknown, and from the
 * sixth digit on it no longer changes.
 */
export function brandOf(digits: string): Brand | undefined {
  let narrowest: Range | undefined;
  for (const range of (ranges ??= readRanges())) {
    const { low, high } = range;
    const head = digits.slice(0, low.length);
    // The widths are equal, so comparing the strings compares the numbers.
    const fits = head.length === low.length && head >= low && head <= high;
    if (fits && low.length > (narrowest?.low.length ?? 0)) narrowest = range;
  }
  return narrowest?.brand;
}
