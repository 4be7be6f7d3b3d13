import creditCardType from 'credit-card-type';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BRANDS, brandOf } from '../../src/card/brand.js';
import { verificationLengths } from '../../src/card/verification-value.js';

test.each([
  ['4', 'visa'],
  ['4200', 'visa'],
  ['51', 'mastercard'],
  ['55', 'mastercard'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['50', 'maestro'],
  ['5018', 'maestro'],
  ['58', 'maestro'],
  ['6304', 'maestro'],
  ['6759', 'maestro'],
  ['34', 'amex'],
  ['37', 'amex'],
  ['2200', 'mir'],
  ['2204', 'mir'],
  ['9112', 'belkart'],
  ['62', 'unionpay'],
  ['8100', 'unionpay'],
  ['8171', 'unionpay'],
  ['3528', 'jcb'],
  ['3589', 'jcb'],
  ['300', 'diners'],
  ['305', 'diners'],
  ['3095', 'diners'],
  ['36', 'diners'],
  ['38', 'diners'],
  ['39', 'diners'],
  ['6011', 'discover'],
  ['644', 'discover'],
  ['649', 'discover'],
  ['65', 'discover'],
  ['8600', 'uzcard'],
  ['5614', 'uzcard'],
  ['9860', 'humo'],
  ['9792', 'troy'],
  ['401178', 'elo'],
  ['509000', 'elo'],
  ['636368', 'elo'],
  ['650031', 'elo'],
  ['506099', 'verve'],
  ['507865', 'verve'],
  ['650002', 'verve'],
  ['508500', 'rupay'],
  ['607000', 'rupay'],
  ['652150', 'rupay'],
  ['817200', 'rupay'],
])('a number of %s begins with %s', (digits, id) => {
  expect(brandOf(digits)?.id).toBe(id);
});

// Both ends of the ranges, and the numbers next to them.
test.each([
  ['401177', 'visa'],
  ['401179', 'elo'],
  ['431274', 'elo'],
  ['457632', 'elo'],
  ['457633', 'visa'],
  ['506778', 'elo'],
  ['506779', 'maestro'],
  ['508999', 'rupay'],
  ['509999', 'elo'],
  ['650033', 'elo'],
  ['650034', 'discover'],
  ['650598', 'elo'],
  ['650978', 'elo'],
  ['650979', 'discover'],
  ['651679', 'elo'],
  ['655058', 'elo'],
  ['655059', 'discover'],
  ['506198', 'verve'],
  ['506199', 'maestro'],
  ['507964', 'verve'],
  ['507965', 'maestro'],
  ['650027', 'verve'],
  ['650028', 'discover'],
  ['607984', 'rupay'],
  ['608500', 'rupay'],
  ['653149', 'rupay'],
  ['653150', 'discover'],
  ['820199', 'rupay'],
  ['817199', 'unionpay'],
])('%s is of %s', (digits, id) => {
  expect(brandOf(digits)?.id).toBe(id);
});

test.each(['', '5', '2', '22', '2205', '2220', '2721', '3', '35', '3527', '3590', '306', '6', '60', '9', '911', '9861'])(
  '"%s" belongs to no known brand',
  (digits) => {
    expect(brandOf(digits)).toBeUndefined();
  },
);

test('a more specific range wins over the wider one around it', () => {
  expect(['56', '5614', '5615'].map((digits) => brandOf(digits)?.id)).toEqual(['maestro', 'uzcard', 'maestro']);
  expect(['4011', '401178', '401180'].map((digits) => brandOf(digits)?.id)).toEqual(['visa', 'elo', 'visa']);
});

const number = fc.stringMatching(/^\d{1,19}$/);

test('a known brand never becomes unknown, and no longer changes from the sixth digit on', () => {
  fc.assert(
    fc.property(fc.oneof(number, headOfSomeBrand()), (digits) => {
      const ids = Array.from(digits, (_, i) => brandOf(digits.slice(0, i + 1))?.id);
      const known = ids.findIndex((id) => id !== undefined);
      if (known >= 0) expect(ids.slice(known)).not.toContain(undefined);
      expect(new Set(ids.slice(5)).size).toBeLessThanOrEqual(1);
    }),
  );
});

/** Numbers that begin in a range of the table: random ones rarely do. */
function headOfSomeBrand(): fc.Arbitrary<string> {
  const heads = BRANDS.flatMap(({ ranges }) => ranges.split(' ').map((range) => range.replace(/-.*/, '')));
  return fc.tuple(fc.constantFrom(...heads), fc.stringMatching(/^\d{10,13}$/)).map(([head, rest]) => head + rest);
}

const THEIR_NAMES: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' };
// Brands that they don't have, and ranges where the two tables differ on purpose: they assign every 6 to Maestro and
// co-branded ranges of Discover to Troy; Verve and RuPay are wider here.
const OURS_ALONE = new Set(['belkart', 'uzcard', 'humo', 'rupay', 'verve', 'troy']);
const THEIRS_ALONE = new Set(['hiper', 'hipercard', 'naranja', 'troy', 'verve']);

test('agrees with credit-card-type wherever both know the brand', () => {
  let compared = 0;
  fc.assert(
    fc.property(headOfSomeBrand(), (digits) => {
      const ours = brandOf(digits);
      const [their, second] = creditCardType(digits);
      if (!ours || !their || second || OURS_ALONE.has(ours.id) || THEIRS_ALONE.has(their.type)) return;
      // Their Maestro is every remaining number that begins with 6.
      if (their.type === 'maestro' && digits.startsWith('6')) return;
      compared++;
      expect([digits, ours.id]).toEqual([digits, THEIR_NAMES[their.type] ?? their.type]);
      expect(verificationLengths(ours)).toEqual([their.code.size, their.code.size]);
    }),
    { numRuns: 500 },
  );
  expect(compared).toBeGreaterThan(200);
});

test('every range is in order, and no two brands have the same one', () => {
  const claimed: [low: string, high: string, id: string][] = BRANDS.flatMap((brand) =>
    brand.ranges.split(' ').map((range): [string, string, string] => {
      const [low = '', end = ''] = range.split('-');
      expect(end.length).toBeLessThan(low.length);
      return [low, low.slice(0, low.length - end.length) + end, brand.id];
    }),
  );
  for (const [low, high, id] of claimed) {
    expect(low <= high).toBe(true);
    const rivals = claimed.filter(([l, h, other]) => other !== id && l.length === low.length && l <= high && h >= low);
    expect([low, rivals]).toEqual([low, []]);
  }
});
