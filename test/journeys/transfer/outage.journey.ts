import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { advanceSandbox, freshAmount, knownOrders, useJourneys } from '../rig/journey.js';

const journeys = useJourneys();

const PAYS = '4200000000000000';
const SLOW = '4000400000000020';
const CHECK = '**/ctp/api/async/verify-p2p';
const TRANSFER = '**/ctp/api/async/p2p';

const start = () => journeys.start(`/fixed?amount=${freshAmount()}`);

const knownStates = async (page: Page): Promise<string[]> => (await knownOrders(page)).map(({ state }) => state);

// Repeats alone take seven seconds.
const PATIENT = { timeout: 25_000 };
vi.setConfig({ testTimeout: 150_000 });

/** Counts the transfers that the page sends. */
function countTransfers(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/async/p2p')) count += 1;
  });
  return () => count;
}

test('sandbox down during the check: the payer reads that nothing was sent, keeps what they typed, and can try again', async () => {
  const { page, payer } = await start();
  const transfers = countTransfers(page);
  await page.route(CHECK, (route) => route.abort('connectionrefused'));
  await payer.typeCards({ number: PAYS });
  await payer.cards.getByText(/connection.*Nothing was sent/).waitFor();
  expect(await payer.transferButton.isEnabled()).toBe(true);
  expect(await payer.from('Card number').inputValue()).toBe('4200 0000 0000 0000');
  expect(await knownOrders(page)).toEqual([]);

  await page.unroute(CHECK);
  // The first press asks for the fee, which the payer has not seen; the second one pays.
  await payer.press();
  await payer.readFee();
  expect(transfers()).toBe(0);
  await payer.press();
  await payer.heading('Transfer complete').waitFor();
  await expect.poll(() => knownStates(page)).toEqual(['paid']);
});

test('answer lost and shop silent: the outcome is unknown and the payer reads not to pay again; a later check finds it', async () => {
  const { page, payer } = await start();
  await page.route('**/api/status?**', (route) => route.abort());
  await page.route(TRANSFER, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await payer.pay({ number: PAYS });
  await payer.heading('We don’t know yet if it went through. Please don’t pay again.').waitFor(PATIENT);
  const [order] = await knownOrders(page);
  expect(await payer.fact('Reference')).toBe(order?.trackingId);
  // The gateway notified the shop's server all the same; the page shows that beside the outcome of its own element.
  await expect.poll(() => knownStates(page)).toEqual(['paid']);
  await page.getByText('The page doesn’t know the result; the server does: successful.').waitFor();

  await page.unroute('**/api/status?**');
  await payer.element.getByRole('button', { name: 'Check again' }).click();
  await payer.heading('Transfer complete').waitFor();
});

test('a page reloaded during a slow transfer resumes it and pays once', async () => {
  const { page, payer } = await start();
  const transfers = countTransfers(page);
  await payer.pay({ number: SLOW });
  await payer.heading('Sending').waitFor();
  await expect.poll(async () => (await knownOrders(page)).length).toBe(1);
  await page.waitForResponse((response) => response.url().includes('/async/jobs/'));
  const [order] = await knownOrders(page);

  await page.reload();
  await payer.heading('Checking the result with the bank').waitFor();
  expect(await payer.transferButton.isVisible()).toBe(false);
  await advanceSandbox(20);
  await payer.heading('Transfer complete').waitFor();
  expect(await payer.fact('Reference')).toBe(order?.trackingId);
  expect(transfers()).toBe(1);
  await expect.poll(() => knownStates(page)).toEqual(['paid']);
});
