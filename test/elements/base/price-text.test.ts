import { expect, test } from 'vitest';
import { GatewayError, JobError, SealError } from '../../../src/checkout/errors.js';
import { quoteText } from '../../../src/elements/base/price-text.js';
import { Speech } from '../../../src/elements/base/speech.js';
import type { CheckoutError } from '../../../src/http/error.js';
import { TransportError } from '../../../src/http/request.js';
import { en } from '../../../src/locales/en.js';

const refusal = { code: 'invalid_params', message: 'The currency is unknown', fields: [] };

// What the payer reads in place of the fee. A check moves no money, so each of these may say that nothing was sent.
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
    `The bank didn’t accept this: ${refusal.message}`,
  ],
])('a check that %s is described in words that are true for a check', (_, error, text) => {
  expect(quoteText({ status: 'unavailable', error }, new Speech({ ...en, language: 'en' }, 'en'))).toBe(text);
});
