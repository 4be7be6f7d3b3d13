import { expect, test } from 'vitest';
import { BUYER_FIELDS, judgeField } from '../../../src/elements/fields/buyer/buyer-field.js';

const judge = (field: (typeof BUYER_FIELDS)[number], value: string) => judgeField(field, value, { country: 'DE', now: 0 });

// Phone and taxpayer numbers may be as long as a card number.
const FREE = BUYER_FIELDS.filter((field) => field !== 'phone' && field !== 'taxpayer_id');

test.each([
  ['digits', '4222222222222'],
  ['spaces', '4200 0000 0000 0000'],
  ['wide gaps', '4200      0000\u00a0\u20030000\t0000'],
  ['line breaks', '420000\n0000000000'],
  ['dashes', '4200-0000–0000—0000'],
  ['points, slashes and signs', '4.2/0+0*0_0#0:0;0,0|0(0)0[0]0'],
  ['a sign of several bytes', '4200💳0000💳0000💳0000'],
  ['invisible marks', '4200\u200b0000\u00ad0000\u20600000'],
  ['Arabic-Indic digits', '٤٢٠٠ ٠٠٠٠ ٠٠٠٠ ٠٠٠٠'],
  ['Persian digits', '۴۲۰۰۰۰۰۰۰۰۰۰۰'],
  ['full-width digits', '４２００００００００００００００'],
  ['mathematical digits', '𝟒𝟐𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎'],
  ['mixed scripts', '42٠٠ ００００ 0000'.padEnd(20, '0')],
  ['words around them', 'Flat 4200 0000 0000 0000, Berlin'],
])('a card number with %s is refused in every field but phone and taxpayer number', (_, value) => {
  expect(FREE.map((field) => [field, judge(field, value)])).toEqual(FREE.map((field) => [field, 'wrong.card_number']));
});

test.each([
  ['address', 'Hauptstraße 123456789012'],
  ['address', 'Block 12345678, flat 12345678'],
  ['city', 'Berlin 10115'],
  ['zip', '123456789012'],
  ['email', 'ann1234567@example1234567.org'],
  ['taxpayer_id', '12345678000195'],
  ['phone', '+375 29 123-45-67'],
  ['phone', '123456789012345'],
  ['phone', '+378 2822463 10005'],
  ['taxpayer_id', '4200000000000000'],
] as const)('%s may be %j', (field, value) => {
  expect(judge(field, value)).toBeUndefined();
});

test.each(['4200 0000 0000 0000', '3782 822463 10005', '4222222222222'])('the card number %j is not a phone number', (value) => {
  expect(judge('phone', value)).toBe('wrong.card_number');
});

test.each(['1234', '5550100\t5550101', '5550100\n5550101', 'call me', '٤٢٠٠٠٠٠٠٠٠'])(
  '%j is not accepted as a phone number',
  (value) => {
    expect(judge('phone', value)).toBe('wrong.phone');
  },
);
