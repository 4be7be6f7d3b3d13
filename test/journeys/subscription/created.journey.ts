import { expect, test } from 'vitest';
import { useBuyers } from '../rig/buyer.js';
import { freshAmount } from '../rig/journey.js';
import { askGateway } from '../rig/merchant.js';

const buyers = useBuyers();

interface Created {
  readonly id: string;
  readonly state: string;
  readonly redirect_url: string;
}

const read = (id: string): Promise<Created> => askGateway('GET', `/subscriptions/${id}`);

test.each([
  ['without 3-D Secure', '4200000000000000'],
  ['after 3-D Secure, back on the same page', '4012000000001097'],
])('a subscription that the shop’s server created is paid on its page, %s', async (_, card) => {
  const { id, redirect_url } = await askGateway<Created>('POST', '/subscriptions', {
    plan: { title: 'Gold', currency: 'USD', plan: { amount: freshAmount(), interval: 1, interval_unit: 'month' } },
    tracking_id: 'order-9',
  });
  const buyer = await buyers.arrive(redirect_url);
  await buyer.box('E-mail').fill('ann@example.org');
  await buyer.pay(card);
  if (card.endsWith('97')) await buyer.confirmAtBank();
  await buyer.heading('Subscribed').waitFor();
  await expect.poll(async () => (await read(id)).state).toBe('active');
});
