import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';

const journeys = useJourneys();
const CHALLENGED = '4012000000001097';

async function atBank() {
  const amount = freshAmount();
  const journey = await journeys.start(`/fixed?amount=${amount}`);
  await journey.payer.pay({ number: CHALLENGED });
  await journey.payer.arriveAtBank();
  return { ...journey, amount };
}

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent?.trim());

const knownStates = async (page: Parameters<typeof knownOrders>[0]): Promise<string[]> =>
  (await knownOrders(page)).map(({ state }) => state);

test(
  'challenge passed: page and shop both know the payment after the payer returns from the bank, even after a reload',
  { tags: ['main'] },
  async () => {
    const { page, payer } = await atBank();
    expect(new URL(page.url()).origin).toBe(inject('gateway').checkout_url);
    expect(await page.locator('main').innerText()).toContain('•••• 1097');
    await payer.confirmAtBank('123456');

    await page.waitForURL(`${inject('shopUrl')}/return?**`);
    await payer.heading('Transfer complete').waitFor();
    await expect.poll(() => knownStates(page)).toEqual(['paid']);
    const [order] = await knownOrders(page);
    expect(await payer.fact('Reference')).toBe(order?.trackingId);
    expect(await payer.fact('Transaction')).toBe(order?.transactions[0]?.uid);
    await page.getByText('The page and the server agree: successful.').waitFor();

    await page.reload();
    await payer.heading('Transfer complete').waitFor();
    expect(await payer.fact('Reference')).toBe(order?.trackingId);
    expect((await knownOrders(page)).map(({ transactions }) => transactions.length)).toEqual([1]);
  },
);

test.each([
  [
    'failed with a wrong code',
    (payer: { confirmAtBank(code: string): Promise<void> }) => payer.confirmAtBank('000000'),
    'wrong code',
  ],
  ['canceled', (payer: { cancelAtBank(): Promise<void> }) => payer.cancelAtBank(), 'You canceled at your bank.'],
] as const)(
  'challenge %s: the payer reads that the card was not charged and why, and the shop is notified',
  async (_, act, why) => {
    const { page, payer } = await atBank();
    await act(payer);
    await payer.heading('Transfer didn’t go through').waitFor();
    // Where the payer left off: at the outcome.
    await expect.poll(() => focused(page)).toBe('Transfer didn’t go through');
    expect(await payer.reads()).toContain(why);
    expect(await payer.reads()).toContain('Your card was not charged.');
    await expect.poll(() => knownStates(page)).toEqual(['declined']);
    await page.getByText('The page and the server agree: failed.').waitFor();

    // The return page is not the page they left: their input was cleared for good.
    await payer.within.getByRole('button', { name: 'Try again' }).click();
    expect(await payer.from('Card number').inputValue()).toBe('');
    expect(await payer.from('Security code').inputValue()).toBe('');
    expect(await payer.reads()).toContain('You were sending to Visa •••• 1111. Enter that card’s number again.');
  },
);

test('returning from the bank to a newly loaded page shows no card data, and the payer continues and pays once', async () => {
  const { page, payer } = await atBank();
  await page.goBack();
  await payer.within.getByRole('link', { name: /bank/ }).waitFor();
  // At once: in a frame they are those of a placeholder, which goes when the frame has come.
  const texts = await payer.within.locator('input').evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));
  expect(texts.filter((text) => text !== '')).toEqual([]);
  expect(await payer.transferButton.count()).toBe(0);
  await payer.within.getByRole('link', { name: /bank/ }).click();
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();
  await expect.poll(() => knownStates(page)).toEqual(['paid']);
});
