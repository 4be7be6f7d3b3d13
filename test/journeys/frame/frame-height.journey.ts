import { beforeAll, expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { fieldsFor, html, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { fieldsDocument, TALL, type FieldsPlace } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
let served: Awaited<ReturnType<typeof fieldsFor>> | undefined;
const shop = useOwnPage(({ pathname, searchParams }) => {
  if (pathname === '/fields/') return served;
  const attributes = JSON.parse(searchParams.get('attributes') ?? '{}') as Record<string, string>;
  const host = searchParams.get('place') === 'shop' ? shop.url : inject('gateway').checkout_url;
  const markup = transferMarkup({ 'fields-url': `${host}/fields/`, ...attributes });
  const script = `<script type="module" src="${inject('gateway').checkout_url}/${searchParams.get('script')}"></script>`;
  const style = `<style>main { font: ${searchParams.get('font')} } iframe { max-width: 50%; height: 10px; border: 9px solid }</style>`;
  return pathname === '/' ? html(style + markup + script) : undefined;
});
beforeAll(async () => {
  served = await fieldsFor(shop.url);
});

/** Records the browser's layout shifts, each with its score and the positions before and after. */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly { readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      const moved = entry.sources.map(({ previousRect: before, currentRect: after }) => `${before.y} to ${after.y}`);
      shifts.push(`${entry.value.toFixed(4)}: ${moved.join()}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

test.each([
  ['gateway', 'checkout.js', '1rem/1.5 sans-serif', 1280, { amount: '10000' }],
  ['shop', 'checkout.js', '1rem/1.5 sans-serif', 1280, { amount: '10000' }],
  ['gateway', 'checkout.js', '1.25rem/1.2 serif', 320, { collect: 'holder recipient-holder recipient-expiry' }],
  ['gateway', 'p2p-transfer.js', '0.8125rem/1.7 monospace', 1280, {}],
  ['gateway', 'p2p-transfer.js', '1rem/1.5 sans-serif', 360, { amount: '10000' }],
])(
  '%s, %s, %s, %i pixels, %o: nothing moves when the frame appears, and nothing in it is cut off',
  async (place, script, font, width, attributes) => {
    const { page, canary, context } = await journeys.start('blank', {
      ...TALL,
      shopUrl: 'about:',
      viewport: { width, height: 1600 },
    });
    await context.addInitScript(watchShifts);
    await page.goto(`${shop.url}/?${new URLSearchParams({ place, script, font, attributes: JSON.stringify(attributes) })}`);
    const payer = new Payer(page, canary, undefined, 'gateway');
    await payer.form.locator('input').first().waitFor();
    // Late changes have arrived by now.
    await page.waitForTimeout(1000);
    const frame = await fieldsDocument(page, place as FieldsPlace);
    for (const each of [page, frame])
      expect(await each.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);

    const needed = await frame.evaluate(() => {
      const { height, width: across } = document.documentElement.getBoundingClientRect();
      return { height: Math.ceil(height), width: Math.round(across), scrolls: document.documentElement.scrollWidth > innerWidth };
    });
    const box = await payer.within.locator('iframe').boundingBox();
    expect({ height: box?.height, width: Math.round(box?.width ?? 0), scrolls: false }).toEqual(needed);
  },
);

test('an error makes the frame higher once the payer has left the field, and no height tells how long a number is', async () => {
  const attributes = JSON.stringify({ amount: '10000' });
  const query = new URLSearchParams({ script: 'checkout.js', font: '1rem/1.5 sans-serif', attributes });
  const { page, canary } = await journeys.start(`/?${query}`, { ...TALL, shopUrl: shop.url });
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.to('Card number').waitFor();
  const height = async (): Promise<number> => (await payer.within.locator('iframe').boundingBox())?.height ?? 0;
  const before = await height();
  const number = payer.from('Card number');
  // Longer than any card's, and invalid at 13 digits and at 16.
  for (const digit of '55555555555544412') {
    await number.press(digit);
    expect(await payer.form.locator('[part=error]').count()).toBe(0);
  }
  await page.waitForTimeout(200);
  expect(await height()).toBe(before);
  await number.press('Tab');
  await expect.poll(height, { timeout: 10_000 }).toBeGreaterThan(before + 10);
  await number.press('End');
  await number.press('Backspace');
  await expect.poll(height, { timeout: 10_000 }).toBe(before);
  for (let left = 15; left > 0; left -= 1) await number.press('Backspace');
  await page.waitForTimeout(200);
  expect(await height()).toBe(before);
});

test('the frame is hidden while the payer waits: back at the form after a refusal it has its texts, and never lost its height', async () => {
  const attributes = JSON.stringify({ amount: String(freshAmount()) });
  const query = new URLSearchParams({ script: 'checkout.js', font: '1rem/1.5 sans-serif', attributes });
  const { page, canary } = await journeys.start(`/?${query}`, { ...TALL, shopUrl: shop.url });
  const errors = { credit_card: { number: ['is not a card number'] } };
  await page.route('**/ctp/api/async/p2p', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    // So that the payer waits.
    await page.waitForTimeout(500);
    return route.fulfill({
      status: 422,
      headers: { 'access-control-allow-origin': '*' },
      json: { error_code: 'invalid_params', message: 'no', errors },
    });
  });
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  const frame = payer.within.locator('iframe');
  const before = (await frame.boundingBox())?.height;
  const heights = await frame.evaluateHandle((each) => {
    const seen = new Set<string>();
    new MutationObserver(() => seen.add(each.style.blockSize)).observe(each, { attributeFilter: ['style'] });
    return seen;
  });
  await payer.press();
  await frame.waitFor({ state: 'hidden' });
  await payer.form.getByText('is not a card number').waitFor();
  expect(await payer.from('Card number').inputValue()).toBe('4200 0000 0000 0000');
  expect(await payer.to('Card number').inputValue()).toBe('4111 1111 1111 1111');
  // Without a fee the form has two rows less, and an error more.
  const needed = () => payer.form.locator('html').evaluate((root) => root.getBoundingClientRect().height);
  const height = async () => (await frame.boundingBox())?.height ?? 0;
  await expect.poll(async () => (await height()) - Math.ceil(await needed())).toBe(0);
  const lowest = await heights.evaluate((seen) => Math.min(...[...seen].map(Number.parseFloat)));
  expect(lowest).toBeGreaterThanOrEqual(Math.min(before ?? 0, await height()));
});
