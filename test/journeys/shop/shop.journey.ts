import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Canary } from '../../canary/canary.js';
import { violations } from '../rig/axe.js';
import { knownOrders, useJourneys } from '../rig/journey.js';
import { CODE } from '../rig/payer.js';

const journeys = useJourneys();
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

const agreement = (page: Page) => page.locator('#agreement');

/** Fills the card form of `<product-pay>` and presses its button. */
async function payByCard(page: Page, canary: Canary, number: string): Promise<void> {
  canary.keepPan(number);
  canary.keepCode(CODE);
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await page.getByLabel('Security code').pressSequentially(CODE);
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
}

test('a bicycle reserved on a phone: page, notification and order agree, and the shop releases the deposit', async () => {
  const { page, payer, canary } = await journeys.start('/shop', PHONE);
  await page.getByRole('link', { name: /Bicycle for a weekend/ }).click();
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['City', 'Springfield'],
    ['Address', '1 Main Street'],
    ['Phone', '+1 217 555 0100'],
    ['Email', 'ada@example.org'],
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
  await page.getByRole('navigation').getByRole('link', { name: 'After the payment' }).click();
  expect(await page.getByRole('button').allTextContents()).toEqual(['Release the deposit', 'Keep the deposit']);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Release the deposit' }).click();
  await page.getByText('Released: 150.00 USD').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  // The gateway's notification of the void changes nothing: a released order is not an unpaid one.
  await expect
    .poll(async () => (await knownOrders(page))[0])
    .toMatchObject({
      state: 'paid',
      transactions: [{ verdict: 'pays' }, { type: 'void', verdict: 'follows', sources: ['status', 'notification'] }],
    });
});

test('a subscription started on the shop’s page pays its trial, and the order with it', async () => {
  const { page, canary } = await journeys.start('/plans/coffee-club?in=page');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org');
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
