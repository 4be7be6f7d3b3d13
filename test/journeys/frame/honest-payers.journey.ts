import type { BrowserContextOptions } from 'playwright';
import { test } from 'vitest';
import { sampleOrAll } from '../../sample-or-all.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { FRAMES, shopPath } from '../rig/fields-place.js';
import { FramedPayer } from './framed-payer.js';

const journeys = useJourneys();

/** The windows and settings of honest payers. */
const HONEST: readonly BrowserContextOptions[] = [
  { viewport: { width: 360, height: 640 }, deviceScaleFactor: 3, hasTouch: true },
  { viewport: { width: 1280, height: 720 } },
  { viewport: { width: 1280, height: 720 }, colorScheme: 'dark' },
  { viewport: { width: 320, height: 568 }, forcedColors: 'active' },
  { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce', deviceScaleFactor: 1.25 },
];
const runs = sampleOrAll(5, 50);

test.each(Array.from({ length: runs }, (_, run) => [run]))('an honest payment is not stopped: run %i', async (run) => {
  const { page, canary } = await journeys.start(
    shopPath(`/fixed?amount=${freshAmount()}`, FRAMES[run % 2]!),
    HONEST[run % HONEST.length],
  );
  const payer = new FramedPayer(page, canary);
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  await payer.transferButton.scrollIntoViewIfNeeded();
  await page.waitForTimeout(700);
  await payer.transferButton.click();
  await payer.heading('Transfer complete').waitFor();
});
