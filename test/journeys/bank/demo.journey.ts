import type { FrameLocator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';
import { useOwnSandbox } from '../rig/own-sandbox.js';

// The shop as `npm run demo` starts it: the bank's page is shown in a dialog.
const own = useOwnSandbox([]);
const journeys = useJourneys();
const CHALLENGED = '4012000000001097';

const bankOf = (page: Page): FrameLocator => page.locator('p2p-transfer').locator('dialog iframe').contentFrame();

async function atBank() {
  const journey = await journeys.start(`/fixed?amount=${freshAmount()}`, { shopUrl: own.shopUrl });
  await journey.payer.pay({ number: CHALLENGED });
  await bankOf(journey.page).getByRole('textbox', { name: 'Code' }).waitFor();
  return journey;
}

test('the payer confirms in the dialog, and page and server agree, without leaving the page', { tags: ['main'] }, async () => {
  const { page, payer } = await atBank();
  const address = page.url();
  await bankOf(page).getByRole('textbox', { name: 'Code' }).fill('123456');
  await bankOf(page).getByRole('button', { name: 'Confirm' }).click();
  await payer.heading('Transfer complete').waitFor();
  await page.getByText('The page and the server agree: successful.').waitFor();
  expect(page.url()).toBe(address);
  expect((await knownOrders(page)).map(({ state }) => state)).toEqual(['paid']);
});

test('a payer who cancels at the bank keeps both cards, types the code again, and pays', async () => {
  const { page, payer } = await atBank();
  await bankOf(page).getByRole('button', { name: 'Cancel' }).click();
  await payer.heading('Transfer didn’t go through').waitFor();
  await payer.within.getByRole('button', { name: 'Try again' }).click();
  expect(await payer.from('Card number').inputValue()).toBe('4012 0000 0000 1097');
  expect(await payer.to('Card number').inputValue()).toBe('4111 1111 1111 1111');
  expect(await payer.from('Security code').inputValue()).toBe('');
  await payer.retypeCode();
  await payer.readFee();
  await payer.press();
  await bankOf(page).getByRole('textbox', { name: 'Code' }).fill('123456');
  await bankOf(page).getByRole('button', { name: 'Confirm' }).click();
  await payer.heading('Transfer complete').waitFor();
});
