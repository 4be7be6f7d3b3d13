import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from './journey.js';
import { html, script, scriptMarkup, transferMarkup, useOwnPage } from './own-page.js';

const journeys = useJourneys();
const LISTENER = `globalThis.heard = [];
for (const name of ['ready', 'outcome', 'error']) addEventListener('checkout-' + name, () => heard.push(name));`;

const shop = useOwnPage(({ pathname, searchParams }) => {
  if (pathname === '/pay') {
    // The merchant's module stands after ours and takes its time to come.
    return html(`${transferMarkup({ amount: searchParams.get('amount') ?? '' })}${scriptMarkup()}<script type="module" src="/listen.js"></script>`);
  }
  return pathname === '/listen.js' ? script(LISTENER, 500) : undefined;
});

const heard = (page: Page): Promise<string[]> => page.evaluate<string[]>('heard');

test('a module that follows on the page hears checkout-ready, and on a reload hears it before the outcome', async () => {
  const { page, payer } = await journeys.start(`/pay?amount=${freshAmount()}`, { shopUrl: shop.url });
  await expect.poll(() => heard(page)).toEqual(['ready']);
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(await heard(page)).toEqual(['ready', 'outcome']);

  await page.reload();
  await payer.heading('Transfer complete').waitFor();
  expect(await heard(page)).toEqual(['ready', 'outcome']);
});
