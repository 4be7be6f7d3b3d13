import { expect, test } from 'vitest';
import { troubleText } from '../../../src/elements/steps/trouble-text.js';
import { MerchantError } from '../../../src/flow/errors.js';
import { TransportError } from '../../../src/http/request.js';
import { en } from '../../../src/locales/en.js';

const say = (error: MerchantError | TransportError, isTest = false): string =>
  troubleText(error, { ...en, language: 'en' }, isTest);

test('a lost connection to the shop is no fault of the shop, in test mode too', () => {
  const lost = new MerchantError('prepare_failed', 'It failed.', new TypeError('Failed to fetch'));
  expect([say(lost), say(lost, true)]).toEqual(Array(2).fill('We couldn’t reach the shop. Nothing was sent.'));
});

test('the shop’s own failure names the shop, and in test mode the cure', () => {
  const own = new MerchantError('prepare_failed', 'Look at the cause.', new Error('500'));
  expect(say(own)).toBe('Something is wrong on the shop’s side. Nothing was sent. Please tell the shop.');
  expect(say(own, true)).toBe('Nothing was sent. Try again. (Look at the cause.)');
});

test('a browser without a network says so', () => {
  expect(say(new TransportError('network_unreachable', ''))).toBe(
    'No connection. Nothing was sent. Try again when you’re online.',
  );
});
