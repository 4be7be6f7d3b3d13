// @module-tag sample
// A page that watches how its own scroll boxes move: a browser brings the caret into view in all of them.
import type { Frame, Locator, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { FRAMES, shopPath, TALL } from '../../rig/fields-place.js';
import { freshAmount, useJourneys } from '../../rig/journey.js';
import { html, useOwnPage } from '../../rig/page/own-page.js';

const journeys = useJourneys();
/** A bare input of another origin, in the same trap. */
const bare = useOwnPage(() => html('<input id="bare" style="inline-size: 300px">'));
const around = useOwnPage(() => html('<div><iframe id="other" width="400" height="100"></iframe></div>'));
const given = inject('fieldsPlace');
const places = given === 'page' ? FRAMES : [given];
const NUMBER = '4200000000000000';

/** Puts a box around what is framed that scrolls by a sign's width at each key, and counts that. */
const setTrap = (page: Page, selector: string): Promise<void> =>
  page.evaluate((framed) => {
    const box = document.createElement('div');
    box.style.cssText = 'overflow-x: scroll; scroll-padding: 0 calc(100% - 2px) 0 0; inline-size: 420px';
    const element = document.querySelector(framed)!;
    element.parentElement!.style.cssText = box.style.cssText;
    const wide = document.createElement('div');
    wide.style.cssText = 'inline-size: 3000px; block-size: 1px';
    element.parentElement!.append(wide);
    const moves: number[] = [];
    Object.assign(globalThis, { moves });
    element.parentElement!.addEventListener('scroll', ({ currentTarget }) => {
      const { scrollLeft } = currentTarget as Element;
      if (scrollLeft > 0) moves.push(scrollLeft);
      (currentTarget as Element).scrollLeft = 0;
    });
  }, selector);

/** Presses keys one by one. @returns how often the box has moved meanwhile. */
async function movesAt(page: Page, keys: readonly string[]): Promise<number> {
  await page.waitForTimeout(300);
  await page.evaluate('moves.length = 0');
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(200);
  return page.evaluate('moves.length') as Promise<number>;
}

/** The box moves at a click, which may then miss. */
const enter = (input: Locator): Promise<void> =>
  expect
    .poll(async () => {
      await input.click();
      return input.evaluate((each) => each === each.ownerDocument.activeElement);
    })
    .toBe(true);

async function framedIn(page: Page, selector: string): Promise<Frame> {
  const frame = await (await page.waitForSelector(selector, { state: 'attached' })).contentFrame();
  return frame!;
}

test('a bare input of another origin tells the page of each key', async () => {
  const { page } = await journeys.start('/', { ...TALL, shopUrl: around.url });
  await page.evaluate((url) => void (document.querySelector<HTMLIFrameElement>('#other')!.src = url), bare.url);
  const frame = await framedIn(page, '#other');
  await frame.waitForSelector('#bare');
  await setTrap(page, '#other');
  await enter(frame.locator('#bare'));
  expect(await movesAt(page, NUMBER.split(''))).toBeGreaterThanOrEqual(NUMBER.length);
});

test.each(places)('%s: typing, deleting, pasting and steps of the caret move nothing in the page', async (place) => {
  const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
  canary.keepPan(NUMBER);
  canary.keepCode('737');
  const frame = await framedIn(page, 'p2p-transfer iframe');
  const number = frame.locator('[name=number]').first();
  // The form is there once the page has said what is paid for.
  await frame.locator('.submit').waitFor();
  await setTrap(page, 'p2p-transfer');
  await enter(number);
  expect(await movesAt(page, NUMBER.split(''))).toBe(0);
  expect(await number.inputValue()).toBe('4200 0000 0000 0000');
  expect(await movesAt(page, ['Backspace', 'Backspace', 'ArrowLeft', 'ArrowLeft', 'Delete', '1', 'Home', 'End', '0', '0'])).toBe(
    0,
  );
  expect(await number.inputValue()).toBe('4200 0000 0000 1000');
  expect(await movesAt(page, ['Control+z'])).toBe(0);
  expect(await number.inputValue()).toBe('4200 0000 0000 100');
  expect(await movesAt(page, ['Control+a', 'Control+c', 'Backspace'])).toBe(0);
  expect(await number.inputValue()).toBe('');
  expect(await movesAt(page, ['Control+v'])).toBe(0);
  expect(await number.inputValue()).toBe('4200 0000 0000 100');
  expect(await movesAt(page, ['Shift+Home', '5'])).toBe(0);
  expect(await number.inputValue()).toBe('5');
  const code = frame.locator('[name=verification_value]');
  await enter(code);
  expect(await movesAt(page, '737'.split(''))).toBe(0);
  expect(await code.inputValue()).toBe('737');
});

test.each(places)('%s: a name that is typed can be undone', async (place) => {
  const { page } = await journeys.start(shopPath('/fixed', place), TALL);
  const frame = await framedIn(page, 'p2p-transfer iframe');
  await frame.locator('.submit').waitFor();
  await page.evaluate(() => document.querySelector('p2p-transfer')!.setAttribute('collect', 'holder'));
  const holder = frame.locator('[name=holder]').first();
  await holder.waitFor();
  await setTrap(page, 'p2p-transfer');
  await enter(holder);
  expect(await movesAt(page, ['A', 'n', 'n', 'Control+z', 'Control+z', 'Control+Shift+z', 'a'])).toBe(0);
  expect(await holder.inputValue()).toBe('Ana');
});

test.each(places)('%s: what is typed has figures of one width, whatever font the page sets', async (place) => {
  const { page } = await journeys.start(shopPath('/fixed', place), TALL);
  await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('p2p-transfer')!;
    element.style.setProperty('font', '16px/1.5 "Lobster", cursive');
    element.style.setProperty('letter-spacing', '3px');
  });
  const frame = await framedIn(page, 'p2p-transfer iframe');
  await frame.getByText('From card').first().waitFor();
  await expect
    .poll(() =>
      frame
        .getByText('From card')
        .first()
        .evaluate((each) => getComputedStyle(each).fontFamily),
    )
    .toContain('Lobster');
  const style = await frame
    .locator('[name=number]')
    .first()
    .evaluate((input) => {
      const { fontFamily, letterSpacing, fontVariantNumeric } = getComputedStyle(input);
      return { fontFamily, letterSpacing, fontVariantNumeric };
    });
  expect(style).toEqual({ fontFamily: 'system-ui, sans-serif', letterSpacing: 'normal', fontVariantNumeric: 'tabular-nums' });
});
