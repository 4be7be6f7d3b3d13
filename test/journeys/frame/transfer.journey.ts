// @module-tag sample
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();

test.each(['gateway', 'shop'])('a transfer goes through 3-D Secure, typed into a frame of the %s', async (place) => {
  const amount = freshAmount();
  const { page, canary } = await journeys.start(`/fixed?amount=${amount}&fields=${place}`);
  const payer = new Payer(page, canary, undefined, 'gateway');
  // The whole frame is visible: nothing in its document is cut off.
  const frame = payer.element.locator('iframe').first();
  await expect
    .poll(async () => {
      const shown = (await frame.boundingBox())?.height ?? 0;
      const needed = await payer.cards.locator('html').evaluate((root) => root.getBoundingClientRect().height);
      return shown - needed;
    })
    .toBeGreaterThanOrEqual(0);
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();
  expect(await payer.reads()).toContain('1111');
});

test('a press that met “Show the fee”, because the page changed the amount and back, is no payment for anyone', async () => {
  const amount = freshAmount();
  const { page, canary } = await journeys.start(`/fixed?amount=${amount}&fields=gateway`);
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  await page.evaluate(`globalThis.submits = []; addEventListener('checkout-submit', ({ amount }) => submits.push(amount))`);
  await payer.transferButton.scrollIntoViewIfNeeded();
  await payer.settle();
  const change = (to: number) => payer.element.evaluate((element, value) => element.setAttribute('amount', value), String(to));
  await payer.transferButton.hover();
  await page.mouse.down();
  await change(amount * 2);
  await payer.cards.getByRole('button', { name: 'Show the fee' }).waitFor();
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
