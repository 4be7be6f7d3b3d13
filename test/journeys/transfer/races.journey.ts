import process from 'node:process';
import type { BrowserContext, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import type { Canary } from '../../canary/canary.js';
import { Dice } from '../../dice.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { CODE, RECIPIENT } from '../rig/payer.js';
import { cardsOf } from '../rig/fields-place.js';

// Two tabs of one browser press for the same payment, a few milliseconds apart, and again with another sum. RACES=200 makes as many
// of each kind; without it there are a few.

const RACES = Number(process.env['RACES'] ?? 4);
const SOURCE = '4200000000000000';

const journeys = useJourneys();
const own = useOwnPage(({ pathname }) =>
  pathname === '/pay' ? html(transferMarkup({ amount: '100000', test: '' }) + scriptMarkup()) : undefined,
);

/** Fills in a form, for this sum. `prepare` is how many milliseconds the merchant's server takes at most to name the attempt. */
async function fill(page: Page, amount: number, prepare: number | undefined, dice: Dice): Promise<void> {
  const wait = prepare === undefined ? undefined : Math.floor(prepare * dice.fraction());
  // A page asks for a fee six times a minute at most.
  await page.goto(`${own.url}/pay`);
  const cards = cardsOf(page.locator('p2p-transfer'), inject('fieldsPlace'));
  await cards.getByRole('group', { name: 'From card' }).waitFor();
  await page.evaluate(
    ([sum, milliseconds]) => {
      const element = document.querySelector('p2p-transfer')!;
      element.reset();
      element.amount = sum;
      element.prepare =
        milliseconds === undefined
          ? undefined
          : async () => {
              await new Promise((resolve) => setTimeout(resolve, milliseconds));
              return { trackingId: crypto.randomUUID() };
            };
    },
    [amount, wait] as const,
  );
  const from = cards.getByRole('group', { name: 'From card' });
  await from.getByRole('textbox', { name: 'Card number' }).fill(SOURCE);
  await from.getByRole('textbox', { name: 'Expiry date' }).fill('12/30');
  await from.getByRole('textbox', { name: 'Security code' }).fill(CODE);
  await cards.getByRole('group', { name: 'To card' }).getByRole('textbox', { name: 'Card number' }).fill(RECIPIENT);
  await page.getByText(/^Fee /).waitFor();
}

/** Presses at a moment of the wall clock, because presses sent by the test would be a round trip apart. */
const press = (page: Page, moment: number): Promise<void> =>
  page.evaluate(async (time) => {
    await new Promise((resolve) => setTimeout(resolve, time - Date.now()));
    void document.querySelector('p2p-transfer')!.submit();
  }, moment);

const rests = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const { step } = document.querySelector('p2p-transfer')!;
    return step === 'details' || step === 'outcome';
  });

/** The payments that were sent, by amount. A repeat of the same bytes counts as the same payment. */
function watchTransfers(context: BrowserContext): Map<number, Set<string>> {
  const sent = new Map<number, Set<string>>();
  context.on('request', (request) => {
    const body = request.postData();
    if (request.method() !== 'POST' || !request.url().endsWith('/ctp/api/async/p2p') || body === null) return;
    const { amount } = (JSON.parse(body) as { request: { amount: number } }).request;
    sent.set(amount, (sent.get(amount) ?? new Set()).add(body));
  });
  return sent;
}

async function openTabs(context: BrowserContext, first: Page, canary: Canary): Promise<readonly [Page, Page]> {
  canary.keepPan(SOURCE);
  canary.keepPan(RECIPIENT);
  canary.keepCode(CODE);
  return [first, await context.newPage()];
}

/** One race. @returns how many payments were sent. */
async function race(
  tabs: readonly [Page, Page],
  sent: Map<number, Set<string>>,
  prepare: number | undefined,
  dice: Dice,
): Promise<number> {
  const amount = freshAmount();
  for (const page of tabs) await fill(page, amount, prepare, dice);
  const moment = Date.now() + 300;
  const offset = Math.floor(150 * dice.fraction() ** 2);
  await Promise.all([press(tabs[0], moment), press(tabs[1], moment + offset)]);
  await tabs[0].waitForTimeout(prepare === undefined ? 300 : 500);
  for (const page of tabs) await rests(page);
  return sent.get(amount)?.size ?? 0;
}

test.each([
  ['without prepare', undefined],
  ['while the merchant’s server names the attempts', 120],
])(
  'two tabs that press for one payment at nearly the same time send it once, %s',
  { timeout: 60_000 + RACES * 15_000 },
  async (_, prepare) => {
    const dice = new Dice('races');
    const { context, page, canary } = await journeys.start('/pay', { shopUrl: own.url });
    const tabs = await openTabs(context, page, canary);
    const sent = watchTransfers(context);
    const payments: number[] = [];
    for (let index = 0; index < RACES; index += 1) payments.push(await race(tabs, sent, prepare, dice));
    // A payment that is sent once is paid once, whatever the gateway compares.
    expect(payments).toEqual(Array.from({ length: RACES }, () => 1));
  },
);

test(
  'without Web Locks, too, no payment is made twice at a gateway that compares cards',
  { timeout: 60_000 + RACES * 15_000 },
  async () => {
    const dice = new Dice('races without locks');
    const { context, page, canary } = await journeys.start('/pay', { shopUrl: own.url });
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }));
    const tabs = await openTabs(context, page, canary);
    const sent = watchTransfers(context);
    let twice = 0;
    for (let index = 0; index < RACES; index += 1) {
      if ((await race(tabs, sent, undefined, dice)) > 1) twice += 1;
      const outcomes = await Promise.all(tabs.map((tab) => tab.evaluate(() => document.querySelector('p2p-transfer')!.outcome)));
      // A repeat that the gateway rejects is unknown to the tab that sent it.
      expect(outcomes.filter((outcome) => outcome === 'successful').length).toBeLessThanOrEqual(1);
      expect(outcomes).not.toContain('failed');
      // Another visit would ask about the unknown one first.
      for (const tab of tabs) await tab.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    }
    console.log(`Without Web Locks ${twice} of ${RACES} races sent a second request, which the gateway rejected.`);
  },
);

test('what one tab writes reaches the other before the lock is released', { timeout: 120_000 }, async () => {
  const { context, page, canary } = await journeys.start('/pay', { shopUrl: own.url });
  const [first, second] = await openTabs(context, page, canary);
  await second.goto(`${own.url}/pay`);
  const delays: number[] = [];
  for (let index = 0; index < Math.max(20, RACES); index += 1) {
    const name = `late-${index}`;
    const seen = second.evaluate(async (key) => {
      const channel = new MessageChannel();
      for (;;) {
        const written = localStorage.getItem(key);
        if (written !== null) return performance.timeOrigin + performance.now() - Number(written);
        // As often as possible, without keeping the page from receiving the event.
        await new Promise((resolve) => {
          channel.port1.addEventListener('message', resolve, { once: true });
          channel.port1.start();
          channel.port2.postMessage('');
        });
      }
    }, name);
    await first.waitForTimeout(20);
    await first.evaluate((key) => localStorage.setItem(key, String(performance.timeOrigin + performance.now())), name);
    delays.push(await seen);
  }
  delays.sort((one, other) => one - other);
  const at = (share: number): string => (delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? 0).toFixed(1);
  console.log(
    `A write reached the other tab after ${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${at(1)} ms at most, of ${delays.length}.`,
  );
  expect(delays.length).toBeGreaterThan(0);
});
