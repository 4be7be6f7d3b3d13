import { expect, test } from 'vitest';
import '../../../src/define.js';
import type { SavedCard } from '../../../src/index.js';
import { canary } from '../watch-leaks.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { offer } from '../buyer.js';
import { gateway, offers, holdAnswers } from '../gateway.js';
import { CODE, PAYS } from '../payer.js';

const DECLINED = '4005550000000019';
const CHALLENGED = '4012000000001097';

test('a product is bought: its name, its price, and the true outcome', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.heading('Cup'));
  await buyer.waitForEvents('checkout-ready');
  const text = buyer.reads();
  expect(text).toContain('19.99 USD');
  expect(text).toContain('Cup of the test shop');
  await buyer.pays();
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('You paid 19.99 USD.');
  expect(buyer.reads()).toContain('Visa •••• 0000');
  const [outcome, ...others] = buyer.events('checkout-outcome');
  expect(others).toEqual([]);
  expect(outcome).toMatchObject({ outcome: 'successful', final: true });
  expect(outcome?.transaction).toMatchObject({ status: 'successful', amount: 1999, currency: 'USD', type: 'payment' });
  expect(buyer.events('checkout-quote')).toEqual([]);
  expect(buyer.reads()).toContain(outcome?.trackingId);
});

test('a decline keeps the fields, and the button waits until another try makes sense', async () => {
  const buyer = await offer('cup');
  await buyer.pays({ number: DECLINED });
  await buyer.learns('failed');
  expect(buyer.reads()).toContain('You weren’t charged 19.99 USD.');
  await buyer.button('Try again').click();
  await expect.element(buyer.card('Card number')).toHaveValue('4005 5500 0000 0019');
  await expect.element(buyer.card('Security code')).toHaveValue('');
  await expect.element(buyer.button(/^You can try this card again in (2\d|30) s\. Another card works now\.$/)).toBeDisabled();
});

test('3-D Secure: the payer is sent to the bank', async () => {
  const buyer = await offer('cup');
  await buyer.pays({ number: CHALLENGED });
  await buyer.sees(buyer.heading('Confirm with your bank'));
  expect(buyer.events('checkout-redirect')[0]?.url).toContain(gateway.url);
  buyer.element.cancel();
});

test('stock and sale end show before the purchase; afterwards only what was bought', async () => {
  const buyer = await offer('limited');
  await buyer.sees(buyer.text('7 left'));
  expect(buyer.reads()).toMatch(/Available until Dec 31, 2099|Available until Jan 1, 2100/);
  await buyer.pays();
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('Print');
  expect(buyer.reads()).not.toMatch(/left|Available until/);
  await buyer.button('Buy again').click();
  await buyer.sees(buyer.text('6 left'));
});

test.each([
  ['ru', /^Осталось: \d$/],
  ['ar', /^المتبقي: [\d٠-٩]$/],
] as const)('in %s the stock is a bare number, without a word for copies or pieces', async (language, words) => {
  const buyer = await offer('limited', { language });
  await buyer.sees(buyer.text(words));
});

test.each([
  ['gone', 'Sold out', 'sold_out'],
  ['over', 'No longer available', 'expired'],
] as const)('%s: shows “%s”, offers nothing to press, and reports it to the page once', async (name, words, reason) => {
  const buyer = await offer(name);
  await buyer.sees(buyer.text(words));
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.events('checkout-unavailable')[0]?.reason).toBe(reason);
  expect(buyer.within.getByRole('button').elements()).toEqual([]);
  expect(buyer.within.getByRole('textbox').elements()).toEqual([]);
  await buyer.element.pay();
  expect(buyer.element.step).toBe('details');
  expect(buyer.events('checkout-ready')).toEqual([]);
});

test('an authorization is named as one: the amount is held, not paid', async () => {
  const buyer = await offer('held');
  await buyer.pays();
  await buyer.sees(buyer.heading('Payment authorized'));
  expect(buyer.reads()).toContain('50.00 USD is reserved on your card.');
  expect(buyer.events('checkout-outcome')[0]?.transaction?.type).toBe('authorization');
});

const BADGE = 'Test mode: no money moves';

test('a test product shows the badge without an attribute', async () => {
  const buyer = await offer('trying');
  await buyer.sees(buyer.text(BADGE));
});

test.each(['true', 'false', 'yes', 1, 0, {}])(
  'a test of %j is a test, too: only false, null and none are real money',
  async (mark) => {
    const release = holdAnswers('offer');
    const buyer = await offer('cup', {}, { product: { ...offers.cup, test: mark as boolean } });
    await buyer.sees(buyer.text(BADGE));
    release();
  },
);

test.each([false, null, undefined])('a test of %j is none', async (mark) => {
  const release = holdAnswers('offer');
  const buyer = await offer('cup', {}, { product: { ...offers.cup, test: mark } });
  await buyer.sees(buyer.text('Cup'));
  expect(buyer.text(BADGE).elements()).toEqual([]);
  release();
});

test('the attribute test does not make a product a test one: no badge, but an error that names the cure', async () => {
  const buyer = await offer('cup', { test: '' });
  await expect
    .element(buyer.within.getByRole('alert'))
    .toHaveTextContent(
      'test: expected no such attribute here; got one. The product’s own test decides: create it with test: true, and leave the attribute out.',
    );
  expect(buyer.events('checkout-error')[0]?.error).toMatchObject({ code: 'setting_invalid', setting: 'test' });
  expect(buyer.text(BADGE).elements()).toEqual([]);
  expect(buyer.payButton.elements()).toEqual([]);
});

test('whether money moves is decided by the gateway, not by the page', async () => {
  const release = holdAnswers('offer');
  const buyer = await offer('cup', {}, { product: { ...offers.cup, test: true } });
  // Everything that is known now: the gateway's data as the merchant passes it on.
  await buyer.sees(buyer.text(BADGE));
  release();
  await buyer.sees(buyer.payButton);
  expect(buyer.text(BADGE).elements()).toEqual([]);
});

test('a press on an empty form marks the buyer’s fields and the card’s at once, and focuses the first', async () => {
  const buyer = await offer('cup', { 'visible-fields': 'first_name email' });
  await buyer.payButton.click();
  await buyer.sees(buyer.text('Enter the card number.'));
  for (const label of ['First name', 'Email']) await expect.element(buyer.field(label)).toHaveAttribute('aria-invalid', 'true');
  for (const label of ['Card number', 'Expiry date', 'Security code']) {
    await expect.element(buyer.card(label)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(buyer.focused()).toBe('First name');
});

test('a press after checkout-submit was prevented sends nothing', async () => {
  const buyer = await offer('cup');
  buyer.element.addEventListener('checkout-submit', (event) => event.preventDefault());
  await buyer.pays();
  await buyer.waitForEvents('checkout-submit');
  expect(buyer.events('checkout-submit')[0]).toMatchObject({ amount: 1999, currency: 'USD' });
  expect(gateway.posts).toEqual([]);
});

test('in a form its data contains the transaction’s uid, never card data', async () => {
  const buyer = await offer('cup', { name: 'payment' });
  const form = document.createElement('form');
  document.body.append(form);
  form.append(buyer.element);
  await buyer.sees(buyer.payButton);
  expect(form.checkValidity()).toBe(false);
  await buyer.pays();
  await buyer.learns('successful');
  expect([...new FormData(form)]).toEqual([['payment', buyer.events('checkout-outcome')[0]?.transaction?.uid]]);
  expect(form.checkValidity()).toBe(true);
});

test('a lost answer leaves the outcome unknown; the merchant’s server decides it', async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.learns('unknown');
  expect(buyer.reads()).toContain('if 19.99 USD was paid');
  expect(buyer.reads()).not.toMatch(/not paid|declined|failed/i);
  buyer.element.resolveStatus = () => Promise.resolve({ outcome: 'successful' });
  await buyer.button('Check again').click();
  await buyer.learns('successful');
});

test('a sale that ends while the page is open: the form goes, and the page gets an event', async () => {
  const ends = new Date(Date.now() + 2500).toISOString();
  gateway.offers.changeProduct(offers.cup.id, { immortal: false, expired_at: ends });
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  expect(buyer.events('checkout-unavailable')).toEqual([]);
  await buyer.sees(buyer.text('No longer available'));
  await buyer.waitForEvents('checkout-unavailable');
  expect(buyer.payButton.elements()).toEqual([]);
});

test('a replacement product is reported again', async () => {
  const buyer = await offer('gone');
  await buyer.waitForEvents('checkout-unavailable');
  const { confirm_url: confirmUrl } = offers.cup;
  buyer.element.confirmUrl = confirmUrl;
  await buyer.sees(buyer.payButton);
  await buyer.sees(buyer.heading('Cup'));
  buyer.element.confirmUrl = offers.gone.confirm_url;
  await buyer.waitForEvents('checkout-unavailable', 2);
});

test('a gateway error about a buyer’s field that is not shown appears above the button', async () => {
  gateway.replies.transfer = [answer(422, errorBody({ customer: { shoe_size: ["can't be blank"] } }))];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.sees(buyer.text('The shop didn’t accept this order. Nothing was paid.'));
  expect(buyer.events('checkout-outcome')).toEqual([]);
});

test('as a link it does not keep a surrounding form from being submitted', async () => {
  const buyer = await offer('cup', { mode: 'link' });
  const form = document.createElement('form');
  document.body.append(form);
  form.append(buyer.element);
  await buyer.element.updateComplete;
  expect(form.checkValidity()).toBe(true);
});

test('a plan in place of a product is reported to the developer, and the gateway’s offer is sold', async () => {
  const plan = { id: 'pln_1', title: 'Club', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } };
  const buyer = await offer('cup', {}, { product: plan });
  await buyer.waitForEvents('checkout-error');
  expect(buyer.events('checkout-error')[0]?.error.message).toMatch(/^product: expected what is on offer/);
  await buyer.pays();
  await buyer.learns('successful');
});

test('a price that rose since the payer saw it is refused, shown again, and paid only by another press', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.button('Pay 19.99 USD'));
  gateway.offers.changeProduct(offers.cup.id, { amount: '2499' });
  await buyer.pays();
  await buyer.sees(buyer.text('The price has changed to 24.99 USD. Nothing was paid. Press again if you agree.'));
  expect(buyer.events('checkout-outcome')).toEqual([]);
  expect(buyer.reads()).not.toContain('The price has gone up');
  await buyer.button('Pay 24.99 USD').click();
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('You paid 24.99 USD.');
  expect(gateway.of('transfer')).toHaveLength(2);
});

test.each([
  ['sold out', { infinite: false, quantity: '0' }, 'This item has sold out.', 'sold_out'],
  ['over', { immortal: false, expired_at: '2020-01-01T00:00:00Z' }, 'This item is no longer available.', 'expired'],
] as const)(
  '%s between opening and paying: the payer reads that nothing was paid, and the page learns which order to close',
  async (_, change, words, reason) => {
    const trackingId = 'order-1';
    const buyer = await offer('cup', {}, { prepare: () => Promise.resolve({ trackingId }) });
    await buyer.waitForEvents('checkout-ready');
    gateway.offers.changeProduct(offers.cup.id, change);
    await buyer.pays();
    await buyer.learns('failed');
    await buyer.sees(buyer.text(words));
    await buyer.waitForEvents('checkout-unavailable');
    expect(buyer.events('checkout-outcome')).toMatchObject([
      { outcome: 'failed', final: true, trackingId, transaction: undefined },
    ]);
    expect(buyer.events('checkout-unavailable')[0]?.reason).toBe(reason);
    const order = buyer.allEvents.map(({ type }) => type);
    expect(order.indexOf('checkout-outcome')).toBeLessThan(order.indexOf('checkout-unavailable'));
    expect(buyer.buttons()).toEqual(['Copy the reference']);
  },
);

test('until the new price arrives, the old one is not called new', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  gateway.offers.changeProduct(offers.cup.id, { amount: '2499' });
  const release = holdAnswers('offer');
  await buyer.pays();
  await buyer.sees(buyer.text(/^The shop didn’t accept this order\. .*Nothing was paid\.$/));
  expect(buyer.reads()).not.toContain('changed to 19.99 USD');
  release();
  await buyer.sees(buyer.text('The price has changed to 24.99 USD. Nothing was paid. Press again if you agree.'));
});

test('refused for another reason, and still on offer: not paid, and another try is offered', async () => {
  gateway.replies.transfer = [answer(422, errorBody({ quantity: ['is reserved'] }))];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.learns('failed');
  await buyer.sees(buyer.button('Try again'));
  expect(buyer.events('checkout-unavailable')).toEqual([]);
});

test('checkout-url may say once more what confirm-url begins with', async () => {
  const buyer = await offer('cup', { 'checkout-url': gateway.url });
  await buyer.pays();
  await buyer.learns('successful');
  expect(buyer.events('checkout-error')).toEqual([]);
});

test('a product is paid with a saved card, or with another one', async () => {
  const card: SavedCard = { token: gateway.ledger.save({ pan: PAYS }), brand: 'visa', last_4: '0000' };
  const buyer = await offer('cup', {}, { savedCards: [card, { token: 'other', brand: 'mir', last_4: '0017' }] });
  await buyer.sees(buyer.payButton);
  const radio = (name: string) => buyer.within.getByRole('radio', { name });
  await expect.element(radio(`Visa •••• ${card.last_4}`)).toBeChecked();
  await expect.element(buyer.card('Card number')).not.toBeInTheDocument();
  await radio('Another card').click();
  await buyer.sees(buyer.card('Card number'));
  await radio(`Visa •••• ${card.last_4}`).click();
  canary.keepCode(CODE);
  await buyer.card('Security code').fill(CODE);
  await buyer.payButton.click();
  await buyer.learns('successful');
  expect(buyer.events('checkout-outcome')[0]?.transaction?.credit_card?.last_4).toBe(card.last_4);
});

test('removing a card fires the event with the card and the name of its list', async () => {
  const cards = [{ token: 'any', brand: 'visa', last_4: '0000' }];
  const buyer = await offer('cup', {}, { savedCards: cards, removableCards: true });
  const removed: unknown[] = [];
  buyer.element.addEventListener('checkout-card-remove', ({ card, list }) => removed.push([list, card]));
  await buyer.button('Remove Visa •••• 0000').click();
  await buyer.button(/^Remove$/).click();
  expect(removed).toEqual([['savedCards', cards[0]]]);
});
