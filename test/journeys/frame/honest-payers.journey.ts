import process from 'node:process';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { sampleOrAll } from '../../sample-or-all.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { FRAMES, shopPath } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();

/** The windows and settings of honest payers. */
const HONEST: readonly BrowserContextOptions[] = [
  { viewport: { width: 360, height: 640 }, deviceScaleFactor: 3, hasTouch: true },
  { viewport: { width: 1280, height: 720 }, hasTouch: true },
  { viewport: { width: 1280, height: 720 }, colorScheme: 'dark', hasTouch: true },
  { viewport: { width: 320, height: 568 }, forcedColors: 'active', hasTouch: true },
  { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce', deviceScaleFactor: 1.25, hasTouch: true },
];
const HANDS = ['pointer', 'touch', 'keyboard', 'enter'] as const;
/** Milliseconds from key to key. */
const PACES = [60, 35, 20, 10] as const;
/** A page's own marks of the focus. */
const MARKS = [
  '',
  'p2p-transfer:focus-within { outline: 3px solid blue; outline-offset: 2px }',
  ':focus-within { outline: 1px solid red }',
];
const CARDS = ['4200000000000000', '1230', '737', '4111111111111111'] as const;
const NAMES = ['Card number', 'Expiry date', 'Security code'] as const;
/** Longer than the half second that they need to read the button, in milliseconds. */
const READ = 900;
/** All 200 take 35 minutes, so `npm run test:long` makes 40 in a row, others each time; `PRESSES=all` makes all of them. */
const ALL = 200;
const SOME = sampleOrAll(8, 40);
const runs =
  process.env['PRESSES'] === 'all'
    ? Array.from({ length: ALL }, (_, run) => run)
    : Array.from({ length: SOME }, (_, run) => (Number(process.env['SEED'] ?? 0) * SOME + run) % ALL);

/** Fills in the form and presses, as a payer does with these hands. */
async function pays(page: Page, payer: Payer, hands: (typeof HANDS)[number], delay: number): Promise<void> {
  const boxes = [...NAMES.map((name) => payer.from(name)), payer.to('Card number')];
  /** Goes to a field, once more if Chromium has sent the pointer to where the frame was before it was scrolled. */
  const go = (index: number): Promise<void> =>
    expect
      .poll(async () => {
        await (hands === 'touch' ? boxes[index]!.tap() : boxes[index]!.click());
        return boxes[index]!.evaluate((each) => each === document.activeElement);
      })
      .toBe(true);
  await go(0);
  for (const [index, text] of CARDS.entries()) {
    if (index > 0)
      await (hands === 'keyboard' ? page.keyboard.press('Tab') : hands === 'enter' ? page.keyboard.press('Enter') : go(index));
    await page.keyboard.type(text, { delay });
    // After a tap in a small window, Chromium sometimes loses all keys. A payer sees the empty field, and types again.
    if ((await boxes[index]!.inputValue()) === '') {
      await go(index);
      await page.keyboard.type(text, { delay });
    }
  }
  await payer.readFee();
  const button = payer.transferButton;
  await button.scrollIntoViewIfNeeded();
  if (hands === 'keyboard') await page.keyboard.press('Tab');
  await page.waitForTimeout(READ);
  if (hands === 'touch') await button.tap();
  else if (hands === 'pointer') await button.click({ delay: 120 });
  else await page.keyboard.press('Enter');
}

test.each(runs)('an honest payment is not stopped: run %i', async (run) => {
  const hands = HANDS[run % 4]!;
  const [delay, mark] = [PACES[(run >> 2) % 4]!, MARKS[run % MARKS.length]!];
  const place = FRAMES[(run >> 1) % 2]!;
  const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), HONEST[run % HONEST.length]);
  for (const text of [CARDS[0], CARDS[3]]) canary.keepPan(text);
  canary.keepCode(CARDS[2]);
  await page.evaluate((style) => {
    const codes: string[] = [];
    Object.assign(globalThis, { codes });
    addEventListener('checkout-error', ({ error }) => codes.push(error.code));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets.push(sheet);
  }, mark);
  const payer = new Payer(page, canary, undefined, 'gateway');
  await pays(page, payer, hands, delay);
  await payer.heading('Transfer complete').waitFor();
  expect(await page.evaluate('codes')).toEqual([]);
});
