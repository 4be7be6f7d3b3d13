import type { Page } from 'playwright';
import type { Canary } from '../../../canary/canary.js';
import { CODE } from '../payer.js';

/** Fills the card form of `<product-pay>` and presses its button. */
export async function payByCard(page: Page, canary: Canary, number: string): Promise<void> {
  canary.keepPan(number);
  canary.keepCode(CODE);
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await page.getByLabel('Security code').pressSequentially(CODE);
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
}
