import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from './journey.js';

const journeys = useJourneys();

test('finished at the bank, and opened in another browser: the shop’s server tells how it ended there too', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();

  const back = new URL(page.url());
  const other = await journeys.start(back.pathname + back.search);
  await other.payer.heading('Transfer complete').waitFor();
  expect(await other.payer.reads()).toContain('The transfer was made.');
});

test('an address that only claims a success shows none: the server knows of no such payment', async () => {
  const { payer } = await journeys.start('/return?uid=made-up&status=successful');
  await payer.heading('We don’t know yet. Don’t pay again.').waitFor();
});

test('the same sum from the same card within half a minute waits, after a reload too; another sum does not', async () => {
  const amount = freshAmount();
  const { page, payer } = await journeys.start(`/fixed?amount=${amount}`);
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  await payer.element.getByRole('button', { name: 'New transfer' }).click();
  await payer.typeCards({ number: '4200000000000000' });
  await payer.element.getByRole('button', { name: /try again in \d+ s/ }).waitFor();
  await page.goto(page.url());
  await payer.typeCards({ number: '4200000000000000' });
  await payer.element.getByRole('button', { name: /try again in \d+ s/ }).waitFor();
  await page.goto(page.url().replace(/\d+$/, String(freshAmount())));
  await payer.typeCards({ number: '4200000000000000' });
  await payer.transferButton.and(page.locator(':enabled')).waitFor();
});
