import { expect, test } from 'vitest';
import { useBuyers } from '../rig/buyer.js';
import { freshAmount } from '../rig/journey.js';
import { askGateway, paymentOf } from '../rig/merchant.js';

const buyers = useBuyers();

interface Created {
  readonly id: string;
  readonly state: string;
  readonly redirect_url: string;
  readonly tracking_id: string;
  readonly last_transaction: { readonly uid: string };
}

const read = (id: string): Promise<Created> => askGateway('GET', `/subscriptions/${id}`);

test.each([
  ['without 3-D Secure', '4200000000000000', 'order-9'],
  ['after 3-D Secure, back on the same page', '4012000000001097', 'order-10'],
  ['without an id of the shop’s', '4200000000000000', undefined],
])('a subscription that the shop’s server created is paid on its page, %s', async (_, card, tracking_id) => {
  const { id, redirect_url } = await askGateway<Created>('POST', '/subscriptions', {
    plan: { title: 'Gold', currency: 'USD', plan: { amount: freshAmount(), interval: 1, interval_unit: 'month' } },
    tracking_id,
  });
  const buyer = await buyers.arrive(redirect_url);
  await buyer.box('Email').fill('ann@example.org');
  await buyer.pay(card);
  if (card.endsWith('97')) await buyer.confirmAtBank();
  await buyer.heading('Subscribed').waitFor();
  const paid = await read(id);
  expect(paid.state).toBe('active');
  expect((await paymentOf(paid.last_transaction.uid))['tracking_id']).toBe(tracking_id ?? paid.tracking_id);
});
