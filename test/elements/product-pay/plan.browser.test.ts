import { expect, test } from 'vitest';
import '../../../src/define.js';
import { render } from 'lit';
import type { Attempt, State } from '../../../src/flow/state.js';
import { en } from '../../../src/locales/en.js';
import { Speech } from '../../../src/elements/base/speech.js';
import { offerWords } from '../../../src/elements/offer/order-speech.js';
import { outcomeView } from '../../../src/elements/steps/outcome/outcome-view.js';
import { offer } from '../buyer.js';

const DECLINED = '4005550000000019';

test('a plan shows its terms in words and asks for an email address; the outcome brings the subscription', async () => {
  const buyer = await offer('tried');
  await buyer.sees(buyer.heading('Paper'));
  await buyer.sees(buyer.text('3 days for 1.00 USD, then 10.00 USD a month, until you cancel.'));
  await buyer.fillsCard();
  await buyer.button('Subscribe and pay 1.00 USD').click();
  await buyer.sees(buyer.text('Enter your email address.'));
  expect(buyer.focused()).toBe('Email');
  await buyer.field('Email').fill('reader@example.com');
  await buyer.button('Subscribe and pay 1.00 USD').click();
  await buyer.sees(buyer.heading('Subscribed'));
  expect(buyer.reads()).toContain('Your subscription has started. You paid 1.00 USD.');
  const [outcome] = buyer.events('checkout-outcome');
  expect(outcome?.subscription).toMatchObject({ state: 'trial', id: expect.stringMatching(/^sbs_/) as string });
  // Each by its name, and no button that offers a second subscription.
  expect(buyer.facts()).toMatchObject({ Subscription: outcome?.subscription?.id, Payment: outcome?.transaction?.uid });
  expect(buyer.facts()).not.toHaveProperty('Transaction');
  expect(buyer.buttons()).toEqual(['Copy the reference', 'Share proof']);
});

test('a plan whose first charge is declined gives no subscription', async () => {
  const buyer = await offer('monthly');
  await buyer.sees(buyer.heading('Magazine'));
  await buyer.field('Email').fill('reader@example.com');
  await buyer.fillsCard({ number: DECLINED });
  await buyer.button('Subscribe and pay 10.00 USD').click();
  await buyer.sees(buyer.heading('Subscription not started'));
  expect(buyer.events('checkout-outcome')[0]?.outcome).toBe('failed');
});

test('back from the bank in another browser: the merchant’s server is asked about the subscription in the address', async () => {
  const address = location.href;
  const asked: (string | undefined)[] = [];
  history.replaceState(null, '', '?id=7&id=sbs_made_elsewhere');
  try {
    const buyer = await offer(
      'monthly',
      {},
      {
        resolveStatus: ({ uid }) => {
          asked.push(uid);
          return Promise.resolve({ outcome: 'successful', amount: 1000, currency: 'USD' });
        },
      },
    );
    await buyer.sees(buyer.heading('Subscribed'));
    expect(buyer.reads()).toContain('Your subscription has started.');
    expect(asked).toEqual(['sbs_made_elsewhere']);
  } finally {
    history.replaceState(null, '', address);
  }
});

test('an id that the page’s own address uses is not taken for the gateway’s', async () => {
  const address = location.href;
  history.replaceState(null, '', '?id=7');
  try {
    const buyer = await offer('monthly');
    await buyer.sees(buyer.button(/^Subscribe/));
    expect(buyer.element.step).toBe('details');
  } finally {
    history.replaceState(null, '', address);
  }
});

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
const wordsIn = (state: State) => offerWords({ ...en, language: 'en' }, state, undefined);

test('while a free trial begins, the payer reads no amount', () => {
  const words = wordsIn({ step: 'transferring', attempt });
  expect(words.transferring).toBe('Starting your subscription');
  expect(words.authentication_text).not.toContain('{amount}');
  expect(words.unknown_text).not.toContain('{amount}');
});

test('the outcome of a paid trial shows its amount', () => {
  expect(wordsIn({ step: 'transferring', attempt: { ...attempt, amount: 100 } }).transferring).toBe('Paying {amount}');
});

/** What a payer reads of an outcome. */
function readOf(
  result: Extract<State, { step: 'outcome' }>['result'],
  amount = 0,
  own: { readonly successful_text?: string } = {},
): string {
  const state = { step: 'outcome', attempt: { ...attempt, amount }, result, rule: 'no_answer' } as const;
  const place = document.createElement('div');
  document.body.append(place);
  render(outcomeView(state, new Speech({ ...wordsIn(state), ...own }, 'en'), {}), place);
  return place.innerText.replaceAll('\u00a0', ' ');
}

test('the outcome of a free trial shows no 0.00', () => {
  const text = readOf({ outcome: 'successful', transaction: undefined });
  expect(text).toContain('Your subscription has started. You paid nothing today.');
  expect(text).not.toContain('0.00');
});

test('while it is unknown whether a free trial began, the payer is not told to look for a payment', () => {
  const text = readOf({ outcome: 'unknown', reason: 'no_answer' });
  expect(text).toContain('Give the reference below to support.');
  expect(text).not.toContain('statement');
});

test('a sentence of the page’s own that names the sum twice has it once', () => {
  const own = { successful_text: 'Paid: {amount}. Keep {amount} in mind.' };
  expect(readOf({ outcome: 'successful', transaction: undefined }, 100, own)).toContain('Paid: 1.00 USD. Keep in mind.');
});
