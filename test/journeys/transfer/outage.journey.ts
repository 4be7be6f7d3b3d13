import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';

const journeys = useJourneys();

const PAYS = '4200000000000000';
const TRANSFER = '**/ctp/api/async/p2p';

const start = () => journeys.start(`/fixed?amount=${freshAmount()}`);

const knownStates = async (page: Page): Promise<string[]> => (await knownOrders(page)).map(({ state }) => state);

// Repeats alone take seven seconds.
const PATIENT = { timeout: 25_000 };
vi.setConfig({ testTimeout: 150_000 });

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
  await payer.within.getByRole('button', { name: 'Check again' }).click();
  await payer.heading('Transfer complete').waitFor();
});
