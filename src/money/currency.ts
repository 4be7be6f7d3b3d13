/**
 * ISO 4217, list one, as of 2026: every currency and fund code in use, by the number of decimal digits of its minor unit.
 * HRK, SLL, CUC, ZWL, ANG and BGN were withdrawn; SLE, VED, ZWG, XCG and XAD were added. Codes without a minor unit (gold,
 * SDR, tests, "no currency") are left out: no amount can be written in them.
 *
 * Intl is not used: it knows how many decimals people print, not how many the standard defines. For HUF, IDR or COP it
 * would be wrong by a factor of 100.
 */
const CODES: readonly (readonly [exponent: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  [
    2,
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY ' +
      'COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
      'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR ' +
      'MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP ' +
      'STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  ],
];

/**
 * The number of decimal digits in the minor unit of an ISO 4217 alpha-3 code (spec 2.1): 0, 2, 3 or 4. Undefined for a
 * code that isn't in use; codes are upper case.
 */
export function exponentOf(code: string): number | undefined {
  // Three capitals match the list only where they are one of its codes. No map: this is called at every keystroke.
  return /^[A-Z]{3}$/.test(code) ? CODES.find(([, codes]) => codes.includes(code))?.[0] : undefined;
}

/** The same, for a currency that the caller has already checked. @throws {TypeError} when the code isn't in use. */
export function knownExponent(code: string): number {
  const exponent = exponentOf(code);
  if (exponent === undefined) {
    throw new TypeError(`currency must be an ISO 4217 alpha-3 code in use, such as "EUR"; got ${JSON.stringify(code)}`);
  }
  return exponent;
}
