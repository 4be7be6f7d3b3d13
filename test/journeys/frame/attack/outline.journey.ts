// A page that was given a style, and no script, paints an outline over the button, or over a part of its sentence.
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../../rig/journey.js';
import { FRAMES, shopPath, TALL } from '../../rig/fields-place.js';
import { Payer } from '../../rig/payer.js';

const journeys = useJourneys();
/** Longer than the payer needs to read the button, in milliseconds. */
const READ = 1200;

/** What is painted over the frame, until when: the page's style, and what takes it away just before the press. */
const COVERS: Readonly<Record<string, { readonly style: string; readonly after?: string }>> = {
  'of the frame': { style: 'p2p-transfer > iframe { outline: 600px solid #fff; outline-offset: -600px }' },
  'of the frame, more important': {
    style: 'html body p2p-transfer > iframe { outline: 600px solid #fff !important; outline-offset: -600px !important }',
  },
  'of the element': { style: 'p2p-transfer { outline: 600px solid #fff !important; outline-offset: -600px !important }' },
  'of a part of the element': {
    style: 'p2p-transfer::part(isolated-fields) { outline: 600px solid #fff; outline-offset: -600px }',
  },
  'of what is around the element': { style: 'body { outline: 300px solid #fff; outline-offset: -300px }' },
  'of a small box': { style: 'body { inline-size: 120px; outline: 40px solid #fff; outline-offset: 0 }' },
  'that goes away as the payer presses': {
    style: 'body:not(:focus-within) { outline: 900px solid #fff; outline-offset: -900px }',
  },
};

/** Those that cover nothing: a page's own marks of the focus. */
const HARMLESS: Readonly<Record<string, string>> = {
  'no outline': '',
  'a mark of the focus around the element': 'p2p-transfer:focus-within { outline: 3px solid blue; outline-offset: 2px }',
  'a mark of the focus around the page': 'body:focus-within { outline: 2px solid blue }',
  'an outline inside the page, far from the frame': 'html { outline: 1px dotted red; outline-offset: -1px }',
};

const codes = (page: Page): Promise<readonly string[]> => page.evaluate('globalThis.codes') as Promise<readonly string[]>;

async function pressed(place: (typeof FRAMES)[number], style: string) {
  const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { codes: heard });
    addEventListener('checkout-error', ({ error }) => heard.push(error.code));
  });
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, style);
  await page.waitForTimeout(READ);
  await payer.transferButton.click({ force: true });
  return { page, payer };
}

const given = inject('fieldsPlace');
const places = given === 'page' ? FRAMES : [given];
const tags = ['engines'];
test.each(places.flatMap((place) => Object.entries(COVERS).map(([name, { style }]) => ({ place, name, style }))))(
  '$place: an outline $name pays nothing that can’t be seen',
  { tags },
  async ({ place, name, style }) => {
    const { page, payer } = await pressed(place, style);
    if (['of the frame', 'of the frame, more important', 'of the element'].includes(name)) {
      // The element lets nothing be painted there.
      await payer.heading('Transfer complete').waitFor();
      const frame = payer.within.locator('iframe');
      expect(await frame.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('none');
      expect(await payer.within.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('none');
      return;
    }
    await expect.poll(() => codes(page), { timeout: 10_000 }).toEqual(['fields_obscured']);
    await payer.form.getByText(/^Nothing was sent: this button was covered/).waitFor({ state: 'attached' });
    expect(await payer.heading('Transfer complete').count()).toBe(0);
  },
);

test.each(places.flatMap((place) => Object.entries(HARMLESS).map(([name, style]) => ({ place, name, style }))))(
  '$place: with $name, the same press pays',
  { tags },
  async ({ place, style }) => {
    const { page, payer } = await pressed(place, style);
    await payer.heading('Transfer complete').waitFor();
    expect(await codes(page)).toEqual([]);
  },
);
