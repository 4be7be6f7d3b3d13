import { expect, inject, test } from 'vitest';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';

const journeys = useJourneys();

const PAYS = '4200000000000000';
const DECLINED = '4005550000000019';
const FRICTIONLESS = '4012000000001006';
const ASKS_FOR_EVERYTHING = '4000100000000075';
const RECIPIENT_ASKS_FOR_HOLDER = '4000200000000016';

const sum = (minor: number): string => `${(minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} USD`;

test(
  'success without 3-D Secure: the fee shows first, then the outcome with its reference, and the shop is notified',
  { tags: ['main'] },
  async () => {
    const { page, payer } = await journeys.start();
    const amount = freshAmount();
    await payer.typeCards({ number: PAYS });
    await payer.amount.pressSequentially((amount / 100).toFixed(2));
    // The issuer's terms are 1.5 %, rounded half up: an estimate, and labelled as one.
    expect(await payer.readFee()).toBe(`Fee about ${sum(Math.floor(amount * 0.015 + 0.5))}`);
    await payer.form.getByRole('button', { name: `Send ${sum(amount)}` }).waitFor();
    await payer.press();

    await payer.heading('Transfer complete').waitFor();
    expect(await payer.reads()).toContain(`${sum(amount)} was sent to the card ending in 1111.`);
    await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('paid');
    const [order] = await knownOrders(page);
    expect(order).toMatchObject({ amount, transactions: [{ status: 'successful', amount }] });
    expect(await payer.fact('Reference')).toBe(order?.trackingId);
    expect(await payer.fact('Transaction')).toBe(order?.transactions[0]?.uid);
    expect(await payer.fact('To')).toBe('Visa •••• 1111');
    await page.getByText('The page and the server agree: successful.').waitFor();
  },
);

test('the outcome’s receipt link opens the gateway’s receipt in a new page', async () => {
  const { context, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  await payer.pay({ number: PAYS });
  const opened = context.waitForEvent('page');
  await payer.within.getByRole('link', { name: 'Receipt' }).click();
  const receipt = await opened;
  await receipt.getByText(/1111/).waitFor();
  // Only now: a new page begins as a blank one.
  expect(new URL(receipt.url()).origin).toBe(inject('gateway').checkout_url);
  // Printed, also from a dark screen: dark on white.
  await receipt.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const printed = await receipt.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector('main')!);
    return { color, backgroundColor, page: getComputedStyle(document.body).backgroundColor };
  });
  expect(printed).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)', page: 'rgba(0, 0, 0, 0)' });
});

test('frictionless 3-D Secure: the payer never leaves the page', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  await payer.pay({ number: FRICTIONLESS });
  await payer.heading('Transfer complete').waitFor();
  expect(visited).toEqual([]);
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('paid');
});

test(
  'a decline shows the bank’s words; the form keeps everything but the security code, and the next try has to wait',
  { tags: ['main'] },
  async () => {
    const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
    await payer.pay({ number: DECLINED });
    await payer.heading('Transfer didn’t go through').waitFor();
    expect(await payer.reads()).toContain('Your bank declined this card.');
    await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('declined');
    await page.getByText('The page and the server agree: failed.').waitFor();

    await payer.within.getByRole('button', { name: 'Try again' }).click();
    expect(await payer.from('Card number').inputValue()).toBe('4005 5500 0000 0019');
    expect(await payer.to('Card number').inputValue()).toBe('4111 1111 1111 1111');
    expect(await payer.from('Security code').inputValue()).toBe('');
    const wait = payer.form.getByRole('button', { name: /^You can try this card again in \d+ s\. Another card works now\.$/ });
    await wait.waitFor();
    expect(await wait.isDisabled()).toBe(true);
  },
);

test('required fields open on both cards; once they are filled in, the fee appears and the money moves', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  await payer.from('Card number').waitFor();
  expect(await payer.from('Name on card').count()).toBe(0);
  expect(await payer.to('Recipient’s name').count()).toBe(0);
  await payer.typeCards({ number: ASKS_FOR_EVERYTHING }, RECIPIENT_ASKS_FOR_HOLDER);
  await payer.form.getByText(/^To see the fee, add.*Name on card/).waitFor();
  expect(await payer.form.getByText(/^Fee /).count()).toBe(0);

  await payer.press();
  await expect.poll(() => payer.from('Name on card').getAttribute('aria-invalid')).toBe('true');
  expect(await payer.descriptionOf(payer.from('Name on card'))).toBe('Enter the name on the card.');
  await payer.from('Name on card').pressSequentially('ANN LEE');
  await payer.to('Recipient’s name').pressSequentially('BOB RAY');
  await payer.readFee();
  await payer.press();
  await payer.heading('Transfer complete').waitFor();
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('paid');
});
