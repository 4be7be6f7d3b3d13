import { expect, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { PHONE, useBuyers } from '../rig/buyer.js';
import { focusIn } from '../rig/fields-place.js';
import { left, paymentOf, sell } from '../rig/merchant.js';
import { CODE } from '../rig/payer.js';
import { useSalePage } from '../rig/page/sale-page.js';

const buyers = useBuyers();
const shopPage = useSalePage();
const PAYS = '4200000000000000';
const CHALLENGED = '4012000000001097';
const COMPLETE = 'Payment complete';

test(
  'by keyboard alone, without 3-D Secure: a purchase works from the first field to the receipt',
  { tags: ['main'] },
  async () => {
    const product = await sell();
    const buyer = await buyers.arrive(shopPage.product(product));
    const { page } = buyer;
    buyer.hides(PAYS);
    await buyer.box('Card number').waitFor();
    await page.keyboard.press('Tab');
    for (const typed of [PAYS, '1230', CODE]) {
      await buyer.settle();
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
    }
    const focused = () => focusIn(page);
    await expect.poll(focused).toMatch(/^Pay [\d,.]+\sUSD$/);
    await buyer.settle();
    await page.keyboard.press('Space');
    await buyer.heading(COMPLETE).waitFor();
    await expect.poll(focused).toBe(COMPLETE);
    // The reference's button, the details, the receipt.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe('Receipt');
    expect(await left(product)).toBe(4);
    expect(await paymentOf(await buyer.fact('Transaction'))).toMatchObject({
      type: 'payment',
      status: 'successful',
      description: 'Tea pot',
    });
  },
);

test(
  'the last piece, bought on a phone with 3-D Secure: on return the buyer reads that they have it, not that it is sold out',
  { tags: ['main'] },
  async () => {
    const product = await sell({ quantity: '1' });
    const buyer = await buyers.arrive(shopPage.product(product), PHONE);
    await buyer.pay(CHALLENGED);
    await buyer.confirmAtBank();
    await buyer.heading(COMPLETE).waitFor();
    expect(new URL(buyer.page.url()).pathname).toBe('/product');
    expect(await left(product)).toBe(0);
    expect(await buyer.page.getByText('Sold out').count()).toBe(0);
  },
);

test('a purchase cancelled at the bank leaves the product in stock, for this buyer too', async () => {
  const product = await sell({ quantity: '1' });
  const buyer = await buyers.arrive(shopPage.product(product), PHONE);
  await buyer.pay(CHALLENGED);
  await buyer.arriveAtBank();
  await buyer.cancelAtBank();
  await buyer.heading('Payment didn’t go through').waitFor();
  expect(await left(product)).toBe(1);
  await buyer.within.getByRole('button', { name: 'Try again' }).click();
  await buyer.box('Card number').waitFor();
});

test('a payment link leads to the gateway’s page, and a phone pays there', { tags: ['main'] }, async () => {
  const product = await sell();
  const buyer = await buyers.arrive(shopPage.product(product, { mode: 'link' }), PHONE);
  await buyer.within.getByRole('link', { name: 'Go to payment' }).click();
  await buyer.page.waitForURL(product.pay_url);
  await buyer.payButton.waitFor();
  expect(await violations(buyer.page)).toEqual([]);
  await buyer.pay(PAYS);
  await buyer.heading(COMPLETE).waitFor();
  expect(await violations(buyer.page)).toEqual([]);
  expect(await left(product)).toBe(4);
});

test('before the script has loaded, or without it, the page links to the payment page', async () => {
  const product = await sell();
  const { page } = await buyers.arrive(shopPage.product(product, {}, 'no script'));
  const link = page.getByRole('link', { name: 'Pay by card' });
  expect(await link.getAttribute('href')).toBe(product.pay_url);
  await link.click();
  await page.waitForURL(product.pay_url);
});
