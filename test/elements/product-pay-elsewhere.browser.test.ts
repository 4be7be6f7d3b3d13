import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import '../../src/define.js';
import { freshCard, offer } from './buyer.js';

const address = location.href;
beforeEach(() => history.replaceState(null, '', '?uid=paid-in-another-browser&status=successful'));
afterEach(() => history.replaceState(null, '', address));

test('of several on a page, the one that asks about the address’s uid names no product, no price and no hold', async () => {
  const resolveStatus = () => Promise.resolve({ outcome: 'successful' as const });
  const deposit = await offer('held', {}, { resolveStatus });
  const cup = await offer('cup', {}, { resolveStatus });
  await deposit.learns('successful');
  expect(deposit.reads()).toContain('The payment was made.');
  // Late answers of what is on offer change nothing.
  await cup.sees(cup.payButton);
  expect(deposit.reads()).not.toMatch(/Deposit|50\.00|held|authorized/);
  expect(cup.element.step).toBe('details');
});

test('a test product beside a payment known by its uid alone claims no test mode for it', async () => {
  const buyer = await offer('trying', {}, { resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
  await buyer.learns('successful');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(buyer.reads()).not.toContain('Test mode');
});

test('a plan beside it: no subscription is claimed to have begun', async () => {
  const buyer = await offer('monthly', {}, { resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('The payment was made.');
  expect(buyer.reads()).not.toMatch(/subscri|Magazine|10\.00/i);
});

test('a product that is sold out beside it: its failure is not put down to that', async () => {
  const buyer = await offer('gone', {}, { resolveStatus: () => Promise.resolve({ outcome: 'failed' }) });
  await buyer.learns('failed');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(buyer.reads()).toContain('The payment was not made.');
  expect(buyer.reads()).not.toMatch(/Sold out|Ticket/);
});

test('who goes on from it finds what is on offer, and pays that', async () => {
  const buyer = await offer('held', {}, { resolveStatus: () => Promise.resolve({ outcome: 'successful' }) });
  await buyer.learns('successful');
  await buyer.button('Buy again').click();
  await buyer.sees(buyer.heading(String(inject('offers').held['name'])));
  await buyer.fillsCard({ number: freshCard() });
  await buyer.payButton.click();
  await buyer.sees(buyer.heading('Payment authorized'));
  expect(buyer.reads()).toContain('50.00 USD is held on your card.');
});
