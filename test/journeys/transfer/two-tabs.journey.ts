// @module-tag sample
import type { Page, Request } from 'playwright';
import { expect, test } from 'vitest';
import type { Canary } from '../../canary/canary.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const own = useOwnPage((url) =>
  url.pathname === '/pay'
    ? html(
        transferMarkup({
          amount: url.searchParams.get('amount') ?? '',
          'tracking-id': url.searchParams.get('order') ?? '',
          test: '',
        }) + scriptMarkup(),
      )
    : undefined,
);

const isTransfer = (request: Request): boolean => request.method() === 'POST' && request.url().endsWith('/ctp/api/async/p2p');

async function ready(page: Page, canary: Canary): Promise<Payer> {
  const payer = new Payer(page, canary);
  await payer.typeCards({ number: '4200000000000000' });
  await page.getByText(/^Fee /).waitFor();
  return payer;
}

test('two tabs of one shop that submit the same order at the same moment send it once, and both show the outcome', async () => {
  const path = `/pay?amount=${freshAmount()}&order=tabs-${crypto.randomUUID()}`;
  const { context, page: first, canary } = await journeys.start(path, { shopUrl: own.url });
  const second = await context.newPage();
  await second.goto(own.url + path);
  const sent: string[] = [];
  context.on('request', (request) => {
    if (isTransfer(request)) sent.push(request.url());
  });
  const payers = [await ready(first, canary), await ready(second, canary)];
  // One wall-clock moment for both: two presses from the test would be a round trip apart.
  const moment = Date.now() + 700;
  await Promise.all(
    [first, second].map((page) =>
      page.evaluate(async (time) => {
        await new Promise((resolve) => setTimeout(resolve, time - Date.now()));
        void document.querySelector('p2p-transfer')?.submit();
      }, moment),
    ),
  );
  for (const payer of payers) await payer.heading('Transfer complete').waitFor();
  expect(sent).toHaveLength(1);
});
