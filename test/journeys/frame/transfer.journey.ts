// @module-tag sample
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { FramedPayer } from './framed-payer.js';

const journeys = useJourneys();

test.each(['gateway', 'shop'])('a transfer goes through 3-D Secure, typed into a frame of the %s', async (place) => {
  const amount = freshAmount();
  const { page, canary } = await journeys.start(`/fixed?amount=${amount}&fields=${place}`);
  const payer = new FramedPayer(page, canary);
  // The whole frame is visible: nothing in its document is cut off.
  const frame = payer.element.locator('iframe').first();
  await expect
    .poll(async () => {
      const shown = (await frame.boundingBox())?.height ?? 0;
      const needed = await payer.fields.locator('html').evaluate((root) => root.getBoundingClientRect().height);
      return shown - needed;
    })
    .toBeGreaterThanOrEqual(0);
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();
  expect(await payer.reads()).toContain('1111');
});
