import { expect, test } from 'vitest';
import { JobError, SealError } from '../../../src/checkout/errors.js';
import { GatewayError } from '../../../src/wire/response/gateway-error.js';
import { priceText, quoteText } from '../../../src/elements/base/price-text.js';
import { Speech } from '../../../src/elements/base/speech.js';
import { catalogues } from '../../../src/locales/catalogues.js';
import type { CommissionTerms } from '../../../src/money/commission.js';
import type { CheckoutError } from '../../../src/http/error.js';
import { TransportError } from '../../../src/http/request.js';
import { en } from '../../../src/locales/en.js';

/** Replaces special spaces by plain ones, and removes direction marks. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ').replaceAll(/[\u061c\u200e\u200f\u2066-\u2069]/g, '');

const refusal = { code: 'invalid_params', message: 'The currency is unknown', fields: [] };

// The text in place of the fee. A check moves no money, so each of these may say that nothing was sent.
test.each<[string, CheckoutError, string]>([
  ['took too long', new JobError('job_overdue', 'x'), en.check_failed],
  ['is unknown to the gateway', new JobError('job_lost', 'x'), en.check_failed],
  ['got an answer off the contract', new GatewayError('answer_off_contract', 'x', { status: 200 }), en.check_failed],
  ['failed at the gateway', new GatewayError('gateway_unavailable', 'x', { status: 503 }), en.check_failed],
  ['hit the rate limit', new GatewayError('rate_limited', 'x', { status: 429 }), en.check_busy],
  ['timed out', new TransportError('network_timeout', 'x'), en.check_unreachable],
  ['did not get through', new TransportError('network_unreachable', 'x'), en.check_unreachable],
  ['could not be sealed', new SealError('key_unusable', 'x'), en.shop_trouble],
  [
    'was refused',
    new GatewayError('request_refused', 'x', { status: 422, body: refusal }),
    'The bank didn’t accept this. The currency is unknown.',
  ],
  [
    'was refused without a sentence for payers',
    new GatewayError('request_refused', 'x', { status: 422, body: { ...refusal, message: 'exp_month is missing' } }),
    en.shop_trouble,
  ],
  [
    'was refused because of parameters',
    new GatewayError('request_refused', 'x', {
      status: 422,
      body: { ...refusal, message: 'Token is unknown', fields: [{ path: ['credit_card', 'token'], messages: ['is unknown'] }] },
    }),
    en.shop_trouble,
  ],
  [
    // Spec 2.4: its errors are texts.
    'failed as a job',
    new GatewayError('request_refused', 'x', {
      status: 200,
      body: {
        code: undefined,
        message: 'The recipient’s bank does not answer',
        fields: [{ path: [], messages: ['The recipient’s bank does not answer'] }],
      },
    }),
    'The bank didn’t accept this. The recipient’s bank does not answer.',
  ],
])('a check that %s is described in words that are true for a check', (_, error, text) => {
  expect(quoteText({ status: 'unavailable', error }, new Speech({ ...en, language: 'en' }, 'en'))).toBe(text);
});

test.each([
  ['The recipient’s bank is unavailable', 'This transfer isn’t possible. The recipient’s bank is unavailable.'],
  ['The card takes no transfers.', 'This transfer isn’t possible. The card takes no transfers.'],
  // A fragment about a parameter.
  ['is not enrolled', en.impossible],
  ['recipient_card.holder is missing', en.impossible],
  ['Customer.zip is missing', en.impossible],
  [undefined, en.impossible],
])('an impossible transfer with the message %j reads %j', (message, text) => {
  expect(quoteText({ status: 'impossible', message }, new Speech({ ...en, language: 'en' }, 'en'))).toBe(text);
});

test.each([
  [
    { kind: 'exact', fee: 70, currency: 'USD', total: 5070 },
    'Fee 0.70 USD, total 50.70 USD. This is the fee. Press again to send.',
  ],
  // An estimate is not the fee.
  [{ kind: 'estimate', fee: 70, currency: 'USD' }, 'Fee about 0.70 USD. Press again to send.'],
  [undefined, 'Fee not known yet. Press again to send.'],
] as const)('a price that is seen for the first time, with the fee %o, asks for another press', (fee, text) => {
  const price = { amount: 5000, currency: 'USD', fee };
  const speech = new Speech({ ...en, language: 'en' }, 'en');
  expect(plain(quoteText({ status: 'given', price, confirm: 'first_seen' }, speech))).toBe(text);
});

async function sayTerms(terms: CommissionTerms, language: string): Promise<string> {
  const speech = new Speech({ ...en, ...(await catalogues.load(language)) }, language);
  const currency = terms.currency ?? 'EUR';
  return plain(priceText({ amount: 5000, currency: 'USD', fee: { kind: 'terms', terms, currency } }, speech));
}

const BOTH = { percent: 1.5, minimum: 0.7, currency: 'EUR' };

test.each<[string, CommissionTerms, string]>([
  ['en', BOTH, 'Bank fee: 1.5%, not less than 0.70 EUR'],
  ['ru', BOTH, 'Комиссия банка: 1,5 %, не менее 0,70 EUR'],
  ['ar-EG', BOTH, 'رسوم البنك: ١٫٥٪، ولا تقل عن ٠٫٧٠ EUR'],
  ['en', { percent: '1.10', currency: 'EUR' }, 'Bank fee: 1.1%'],
  ['en', { percent: 0.001 }, 'Bank fee: 0.001%'],
  ['en', { percent: 0, minimum: 1234.5 }, 'Bank fee: not less than 1,234.50 EUR'],
  ['ru', { minimum: 1234.5 }, 'Комиссия банка: не менее 1 234,50 EUR'],
  // The smallest unit of an unknown currency is unknown: the figure stays as it is.
  ['en', { bank_fee: 0.7, currency: 'XYZ' }, 'Bank fee: 0.7 XYZ'],
  ['en', { bank_fee: 1e-7, currency: 'XYZ' }, 'Bank fee: 0.0000001 XYZ'],
  ['en', { bank_fee: 0.705, percent: 9 }, 'Bank fee: 0.705 EUR'],
  ['en', { bank_fee: 150, currency: 'JPY' }, 'Bank fee: 150 JPY'],
  ['en', { bank_fee: '0.00', currency: 'XYZ' }, 'No fee'],
  ['ru', { bank_fee: 0, currency: 'XYZ' }, 'Без комиссии'],
  ['en', { percent: 0, minimum: 0, currency: 'XYZ' }, 'No fee expected'],
])('in %s, the terms %o read %o', async (language, terms, text) => {
  expect(await sayTerms(terms, language)).toBe(text);
});

test.each([
  ['an exact fee', { kind: 'exact', fee: 70, currency: 'USD', total: 5070 }, 'Fee 0.70 USD, total 50.70 USD'],
  ['an estimate', { kind: 'estimate', fee: 70, currency: 'USD' }, 'Fee about 0.70 USD'],
  ['an exact fee in another currency', { kind: 'exact', fee: 70, currency: 'EUR' }, 'Fee 0.70 EUR, added to the amount'],
  ['an exact fee of zero', { kind: 'exact', fee: 0, currency: 'USD', total: 5000 }, 'No fee'],
  ['an exact fee of zero in another currency', { kind: 'exact', fee: 0, currency: 'EUR' }, 'No fee'],
  ['an estimate of zero, which is not certain', { kind: 'estimate', fee: 0, currency: 'USD' }, 'No fee expected'],
  ['no fee reported, which is not a fee of zero', undefined, 'Fee not known yet'],
] as const)('%s reads as a sentence', (_, fee, text) => {
  const speech = new Speech({ ...en, language: 'en' }, 'en');
  expect(plain(priceText({ amount: 5000, currency: 'USD', fee }, speech))).toBe(text);
});
