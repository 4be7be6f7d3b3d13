import { expect, test } from 'vitest';
import { freshAmount, type Journey, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const AMOUNT = freshAmount();
const ownPage = useOwnPage(() =>
  html(transferMarkup({ amount: String(AMOUNT) }) + transferMarkup({ amount: String(AMOUNT), currency: 'EUR' }) + scriptMarkup()),
);

/** Pays at the bank. @returns the address that the bank's page led back to. */
async function payAtBank({ page, payer }: Journey): Promise<string> {
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();
  const back = new URL(page.url());
  return back.pathname + back.search;
}

test('with this browser’s storage cleared after the bank, the shop’s server still reports the outcome to its session', async () => {
  const journey = await journeys.start(`/fixed?amount=${freshAmount()}`);
  const { page, payer } = journey;
  await payAtBank(journey);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.reload();
  await payer.heading('Transfer complete').waitFor();
  expect(await payer.reads()).toContain('The money was sent.');
});

test('in another browser the return address alone proves nothing, and the page shows nothing from it', async () => {
  const back = await payAtBank(await journeys.start(`/fixed?amount=${freshAmount()}`));
  const { payer } = await journeys.start(back);
  await payer.heading('Have you just paid?').waitFor();
  const uid = new URLSearchParams(back.split('?')[1]).get('uid');
  expect(uid).toMatch(/./);
  expect(await payer.reads()).not.toContain(uid);
  await payer.within.getByRole('button', { name: 'Go to the payment form' }).click();
  await payer.transferButton.waitFor();
});

test('of two elements on a page, the one that paid shows the outcome after the bank, and the other shows its form', async () => {
  const { page, canary } = await journeys.start('/', { shopUrl: ownPage.url });
  const [first, second] = [0, 1].map((index) => new Payer(page, canary, page.locator('p2p-transfer').nth(index)));
  await second!.transferButton.waitFor();
  await first!.pay({ number: '4012000000001097' });
  await first!.arriveAtBank();
  await first!.confirmAtBank('123456');
  await first!.heading('Transfer complete').waitFor();
  await second!.transferButton.waitFor();
  expect(await page.getByRole('heading', { name: /know yet/ }).count()).toBe(0);
});

test('after a wrong code at the bank the typed amount is restored', async () => {
  const { payer } = await journeys.start('/');
  await payer.amount.fill('41.20');
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await payer.confirmAtBank('000000');
  await payer.heading('Transfer didn’t go through').waitFor();
  await payer.within.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => payer.amount.inputValue()).toBe('41.20');
});
