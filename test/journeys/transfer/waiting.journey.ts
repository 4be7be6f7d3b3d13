import { expect, test } from 'vitest';
import { advanceSandbox, freshAmount, useJourneys } from '../rig/journey.js';

const journeys = useJourneys();

/** Its job takes five minutes of the sandbox's time. */
const SLOW_CARD = '4000400000000038';

test('a waiting payer reads more after 10 s and after 60 s, and then the outcome', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  await payer.typeCards({ number: SLOW_CARD });
  await payer.readFee();
  await page.clock.install();
  // A request in flight times out after 30 s of the same clock, so the clock is moved between requests.
  const polled = (): Promise<unknown> => page.waitForResponse(/\/async\/jobs\//);
  const first = polled();
  await payer.press();
  await first;
  await payer.within.getByRole('heading', { name: /^Sending/ }).waitFor();
  const shows = (words: RegExp) => expect.poll(() => payer.reads()).toMatch(words);
  await shows(/Please keep this page open/);
  await Promise.all([polled(), page.clock.fastForward(11_000)]);
  await shows(/longer than usual/);
  expect(await payer.within.getByRole('button', { name: 'Leave and check later' }).count()).toBe(0);
  await Promise.all([polled(), page.clock.fastForward(50_000)]);
  await shows(/The bank is still working on it. Please don’t pay again/);
  await payer.within.getByRole('button', { name: 'Leave and check later' }).waitFor();

  await advanceSandbox(300);
  await page.clock.fastForward(15_000);
  await payer.heading('Transfer complete').waitFor();
});
