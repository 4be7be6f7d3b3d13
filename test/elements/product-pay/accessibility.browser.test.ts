import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { offer } from '../buyer.js';
import { CODE, PAYS } from '../payer.js';

test('each error is tied to its field', async () => {
  const buyer = await offer('parcel');
  await buyer.payButton.click();
  const field = buyer.field('Email');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('Enter your email address.');
});

test('by keyboard alone, from the first field to the outcome, the focus is never lost', async () => {
  const number = PAYS;
  canary.keepPan(number);
  canary.keepCode(CODE);
  const buyer = await offer('cup', { 'visible-fields': 'email' });
  await buyer.sees(buyer.payButton);
  buyer.element.focus();
  expect(buyer.focused()).toBe('Email');
  await userEvent.keyboard('jane@example.com{Tab}');
  await userEvent.keyboard(`${number}{Tab}1230{Tab}${CODE}{Tab}`);
  expect(buyer.focused()).toBe('Pay 19.99 USD');
  await userEvent.keyboard('{Enter}');
  await buyer.learns('successful');
  expect(buyer.focused()).toBe('Payment complete');
});
