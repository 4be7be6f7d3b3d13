// @module-tag long
import { expect, test } from 'vitest';
import '../../../src/define.js';
import type { OfferName } from '../offers.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { type Buyer, offer } from '../buyer.js';
import { gateway, offers, holdAnswers } from '../gateway.js';
import { PAYS } from '../payer.js';
import { records } from '../stored-records.js';

const DECLINED = '4005550000000019';

const REFUSED = answer(422, errorBody({ quantity: ['is reserved'] }));
const LOST = new Response('<html>');

const set = ({ element }: Buyer, name: string, value: string | null): void => {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

const alert = (buyer: Buyer) => buyer.within.getByRole('alert');

test.each<[string, string | null, Record<string, string>]>([
  ['tracking-id', '', {}],
  ['language', 'en_US', {}],
  ['confirm-url', null, { mode: 'form' }],
])(
  '%s=%j while the card is typed: the error replaces the form, and once it is fixed the card is still there',
  async (name, value, attributes) => {
    const buyer = await offer('cup', attributes);
    await buyer.sees(buyer.payButton);
    await buyer.fillsCard({ number: '4200000000000000' });
    const before = buyer.element.getAttribute(name);
    set(buyer, name, value);
    await expect.element(alert(buyer)).toHaveTextContent(`${name}: expected`);
    expect(buyer.payButton.elements()).toEqual([]);
    await buyer.element.pay();
    expect(gateway.posts).toEqual([]);
    set(buyer, name, before);
    await buyer.sees(buyer.payButton);
    await expect.element(buyer.card('Card number')).toHaveValue('4200 0000 0000 0000');
    expect(alert(buyer).elements()).toEqual([]);
  },
);

test.each([
  ['tracking-id', '', 'successful'],
  ['language', 'en_US', 'successful'],
  ['mode', 'popup', 'successful'],
  ['tracking-id', '', 'failed'],
] as const)('%s=%j during a payment: it continues to its outcome, beside the error: %s', async (name, value, outcome) => {
  const release = holdAnswers('job');
  const buyer = await offer('cup');
  await buyer.pays({ number: outcome === 'failed' ? DECLINED : PAYS });
  await expect.poll(() => buyer.element.step).toBe('transferring');
  buyer.element.setAttribute(name, value);
  await expect.element(alert(buyer)).toHaveTextContent(`${name}: expected`);
  release();
  await buyer.learns(outcome);
  expect(buyer.reads()).toContain(outcome === 'failed' ? 'You weren’t charged 19.99 USD.' : 'You paid 19.99 USD.');
  expect(buyer.events('checkout-outcome').map((event) => event.outcome)).toEqual([outcome]);
});

test('an attribute that becomes wrong beside an unknown outcome: “don’t pay again” stays visible', async () => {
  gateway.replies.transfer = [LOST];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.learns('unknown');
  buyer.element.setAttribute('tracking-id', '');
  await expect.element(alert(buyer)).toHaveTextContent('tracking-id: expected');
  await buyer.learns('unknown');
});

type Way = 'attributes' | 'product';

/** Replaces the product with another one. */
function replace({ element }: Buyer, by: Way, name: OfferName): void {
  const other = offers[name];
  const addresses = { 'confirm-url': other.confirm_url, 'pay-url': other.pay_url };
  for (const [attribute, address] of Object.entries(addresses)) {
    if (by === 'attributes') element.setAttribute(attribute, address);
    else element.removeAttribute(attribute);
  }
  if (by === 'product') element.product = other;
}

test.each<Way>(['attributes', 'product'])(
  'another product by %s during a payment: the outcome is about the product that was paid',
  async (by) => {
    const release = holdAnswers('job');
    const buyer = await offer('cup');
    await buyer.pays();
    await expect.poll(() => buyer.element.step).toBe('transferring');
    replace(buyer, by, 'held');
    await buyer.element.updateComplete;
    release();
    await buyer.learns('successful');
    // Any other request has been answered by then.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await buyer.learns('successful');
    await buyer.sees(buyer.heading('Cup'));
    expect(buyer.reads()).toContain('You paid 19.99 USD.');
    expect(buyer.reads()).not.toMatch(/Deposit|held|50\.00/);
    await buyer.button('Back to the form').click();
    await buyer.sees(buyer.heading('Deposit'));
    await buyer.sees(buyer.button('Pay 50.00 USD'));
  },
);

test('another product beside an unknown outcome: “don’t pay again” stays about what was sent', async () => {
  gateway.replies.transfer = [LOST];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.learns('unknown');
  replace(buyer, 'attributes', 'held');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await buyer.learns('unknown');
  await buyer.sees(buyer.heading('Cup'));
  expect(buyer.reads()).not.toMatch(/Deposit|50\.00/);
});

test('a sold-out product, set beside a failure: the failure stays about the first one, and a buyer who moves on reads “Sold out”', async () => {
  gateway.replies.transfer = [REFUSED];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.learns('failed');
  replace(buyer, 'attributes', 'gone');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(buyer.reads()).toContain('You weren’t charged 19.99 USD.');
  expect(buyer.reads()).not.toMatch(/sold out|Ticket/i);
  expect(buyer.events('checkout-unavailable')).toEqual([]);
  await buyer.button('Back to the form').click();
  await buyer.sees(buyer.text('Sold out'));
  await buyer.waitForEvents('checkout-unavailable');
});

test('another price from the gateway after the attempt: the offer shows as it was', async () => {
  gateway.replies.transfer = [REFUSED];
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  gateway.offers.changeProduct(offers.cup.id, { name: 'Mug', amount: '2999' });
  await buyer.pays();
  await buyer.learns('failed');
  await expect.poll(() => gateway.of('offer').length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(buyer.reads()).toContain('Cup');
  expect(buyer.reads()).not.toMatch(/Mug|29\.99/);
  await buyer.button('Try again').click();
  await buyer.sees(buyer.heading('Mug'));
});

test('the transaction, not the earlier offer, decides whether the amount is held or paid', async () => {
  gateway.offers.changeProduct(offers.cup.id, { transaction_type: 'authorization' });
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  gateway.offers.changeProduct(offers.cup.id, { transaction_type: 'payment' });
  await buyer.pays();
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('You paid 19.99 USD.');
  expect(buyer.reads()).not.toContain('held');
});

test('a resumed payment shows the gateway’s data, not the page’s: neither another name nor test mode', async () => {
  const release = holdAnswers('job');
  const left = await offer('cup');
  await left.pays();
  await expect.poll(() => records()[0]?.phase).toBe('accepted');
  left.element.remove();
  left.element.cancel();
  release();

  const tell = holdAnswers('offer');
  const buyer = await offer('cup', {}, { product: { ...offers.cup, name: 'Mug', test: true } });
  await buyer.learns('successful');
  expect(buyer.reads()).not.toMatch(/Mug|Test mode/);
  tell();
  await buyer.sees(buyer.heading('Cup'));
  expect(buyer.reads()).toContain('You paid 19.99 USD.');
});
