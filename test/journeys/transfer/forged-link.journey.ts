// @module-tag sample
import { expect, test } from 'vitest';
import { type Journey, freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';

// A stranger sends the payer a link to the shop's own page. Nothing in its address can be trusted.

const journeys = useJourneys();

const LURE = 'YOUR CARD WAS BLOCKED. Call +1 217 555 0100';
const LURE_AS_UID = 'CALL-1-217-555-0100';

/** The page's own script: a server that answers with `status`, and a list of the events. */
const listening = (status?: object): string => `<script type="module">
const element = document.querySelector('p2p-transfer');
window.events = [];
element.addEventListener('checkout-outcome', ({ outcome, trackingId }) => window.events.push([outcome, trackingId]));
element.addEventListener('checkout-error', ({ error }) => window.events.push(['error', error.code]));
${status ? `element.resolveStatus = async () => (${JSON.stringify(status)});` : ''}
</script>`;

const AMOUNT = freshAmount();
const sale = (attributes: Readonly<Record<string, string>>, status?: object) =>
  html(transferMarkup({ amount: String(AMOUNT), ...attributes }) + scriptMarkup() + listening(status));

const pages: Readonly<Record<string, () => ReturnType<typeof html>>> = {
  '/no-resolver': () => sale({}),
  '/asked': () => sale({}, { outcome: 'unknown' }),
  '/order': () => sale({ 'tracking-id': `order-${AMOUNT}` }, { outcome: 'unknown' }),
  '/dear': () => sale({ amount: '1000000' }, { outcome: 'successful', amount: 1, currency: 'EUR' }),
};
const ownPage = useOwnPage(({ pathname }) => pages[pathname]?.());

const events = ({ page }: Journey): Promise<unknown> => page.evaluate(() => (window as unknown as { events: unknown }).events);
const follow = (path: string, uid: string): Promise<Journey> =>
  journeys.start(`${path}?${new URLSearchParams({ uid, status: 'successful' })}`, { shopUrl: ownPage.url });

test.each(['/no-resolver', '/asked', '/order'])(
  'a sentence in place of the uid, %s: shows the form and none of the sentence',
  async (path) => {
    const journey = await follow(path, LURE);
    await journey.payer.transferButton.waitFor();
    expect(await journey.payer.reads()).not.toMatch(/BLOCKED|555|pay again/i);
    expect(await events(journey)).toEqual([]);
  },
);

test.each(['/no-resolver', '/asked'])(
  'a sentence that looks like a uid, %s: shows neutral text, none of the sentence, and a way to the form',
  async (path) => {
    const journey = await follow(path, LURE_AS_UID);
    const { payer } = journey;
    await payer.heading('Have you just paid?').waitFor();
    expect(await payer.reads()).not.toMatch(/CALL|555|don’t pay again/);
    await payer.within.getByRole('button', { name: 'Go to the payment form' }).click();
    await payer.transferButton.waitFor();
    expect(await events(journey)).toEqual([]);
    expect(new URL(journey.page.url()).search).toBe('');
  },
);

test('a forged link to an order with a fixed tracking-id reports no outcome, and the payer can pay the order', async () => {
  const journey = await follow('/order', LURE_AS_UID);
  const { payer } = journey;
  await payer.heading('Have you just paid?').waitFor();
  expect(await events(journey)).toEqual([]);
  await payer.within.getByRole('button', { name: 'Go to the payment form' }).click();
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(await events(journey)).toEqual([['successful', `order-${AMOUNT}`]]);
});

test('a stranger’s payment of 0.01 EUR does not complete one of 10,000.00 USD', async () => {
  const journey = await follow('/dear', 'uid-of-a-stranger');
  await journey.payer.heading('Have you just paid?').waitFor();
  expect(await journey.payer.reads()).not.toMatch(/complete|0\.01|uid-of-a-stranger/);
  expect(await events(journey)).toEqual([['error', 'resolve_status_mismatch']]);
});
