import { expect, test } from 'playwright/test';
import { freshCard } from 'checkout-elements-sandbox';

/**
 * Types the cards and an amount, and presses the button.
 *
 * @param {import('playwright').Page | import('playwright').FrameLocator} form where it is: in the page, or in the frame
 */
async function pay(form) {
  const from = form.getByRole('group', { name: 'From card' });
  await from.getByLabel('Card number').fill(freshCard());
  await from.getByLabel('Expiry date').fill('12/30');
  await from.getByLabel('Security code').fill('123');
  await form.getByRole('group', { name: 'To card' }).getByLabel('Card number').fill(freshCard());
  await form.getByLabel('Amount').fill('100');
  // Before the fee is there, a press only fetches it.
  await expect(form.getByText(/^Fee (about )?\d/).first()).toBeAttached();
  const button = form.getByRole('button', { name: /^Send/ });
  await button.scrollIntoViewIfNeeded();
  // Isolated fields take a press once the button has been in view, unchanged, for half a second.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await button.click();
}

test('a payer sends money', async ({ page }) => {
  await page.goto('/');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Transfer complete' })).toBeVisible();
});

test('a payer types the cards into isolated fields', async ({ page }) => {
  await page.goto('/isolated.html');
  await pay(page.locator('p2p-transfer iframe').contentFrame());
  await expect(page.getByRole('heading', { name: 'Transfer complete' })).toBeVisible();
});
