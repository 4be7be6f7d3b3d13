import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';
import { CODE } from '../rig/payer.js';

const journeys = useJourneys();

const PAYS = '4200000000000000';
/** A card of 19 digits whose brand has no check digit: truncated, it would be another valid card, and the gateway would not object. */
const LONG = '6221852963074185223';
/** One of the payer's own cards, as a password manager stores it. */
const OWN = '4012888888881881';

/** Copies a text elsewhere in the page, and pastes it over the value of an input. */
async function paste(page: Page, input: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const source = document.createElement('textarea');
    source.value = copied;
    document.body.append(source);
    source.select();
  }, text);
  await page.keyboard.press('ControlOrMeta+c');
  await page.evaluate(() => document.querySelector('body > textarea')?.remove());
  await input.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
}

test('the money goes to the whole pasted number, not to the one a password manager filled in', { tags: ['main'] }, async () => {
  const { page, payer, canary } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  for (const pan of [PAYS, LONG, OWN]) canary.keepPan(pan);
  canary.keepCode(CODE);
  await payer.from('Card number').pressSequentially(PAYS);
  await payer.from('Expiry date').pressSequentially('1230');
  await payer.from('Security code').pressSequentially(CODE);

  // Ambiguous text: the element does not guess, and the payer sees what they pasted.
  await paste(page, payer.to('Card number'), 'Card 2: 6221 8529 6307 4185 223');
  await expect.poll(() => payer.to('Card number').inputValue()).toBe('Card 2: 6221 8529 6307 4185 223');
  // In a frame, an error shows once the payer has left the field.
  await page.keyboard.press('Tab');
  await expect.poll(() => payer.descriptionOf(payer.to('Card number'))).toBe('Enter only the digits of the card number.');
  await paste(page, payer.to('Card number'), 'To card: 6221 8529 6307 4185 223');
  await expect.poll(() => payer.to('Card number').inputValue()).toBe('6221 8529 6307 4185 223');
  await payer.readFee();

  await payer.from('Security code').focus();
  await payer.to('Card number').evaluate((input: HTMLInputElement, own) => {
    input.value = own;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }, OWN);
  await payer.form.getByText('This wasn’t typed, so we cleared it.').waitFor();
  expect(await payer.to('Card number').inputValue()).toBe('6221 8529 6307 4185 223');

  await payer.press();
  await payer.heading('Transfer complete').waitFor();
  expect(await payer.fact('To')).toBe('UnionPay •••• 5223');
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('paid');
});

test('the same card on both sides: the payer is asked to confirm, then the transfer is sent', { tags: ['main'] }, async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
  await payer.pay({ number: PAYS }, PAYS);
  await payer.form.getByText('This looks like a transfer from a card to itself.').waitFor();
  const again = payer.form.getByRole('button', { name: /^Confirm: send .* to the same card$/ });
  // The button ignores presses until the payer has had time to read the question.
  await again.and(payer.form.locator('[aria-disabled=true]')).waitFor();
  await again.and(payer.form.locator(':not([aria-disabled=true])')).click();
  await payer.heading('Transfer complete').waitFor();
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('paid');
  expect((await knownOrders(page))[0]?.transactions).toHaveLength(1);
});
