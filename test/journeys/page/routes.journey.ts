import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { useBuyers } from '../rig/buyer.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { left, sell } from '../rig/merchant.js';
import { PHASES, SLOW, useRoutedPage } from '../rig/page/routed-page.js';

const journeys = useJourneys();
const buyers = useBuyers();
const shop = useRoutedPage();

const events = (page: Page): Promise<string[]> => page.evaluate<string[]>('events');
const go = (page: Page, where: 'away' | 'pay' | 'key'): Promise<void> =>
  page.getByRole('button', { name: where, exact: true }).click();
const notice = (page: Page) => page.locator('p2p-transfer').getByText(/, started .+, went through\.$/);

/** Sends a transfer, leaves its route, and waits until the transfer has ended. */
async function payAndLeave(page: Page, pay: () => Promise<void>): Promise<void> {
  await pay();
  await expect.poll(() => page.evaluate(PHASES)).toBe('accepted');
  await go(page, 'away');
  await expect.poll(() => page.evaluate(PHASES), { timeout: 15_000 }).toBe('successful');
}

test(
  'pressed before the key arrives: the button is busy, and the payment is sent once, when the key is there',
  { tags: ['main'] },
  async () => {
    const product = await sell();
    const buyer = await buyers.arrive(shop.url + shop.product(product));
    await buyer.pay('4200000000000000');
    await expect.poll(() => buyer.payButton.getAttribute('aria-busy')).toBe('true');
    expect(await left(product)).toBe(5);
    await go(buyer.page, 'key');
    await buyer.heading('Payment complete').waitFor();
    expect(await left(product)).toBe(4);
  },
);

test('pressed before the key arrives, then another card is typed: nothing is paid', { tags: ['main'] }, async () => {
  const product = await sell();
  const buyer = await buyers.arrive(shop.url + shop.product(product));
  await buyer.pay('4200000000000000');
  await expect.poll(() => buyer.payButton.getAttribute('aria-busy')).toBe('true');
  buyer.canary.keepCode('738');
  await buyer.box('Security code').fill('738');
  await expect.poll(() => buyer.payButton.getAttribute('aria-busy')).toBe('false');
  await go(buyer.page, 'key');
  await buyer.payButton.click();
  await buyer.heading('Payment complete').waitFor();
  // By the second press alone.
  expect(await left(product)).toBe(4);
  expect(await events(buyer.page)).toEqual(['successful']);
});

test(
  'a transfer that ends while the payer is on another route tells its outcome when they return, until they close the notice in one tab',
  { tags: ['main'] },
  async () => {
    const { context, page, payer } = await journeys.start(shop.transfer(freshAmount()), { shopUrl: shop.url });
    await payAndLeave(page, () => payer.pay({ number: SLOW }));
    await go(page, 'pay');
    await notice(page).waitFor();
    expect(await notice(page).innerText()).toMatch(
      /^Your transfer of [\d,.]+\sUSD to\s••••\s1111, started\s[A-Z][a-z]{2}\s\d\d?,\s\d{4},\s\d\d?:\d\d\s[AP]M\s\S+, went through\.$/,
    );
    expect(await events(page)).toEqual([]);
    await payer.transferButton.waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Show the fee' }).waitFor();
    await other.waitForFunction(`document.querySelector('p2p-transfer').step === 'details'`);
    await notice(other).waitFor();
    expect(await events(other)).toEqual([]);

    await page.locator('p2p-transfer').getByRole('button', { name: 'Close' }).click();
    await notice(page).waitFor({ state: 'detached' });
    await notice(other).waitFor({ state: 'detached' });
    await page.reload();
    await payer.transferButton.waitFor();
    expect(await notice(page).count()).toBe(0);
  },
);

test(
  'a transfer that ended on another route before the tab closed shows its outcome on the next visit',
  { tags: ['main'] },
  async () => {
    const { context, page, payer } = await journeys.start(shop.transfer(freshAmount()), { shopUrl: shop.url });
    await payAndLeave(page, () => payer.pay({ number: SLOW }));
    const next = await context.newPage();
    await page.close();
    await next.goto(shop.url + shop.transfer(freshAmount()));
    await notice(next).waitFor();
    expect(await events(next)).toEqual([]);
  },
);
