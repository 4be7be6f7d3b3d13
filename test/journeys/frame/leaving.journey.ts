import { expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { fieldsDocument, FRAMES, shopPath, TALL, type FieldsPlace } from '../rig/fields-place.js';
import { CODE } from '../rig/payer.js';
import { Payer } from '../rig/payer.js';

// Playwright switches the back/forward cache off; payers have it.
const journeys = useJourneys({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
const patience = { timeout: 10_000 };

async function typed(place: FieldsPlace, options = {}) {
  const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), { ...TALL, ...options });
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  const frame = await fieldsDocument(page, place);
  const values = (): Promise<string[]> =>
    payer.form.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  return { page, payer, frame, values };
}
const TYPED = ['4200 0000 0000 0000', '12 / 30', '737', '4111 1111 1111 1111'];

test.each(FRAMES)(
  '%s: a page that is restored from the browser’s cache has empty fields, which can be filled in again',
  async (place) => {
    const { page, payer, values } = await typed(place);
    expect(await values()).toEqual(TYPED);
    await page.evaluate(() => {
      const target = window as unknown as { cameBack?: boolean; valid?: boolean };
      addEventListener('checkout-change', ({ valid }) => (target.valid = valid));
      addEventListener('pageshow', (event) => (target.cameBack = event.persisted));
    });
    await page.goto(`${inject('shopUrl')}/shop`);
    // Playwright waits for a load event that a restored page does not fire.
    await page.evaluate(() => history.back());
    await page.waitForURL(/\/fixed/, { waitUntil: 'commit' });
    // Playwright does not find the frames of a restored page either, so this checks what the frame tells the element.
    const isValid = () => page.evaluate('window.valid');
    await expect.poll(isValid, patience).toBe(false);
    expect(await page.evaluate(() => (window as unknown as { cameBack?: boolean }).cameBack)).toBe(true);
    // Until then, Chromium sends a click to where the frame was before.
    await payer.settle();
    const { x, y } = (await payer.within.locator('iframe').boundingBox())!;
    await page.mouse.click(x + 60, y + 80);
    for (const text of ['4200000000000000', '1230', CODE, '4111111111111111']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect.poll(isValid, patience).toBe(true);
  },
);

test.each(FRAMES)('%s: a change of language, theme or direction keeps the typed text', async (place) => {
  const { page, payer, frame, values } = await typed(place);
  await payer.within.evaluate((element) => element.setAttribute('language', 'ar'));
  await expect.poll(() => frame.evaluate(() => document.documentElement.dir), patience).toBe('rtl');
  await expect.poll(() => payer.form.locator('legend').first().innerText(), patience).toBe('من بطاقة');
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
  await payer.within.evaluate((element: HTMLElement) => element.style.setProperty('--checkout-color-field', 'rgb(1, 2, 3)'));
  const field = payer.form.locator('.field').first();
  await expect.poll(() => field.evaluate((each) => getComputedStyle(each).backgroundColor), patience).toBe('rgb(1, 2, 3)');
  expect(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  expect(await values()).toEqual(TYPED);
});

/** The properties that decide how an input works on a phone, and how it looks. */
const STYLES = ['fontSize', 'fontFamily', 'color', 'direction', 'outlineStyle'] as const;

test.each([
  ['a phone', { viewport: { width: 320, height: 900 }, hasTouch: true }, ''],
  ['dark', { colorScheme: 'dark' }, ''],
  ['forced colours', { forcedColors: 'active' }, ''],
  ['another theme', {}, '&theme=midnight'],
  ['right to left', {}, ''],
  // 1,280 pixels enlarged to 400 %.
  ['400 %', { viewport: { width: 320, height: 1600 }, deviceScaleFactor: 4 }, ''],
] as const)('%s: the fields look as they do in the page', async (state, options, query) => {
  const looks: unknown[] = [];
  for (const place of ['page', ...FRAMES] as const) {
    const path = shopPath(`/fixed?amount=10000${query}`, place);
    const { page, canary, payer: inPage } = await journeys.start(path, { ...TALL, ...options });
    const payer = place === 'page' ? inPage : new Payer(page, canary, undefined, 'gateway');
    await payer.to('Card number').waitFor();
    if (state === 'right to left') {
      await payer.within.evaluate((element) => element.setAttribute('language', 'ar'));
      await payer.form.getByText('من بطاقة').first().waitFor();
    }
    const boxes = payer.form.locator('[name=number], [name=expiry]');
    await boxes.first().focus();
    const inputs = await Promise.all(
      (await boxes.all()).map((each) =>
        each.evaluate((input: HTMLInputElement, names) => {
          const style = getComputedStyle(input);
          const field = getComputedStyle(input.closest('.field')!);
          const { width, height } = input.closest('fieldset')!.getBoundingClientRect();
          return {
            ...Object.fromEntries(names.map((name) => [name, style[name]])),
            background: field.backgroundColor,
            // The side of the label.
            side: field.direction,
            size: [Math.round(width), Math.round(height)],
            inputMode: input.inputMode,
          };
        }, STYLES),
      ),
    );
    expect(inputs.map(({ inputMode }) => inputMode)).toEqual(['numeric', 'numeric', 'numeric']);
    for (const { fontSize } of inputs as readonly { fontSize?: string }[])
      expect(parseFloat(fontSize!)).toBeGreaterThanOrEqual(16);
    for (const each of new Set([page, await fieldsDocument(page, place)]))
      expect(await each.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    looks.push(inputs);
  }
  expect(looks[1]).toEqual(looks[0]);
  expect(looks[2]).toEqual(looks[0]);
});

test.each(FRAMES)(
  '%s: the frame stores nothing: it does not even access storage, databases, caches or cookies',
  async (place) => {
    const { page, canary, context } = await journeys.start('blank', { ...TALL, shopUrl: 'about:' });
    await context.addInitScript(() => {
      if (window.top === window) return;
      const touched: string[] = [];
      Object.assign(window, { touched });
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
        Object.defineProperty(window, name, { get: () => void touched.push(name) });
      const note = (): string => {
        touched.push('cookie');
        return '';
      };
      Object.defineProperty(Document.prototype, 'cookie', { get: note, set: note });
    });
    await page.goto(`${inject('shopUrl')}${shopPath(`/fixed?amount=${freshAmount()}`, place)}`);
    const payer = new Payer(page, canary, undefined, 'gateway');
    await payer.pay({ number: '4200000000000000' });
    await payer.heading('Transfer complete').waitFor();
    const frame = await fieldsDocument(page, place);
    expect(await frame.evaluate(() => (window as unknown as { touched: string[] }).touched)).toEqual([]);
  },
);

test.each(FRAMES)('%s: with reduced motion nothing in the frame moves', async (place) => {
  const { payer, frame } = await typed(place, { reducedMotion: 'reduce' });
  await payer.from('Card number').focus();
  const moving = await frame.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((each) => {
        const { transitionDuration, transitionProperty, animationName } = getComputedStyle(each);
        return animationName !== 'none' || (transitionProperty !== 'none' && parseFloat(transitionDuration) > 0);
      }).length,
  );
  expect(moving).toBe(0);
});
