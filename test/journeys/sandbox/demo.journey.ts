// @module-tag sample
import { expect, inject, test } from 'vitest';
import { useBrowser } from '../rig/browser.js';

const browser = useBrowser();

test('the shop’s page runs the built elements from the gateway without errors or warnings', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(response.url()));

  await page.goto(inject('shopUrl'));
  const transfer = page.locator('p2p-transfer');
  await transfer.getByRole('button', { name: 'Show the fee' }).waitFor();
  expect(scripts).toContain(`${inject('gateway').checkout_url}/checkout.js`);
  expect(await page.evaluate(() => customElements.get('p2p-transfer') !== undefined)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a page with the script file twice registers once', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(inject('shopUrl'));
  await page.locator('p2p-transfer:defined').waitFor();
  const first = await page.evaluateHandle(() => customElements.get('p2p-transfer'));
  await page.addScriptTag({ url: `${inject('gateway').checkout_url}/checkout.js?again`, type: 'module' });
  const kept = await page.evaluate((element) => customElements.get('p2p-transfer') === element, first);
  expect(kept).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test('the console’s overview is readable and runs its script without errors', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const script = page.waitForResponse((response) => response.url().endsWith('/console.js'));
  await page.goto(inject('gateway').console_url);
  expect((await script).status()).toBe(200);
  expect(await page.getByRole('heading').count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});
