import { expect, test } from 'playwright/test';

/**
 * Pays with a card that asks for 3-D Secure, up to the bank's page.
 *
 * @param {import('playwright').Page} page
 * @param {string} card another one in each test: the same price from the same card within 30 seconds is a duplicate
 */
async function goToBank(page, card) {
  await page.goto('/product.html');
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
}

test('a buyer confirms at the bank, and comes back to the outcome', async ({ page }) => {
  await goToBank(page, '4012000000001097');
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
});

test('a buyer who cancels at the bank has paid nothing', async ({ page }) => {
  await goToBank(page, '5204240000015029');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Payment didn’t go through' })).toBeVisible();
});
