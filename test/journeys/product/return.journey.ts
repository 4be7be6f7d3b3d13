import { expect, inject, test } from 'vitest';
import { type Buyer, PHONE, useBuyers } from '../rig/buyer.js';
import { knownOrders } from '../rig/journey.js';

// Playwright switches the back/forward cache off; payers have it.
const buyers = useBuyers({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });

const coffee = () => `${inject('shopUrl')}/shop/coffee`;

/** Pays with a card whose bank asks for a code, and waits at the bank's page. */
async function leaveForBank(card: string, options?: typeof PHONE): Promise<Buyer> {
  const buyer = await buyers.arrive(coffee(), options);
  await buyer.pay(card);
  await buyer.payer.arriveAtBank();
  return buyer;
}

async function expectPaidOnce(buyer: Buyer): Promise<void> {
  await buyer.heading('Payment complete').waitFor();
  await expect
    .poll(async () => (await knownOrders(buyer.page)).map(({ state, transactions }) => [state, transactions.length]))
    .toEqual([['paid', 1]]);
}

test('the back button at the bank: the page holds no card data, the way to the bank stays open, and the product is paid once', async () => {
  const buyer = await leaveForBank('4012000000001097', PHONE);
  const { page } = buyer;
  // Playwright waits for a load event that a restored page does not fire.
  await page.evaluate(() => history.back());
  await page.waitForURL(/\/shop\/coffee/, { waitUntil: 'commit' });
  const bank = buyer.form.getByRole('link', { name: /bank/ });
  await bank.waitFor();
  for (const input of await buyer.form.locator('input').all()) expect(await input.inputValue()).toBe('');
  expect(await buyer.button.isVisible()).toBe(false);
  await bank.click();
  await buyer.confirmAtBank();
  await expectPaidOnce(buyer);
});

test('the shop’s page, opened again and reloaded while the bank waits, resumes the payment and pays once', async () => {
  const buyer = await leaveForBank('5204240000015029');
  const bankUrl = buyer.page.url();
  await buyer.page.goto(coffee());
  await buyer.form.getByRole('link', { name: /bank/ }).waitFor();
  await buyer.page.reload();
  await buyer.form.getByRole('link', { name: /bank/ }).waitFor();
  expect(await buyer.button.isVisible()).toBe(false);

  // Confirmed in another tab: the waiting page must notice by itself.
  const other = await buyer.context.newPage();
  await other.goto(bankUrl);
  await other.getByRole('textbox', { name: 'Code' }).fill('123456');
  await other.getByRole('button', { name: 'Confirm' }).click();
  await other.waitForURL(/\/shop\/coffee/);
  await other.close();
  await buyer.page.bringToFront();
  await expectPaidOnce(buyer);
});
