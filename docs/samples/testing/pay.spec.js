import { expect, test } from 'playwright/test';
import { freshCard } from 'checkout-elements-sandbox';

/**
 * Types the cards and an amount, and presses the button until the transfer is sent.
 *
 * @param {import('playwright').Page} page
 * @param {import('playwright').Page | import('playwright').FrameLocator} fields where the cards are: the page, or the frame
 */
async function pay(page, fields) {
  const from = fields.getByRole('group', { name: 'From card' });
  await from.getByLabel('Card number').fill(freshCard());
  await from.getByLabel('Expiry date').fill('12/30');
  await from.getByLabel('Security code').fill('123');
  await fields.getByRole('group', { name: 'To card' }).getByLabel('Card number').fill(freshCard());
  await page.getByLabel('Amount').fill('100');
  // Before the fee is there, a press only fetches it.
  await expect(page.getByText(/^Fee (about )?\d/).first()).toBeAttached();
  await page.getByRole('button', { name: /^Send/ }).click();
}

test('a payer sends money', async ({ page }) => {
  await page.goto('/');
  await pay(page, page);
  await expect(page.getByRole('heading', { name: 'Transfer complete' })).toBeVisible();
});

test('a payer types the cards into isolated fields', async ({ page }) => {
  await page.goto('/isolated.html');
  await pay(page, page.locator('p2p-transfer iframe').contentFrame());
  await expect(page.getByRole('heading', { name: 'Transfer complete' })).toBeVisible();
});
