import { expect, test } from 'playwright/test';
import { freshCard } from './fresh-card.js';

/** @param {import('playwright').Page} page @param {string} card */
async function buy(page, card) {
  await page.goto('/product.html');
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

test('a buyer pays', async ({ page }) => {
  await buy(page, freshCard());
  await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
});

test('a declined card pays nothing', async ({ page }) => {
  await buy(page, '4005550000000019');
  await expect(page.getByRole('heading', { name: 'Payment didn’t go through' })).toBeVisible();
});
