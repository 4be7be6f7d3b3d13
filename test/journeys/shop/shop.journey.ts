import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { knownOrders, useJourneys } from '../rig/journey.js';
import { payByCard } from '../rig/page/sale-form.js';

const journeys = useJourneys();
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

const agreement = (page: Page) => page.locator('#agreement');

/** Sets attributes of the page's element before anything is pressed, as a payer can in their own browser. */
const edit = (page: Page, attributes: Readonly<Record<string, string>>): Promise<void> =>
  page.locator('product-pay, p2p-transfer').evaluate((element, changes) => {
    for (const [name, value] of Object.entries(changes)) element.setAttribute(name, value);
  }, attributes);

test('a bicycle reserved on a phone: from the catalogue through the bank, page, notification and order agree', async () => {
  const { page, payer, canary } = await journeys.start('/shop', PHONE);
  await page.getByRole('link', { name: /Bicycle for a weekend/ }).click();
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['City', 'Springfield'],
    ['Address', '1 Main Street'],
    ['Phone', '+1 217 555 0100'],
    ['E-mail', 'ada@example.org'],
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  await page.getByRole('combobox', { name: 'Country' }).selectOption('US');
  await page.getByLabel('State').selectOption('IL');
  await page.getByRole('textbox', { name: 'Postal code' }).fill('62701');
  await payByCard(page, canary, '4012000000001097');
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await expect.poll(() => agreement(page).textContent()).toContain('agree: successful');
  expect((await knownOrders(page))[0]).toMatchObject({
    state: 'paid',
    amount: 15_000,
    item: { kind: 'product', sku: 'bicycle', type: 'authorization' },
    transactions: [{ status: 'successful', sources: ['notification'] }],
  });
});

test('a subscription started on the shop’s page pays its trial, and the order with it', async () => {
  const { page, canary } = await journeys.start('/plans/coffee-club?in=page');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.org');
  await payByCard(page, canary, '4012000000001055');
  await expect
    .poll(async () => (await knownOrders(page))[0], { timeout: 20_000 })
    .toMatchObject({
      state: 'paid',
      amount: 100,
      item: { kind: 'plan', sku: 'coffee-club' },
    });
  await expect.poll(() => agreement(page).textContent()).toContain('agree: successful');
});

describe('a payer who edits the page', () => {
  test('and pays a cheaper product’s price for a bicycle does not pay for the bicycle', async () => {
    const { page, canary } = await journeys.start('/shop/bicycle');
    await page.getByRole('button', { name: /^Pay/ }).waitFor();
    // The order that the shop opens is for the bicycle; the address is the coffee's.
    await edit(page, { src: '/api/products/coffee' });
    await page.getByText('18.50 USD').first().waitFor();
    await payByCard(page, canary, '5555555555554444');
    await expect
      .poll(async () => (await knownOrders(page))[0], { timeout: 15_000 })
      .toMatchObject({
        state: 'differs',
        amount: 15_000,
        transactions: [{ status: 'successful', amount: 1850 }],
      });
    await expect.poll(() => agreement(page).textContent(), { timeout: 15_000 }).toContain('doesn’t match');
  });

  test('and changes currency and amount of a transfer does not pay the order', async () => {
    const { page, payer } = await journeys.start('/fixed?amount=23100');
    await payer.transferButton.waitFor();
    await page.evaluate(() => {
      const element = document.querySelector('p2p-transfer') as HTMLElement & { prepare: (attempt: object) => Promise<unknown> };
      const { prepare } = element;
      // The page asks the shop for an order of 231.00; the transfer is for another amount.
      element.prepare = (attempt) => prepare({ ...attempt, amount: 23_100 });
    });
    await edit(page, { amount: '101', currency: 'EUR', description: 'All yours' });
    await payer.pay({ number: '4012000000001006' });
    await payer.heading('Transfer complete').waitFor();
    await expect.poll(async () => (await knownOrders(page))[0]).toMatchObject({ state: 'differs', amount: 23_100 });
  });

  test('and sends the notification elsewhere with an unknown tracking id gets nothing delivered', async () => {
    const { page, canary } = await journeys.start('/shop/coffee');
    await page.getByRole('button', { name: /^Pay/ }).waitFor();
    await page.locator('product-pay').evaluate((element) => {
      Object.assign(element, { prepare: () => Promise.resolve({ trackingId: 'order-of-somebody' }) });
      element.setAttribute('notification-url', `${location.origin}/elsewhere`);
    });
    await payByCard(page, canary, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    expect(await knownOrders(page)).toEqual([]);
    await expect.poll(() => agreement(page).textContent()).toContain('the server has no such order');
  });

  test('and hides a product’s test mode still sees the badge, and the order is still a test order', async () => {
    const { page, canary } = await journeys.start('/shop/coffee');
    await page.getByRole('button', { name: /^Pay/ }).waitFor();
    await page.locator('product-pay').evaluate(async (element) => {
      const product = (await (await fetch(element.getAttribute('src')!)).json()) as object;
      Object.assign(element, { product: { ...product, test: false } });
    });
    await payByCard(page, canary, '4000056655665556');
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    expect(await page.getByText('Test mode: no money moves').isVisible()).toBe(true);
    await expect.poll(async () => (await knownOrders(page))[0]).toMatchObject({ state: 'paid', transactions: [{ test: true }] });
  });
});
