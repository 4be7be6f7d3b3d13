import { expect, test } from 'vitest';
import { exponentOf, knownExponent } from '../../src/money/currency.js';

// ISO 4217 list one, written down from the standard's table, with the amendments up to the euro in Bulgaria (2026).
const TWO =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP ' +
  'COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
  'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN ' +
  'NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL ' +
  'THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG';

test.each([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [2, TWO],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
])('has %i decimals for each of %s', (exponent, codes) => {
  for (const code of codes.split(' ')) expect([code, exponentOf(code)]).toEqual([code, exponent]);
});

test.each([
  ['ANG', 'Antillean guilder, replaced by XCG in 2025'],
  ['BGN', 'lev, replaced by the euro in 2026'],
  ['HRK', 'kuna, replaced by the euro in 2023'],
  ['CUC', 'convertible peso, withdrawn in 2021'],
  ['SLL', 'leone, replaced by SLE'],
  ['ZWL', 'Zimbabwe dollar, replaced by ZWG'],
  ['VEF', 'bolívar, replaced by VES'],
  ['MRO', 'ouguiya, replaced by MRU'],
  ['STD', 'dobra, replaced by STN'],
  ['BYR', 'rouble, replaced by BYN'],
  ['XAU', 'gold'],
  ['XDR', 'special drawing right'],
  ['XTS', 'for tests'],
  ['XXX', 'no currency'],
  ['usd', 'lower case'],
  ['US', 'too short'],
  ['USDX', 'too long'],
  ['SD ', 'parts of two codes'],
  ['D E', 'parts of two codes'],
  ['', 'nothing'],
  ['AED AFN', 'two codes'],
  ['XYZ', 'no code'],
])('does not know %j: %s', (code) => {
  expect(exponentOf(code)).toBeUndefined();
  expect(() => knownExponent(code)).toThrow(TypeError);
});

test('differs from Intl, which would be wrong by powers of ten', () => {
  const digits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  const wrong = [...TWO.split(' '), 'IQD', 'CLF', 'UYW'].filter((code) => digits(code) !== exponentOf(code));
  expect(wrong).toEqual(expect.arrayContaining(['HUF', 'IDR', 'COP']));
});

test('knows every currency that Intl knows, except those that were withdrawn or have no minor unit', () => {
  const unknown = Intl.supportedValuesOf('currency').filter((code) => exponentOf(code) === undefined);
  const gone = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL', 'XDR', 'XSU'];
  expect(unknown.filter((code) => !gone.includes(code))).toEqual([]);
});
