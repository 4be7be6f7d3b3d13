import { devices } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';

// The phones' windows, pixels, touch and user agents, in Chromium.
const PHONES = ['Pixel 7', 'iPhone 15'];
const journeys = useJourneys();
/** A phone as a browser's options; which engine it has is the project's choice. */
function phone(name: string) {
  const { defaultBrowserType: _, ...options } = devices[name]!;
  return options;
}

test.each(PHONES)('%s: a transfer by touch, through 3-D Secure and back; nothing is wider than the phone', async (name) => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, phone(name));
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await payer.from('Card number').tap();
  await payer.typeCards({ number: '4012000000001097' });
  await payer.readFee();
  expect(await fits()).toBe(true);
  await payer.transferButton.tap();
  await payer.arriveAtBank();
  expect(await fits()).toBe(true);
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();
  expect(await fits()).toBe(true);
  await payer.within.getByRole('button', { name: 'New transfer' }).tap();
  await payer.from('Card number').waitFor();
});
