// @module-tag long
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { listen, plain } from '../transcript.js';
import { type Buyer, offer } from '../buyer.js';

/** How long the gateway may take. */
const patience = { timeout: 10_000 };

/** Presses a button by keyboard alone. */
async function presses(buyer: Buyer, name: RegExp | string): Promise<void> {
  (buyer.button(name).first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

// Announced only if the payer has to wait for a moment.
const KEEP_OPEN = 'Please keep this page open.';
const hears = (heard: readonly string[], all: readonly string[]) =>
  expect.poll(() => plain(heard).filter((text) => text !== KEEP_OPEN), patience).toEqual(all);

test('buying a product: the fields, the way to the bank, and a decline with what to do next', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  const heard = listen(buyer.element);
  await buyer.fillsCard({ number: '4005550000000019' });
  await presses(buyer, /^Pay/);
  await buyer.learns('failed');
  await hears(heard, [
    '→ Card number',
    '→ Expiry date, Enter the month and year, for example 04 / 29.',
    '→ Security code',
    '→ Pay SUM USD',
    '→ Paying SUM USD',
    '→ Payment didn’t go through',
    'Your bank declined this card. Use another one, or ask your bank.',
    'You weren’t charged SUM USD.',
  ]);
});

test('to the bank: what is to be confirmed there', async () => {
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  await buyer.fillsCard({ number: '4012000000001097' });
  const heard = listen(buyer.element);
  await presses(buyer, /^Pay/);
  await buyer.sees(buyer.heading('Confirm with your bank'));
  await hears(heard, [
    '→ Pay SUM USD',
    '→ Paying SUM USD',
    '→ Confirm with your bank',
    'Your bank asks you to confirm the payment of SUM USD. You’ll return here afterwards.',
  ]);
  buyer.element.cancel();
});

test('subscribing: a missing address is heard where the focus goes, then the outcome', async () => {
  const buyer = await offer('tried');
  await buyer.sees(buyer.heading('Paper'));
  const heard = listen(buyer.element);
  await buyer.fillsCard();
  await presses(buyer, /^Subscribe/);
  await expect.poll(() => buyer.focused()).toBe('Email');
  await buyer.field('Email').fill('reader@example.com');
  await presses(buyer, /^Subscribe/);
  await buyer.sees(buyer.heading('Subscribed'));
  await hears(heard, [
    '→ Card number',
    '→ Expiry date, Enter the month and year, for example 04 / 29.',
    '→ Security code',
    '→ Subscribe and pay SUM USD',
    '→ Email, Enter your email address.',
    '→ Subscribe and pay SUM USD',
    '→ Paying SUM USD',
    '→ Subscribed',
    'Your subscription has started. You paid SUM USD.',
  ]);
});
