// @module-tag sample
import { expect, test } from 'vitest';
import { FRAMES, shopPath, TALL } from '../rig/fields-place.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();

test('a press that met “Show the fee”, because the page changed the amount and back, is no payment for anyone', async () => {
  const amount = freshAmount();
  const { page, canary } = await journeys.start(`/fixed?amount=${amount}&fields=gateway`);
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  await page.evaluate(`globalThis.submits = []; addEventListener('checkout-submit', ({ amount }) => submits.push(amount))`);
  await payer.transferButton.scrollIntoViewIfNeeded();
  await payer.settle();
  const change = (to: number) => payer.within.evaluate((element, value) => element.setAttribute('amount', value), String(to));
  await payer.transferButton.hover();
  await page.mouse.down();
  await change(amount * 2);
  await payer.form.getByRole('button', { name: 'Show the fee' }).waitFor();
  await change(amount);
  await page.mouse.up();
  // The price is there again, and asks for a press of its own.
  await payer.readFee();
  await page.waitForTimeout(2000);
  expect(await page.evaluate('submits')).toEqual([]);
  await payer.press();
  await payer.heading('Transfer complete').waitFor();
  expect(await page.evaluate('submits')).toEqual([amount]);
});

// While it watches whether something covers a part of a frame, Chromium drops the clicks into it for half a second after it has moved.
test.each(FRAMES.flatMap((place) => [[place, 'appeared'] as const, [place, 'moved'] as const]))(
  'a click into fields of the %s that have just %s is not lost',
  async (place, why) => {
    const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
    const payer = new Payer(page, canary, undefined, 'gateway');
    const field = payer.to('Card number');
    await field.waitFor();
    if (why === 'moved') {
      await page.waitForTimeout(1000);
      await page.evaluate(() => void Object.assign(document.body.style, { paddingBlockStart: '120px' }));
    }
    await field.click();
    await expect.poll(() => field.evaluate((each) => each === document.activeElement), { timeout: 3000 }).toBe(true);
  },
);
