import { expect, test } from 'vitest';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';

// Playwright switches the back/forward cache off; payers have it.
const journeys = useJourneys({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });

test('going back from the bank restores the page without card data, and the payer can continue', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  await page.evaluate(() => {
    const target = window as unknown as { cameBack?: boolean };
    addEventListener('pageshow', (event) => (target.cameBack = event.persisted));
  });
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  // Playwright waits for a load event that a restored page does not fire.
  await page.evaluate(() => history.back());
  await page.waitForURL(/\/fixed/, { waitUntil: 'commit' });
  await payer.within.getByRole('link', { name: /bank/ }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { cameBack?: boolean }).cameBack)).toBe(true);
  for (const input of await payer.within.locator('input').all()) expect(await input.inputValue()).toBe('');
  expect(await payer.transferButton.isVisible()).toBe(false);

  await payer.within.getByRole('link', { name: /bank/ }).click();
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();
  await expect.poll(async () => (await knownOrders(page)).map(({ state }) => state)).toEqual(['paid']);
});

test('going forward after going back from the bank shows the outcome without another payment', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  const bank = page.url();
  await page.evaluate(() => history.back());
  await page.waitForURL(/\/fixed/, { waitUntil: 'commit' });
  await payer.within.getByRole('link', { name: /bank/ }).waitFor();

  // Confirmed in another tab: the waiting page must notice by itself.
  const other = await page.context().newPage();
  await other.goto(bank);
  await other.getByRole('textbox', { name: 'Code' }).fill('123456');
  await other.getByRole('button', { name: 'Confirm' }).click();
  await other.waitForURL(/\/return/);
  await other.close();
  await page.bringToFront();
  await payer.heading('Transfer complete').waitFor();
  await expect.poll(async () => (await knownOrders(page)).map(({ state }) => state)).toEqual(['paid']);
});
