/** A card brand and what its numbers look like. */
export interface Brand {
  /** The name in lower case, as gateways spell it in `brand` (spec 2.6). */
  readonly id: BrandId;
  /** The name to show. */
  readonly name: string;
  /** Leading digits: single values and inclusive ranges of equal width, separated by spaces. */
  readonly ranges: string;
  /** Every length of a PAN, ascending, in digits. */
  readonly lengths: readonly number[];
  /** The groups of digits as printed on the card; further digits continue in groups of the last size. */
  readonly groups: readonly number[];
  /** The length of the verification value, in digits. */
  readonly verificationLength: 3 | 4;
  /** Whether every PAN of the brand passes the Luhn check. */
  readonly luhn: boolean;
}

export type BrandId =
  | 'visa' | 'mastercard' | 'maestro' | 'amex' | 'mir' | 'belkart' | 'unionpay' | 'jcb'
  | 'diners' | 'discover' | 'uzcard' | 'humo' | 'troy' | 'elo' | 'verve' | 'rupay';

const FOURS = [4];
const SIXTEEN = [16];
const SIXTEEN_TO_NINETEEN = [16, 17, 18, 19];

/**
 * The brands. A more specific range wins over a wider one, whatever the order here: Elo, Verve and RuPay sit inside
 * the ranges of Visa, Maestro and Discover.
 *
 * UnionPay and Elo have numbers that fail Luhn, Belkart and Humo publish no rule: none of the four is held to it. A
 * good card refused costs more than a typing error, which the gateway's check finds.
 */
export const BRANDS: readonly Brand[] = [
  { id: 'visa', name: 'Visa', ranges: '4', lengths: [13, 16, 18, 19], groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'mastercard', name: 'Mastercard', ranges: '51-55 2221-2720', lengths: SIXTEEN, groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'maestro', name: 'Maestro', ranges: '50 56-59 63 67', lengths: [12, 13, 14, 15, 16, 17, 18, 19], groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'amex', name: 'American Express', ranges: '34 37', lengths: [15], groups: [4, 6, 5], verificationLength: 4, luhn: true },
  { id: 'mir', name: 'Mir', ranges: '2200-2204', lengths: SIXTEEN_TO_NINETEEN, groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'belkart', name: 'Belkart', ranges: '9112', lengths: SIXTEEN, groups: FOURS, verificationLength: 3, luhn: false },
  { id: 'unionpay', name: 'UnionPay', ranges: '62 8100-8171', lengths: SIXTEEN_TO_NINETEEN, groups: FOURS, verificationLength: 3, luhn: false },
  { id: 'jcb', name: 'JCB', ranges: '3528-3589', lengths: SIXTEEN_TO_NINETEEN, groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'diners', name: 'Diners Club', ranges: '300-305 3095 36 38 39', lengths: [14, 16, 19], groups: [4, 6, 4], verificationLength: 3, luhn: true },
  { id: 'discover', name: 'Discover', ranges: '6011 644-649 65', lengths: [16, 19], groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'uzcard', name: 'Uzcard', ranges: '8600 5614', lengths: SIXTEEN, groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'humo', name: 'Humo', ranges: '9860', lengths: SIXTEEN, groups: FOURS, verificationLength: 3, luhn: false },
  { id: 'troy', name: 'Troy', ranges: '9792', lengths: SIXTEEN, groups: FOURS, verificationLength: 3, luhn: true },
  {
    id: 'elo', name: 'Elo',
    ranges:
      '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368 ' +
      '650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978 ' +
      '651652-651679 655000-655019 655021-655058',
    lengths: SIXTEEN, groups: FOURS, verificationLength: 3, luhn: false,
  },
  { id: 'verve', name: 'Verve', ranges: '506099-506198 507865-507964 650002-650027', lengths: [16, 18, 19], groups: FOURS, verificationLength: 3, luhn: true },
  { id: 'rupay', name: 'RuPay', ranges: '508500-508999 606985-607984 608001-608500 652150-653149 817200-820199', lengths: SIXTEEN, groups: FOURS, verificationLength: 3, luhn: true },
];

/**
 * The brand of a PAN from its leading digits, or undefined while they fit none (an unknown brand is no error).
 *
 * While a number is typed the answer only ever becomes more specific: once known it never turns unknown, and from the
 * sixth digit on it stays.
 */
export function brandOf(digits: string): Brand | undefined {
  let found: Brand | undefined;
  let width = 0;
  for (const brand of BRANDS) {
    for (const range of brand.ranges.split(' ')) {
      const [low = '', high = low] = range.split('-');
      const head = digits.slice(0, low.length);
      // Equal widths, so the order of the texts is the order of the numbers.
      if (low.length > width && head.length === low.length && head >= low && head <= high) {
        found = brand;
        width = low.length;
      }
    }
  }
  return found;
}
