import { expect, test } from 'vitest';
import '../../../src/define.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { offer } from '../buyer.js';
import { gateway, offers, holdAnswers } from '../gateway.js';

test('a price that rose since the payer saw it is refused, shown again, and paid only by another press', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.button('Pay 19.99 USD'));
  gateway.offers.changeProduct(offers.cup.id, { amount: '2499' });
  await buyer.pays();
  await buyer.sees(buyer.text('The price has changed to 24.99 USD. Nothing was paid. Press again if you agree.'));
  expect(buyer.events('checkout-outcome')).toEqual([]);
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
  await buyer.sees(buyer.text(/^The shop says: .*Nothing was paid\.$/));
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
