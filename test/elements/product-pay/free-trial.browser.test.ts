import { render } from 'lit';
import { expect, test } from 'vitest';
import type { Attempt, State } from '../../../src/flow/state.js';
import { en } from '../../../src/locales/en.js';
import { Speech } from '../../../src/elements/base/speech.js';
import { saleWords } from '../../../src/elements/product-pay/sale/bought-offer.js';
import { outcomeView } from '../../../src/elements/steps/outcome/outcome-view.js';

// The sandbox takes no trial of 0; other gateways of this contract do.
const attempt: Attempt = {
  id: 'attempt-1',
  trackingId: 'order-1',
  amount: 0,
  currency: 'USD',
  startedAt: 0,
  source: {},
  recipient: {},
  uid: 'sbs_1',
};
const wordsIn = (state: State) => saleWords({ ...en, language: 'en' }, state, undefined);

test('while a free trial begins, the payer reads no amount', () => {
  const words = wordsIn({ step: 'transferring', attempt });
  expect(words.transferring).toBe('Starting your subscription');
  expect(words.authentication_text).not.toContain('{amount}');
  expect(words.unknown_text).not.toContain('{amount}');
});

test('the outcome of a paid trial shows its amount', () => {
  expect(wordsIn({ step: 'transferring', attempt: { ...attempt, amount: 100 } }).transferring).toBe('Paying {amount}');
});

test('the outcome of a free trial shows no 0.00', () => {
  const state = { step: 'outcome', attempt, result: { outcome: 'successful', transaction: undefined } } as const;
  const place = document.createElement('div');
  document.body.append(place);
  render(outcomeView(state, new Speech(wordsIn(state), 'en'), {}), place);
  expect(place.innerText).toContain('Your subscription has started. You paid nothing today.');
  expect(place.innerText).not.toContain('0.00');
});
