import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { gateway, offers } from '../gateway.js';

const address = location.href;
beforeEach(() => history.replaceState(null, '', '?uid=paid-in-another-browser&status=successful'));
afterEach(() => history.replaceState(null, '', address));

/** A merchant's server that knows the outcome and the amount of the payment in the address. */
const knowing =
  (amount: number, outcome: 'successful' | 'failed' = 'successful') =>
  () =>
    Promise.resolve({ outcome, amount, currency: 'USD' });

test('of several elements on a page, the one that checks the address’s uid shows no product and no hold, only the server’s amount', async () => {
  const resolveStatus = knowing(5000);
  const deposit = await offer('held', {}, { resolveStatus });
  const cup = await offer('cup', {}, { resolveStatus });
  await deposit.learns('successful');
  expect(deposit.reads()).toContain('Your payment went through.');
  expect(deposit.facts()).toEqual({ Amount: '50.00 USD', Reference: 'paid-in-another-browser' });
  // Late answers about the offer change nothing.
  await cup.sees(cup.payButton);
  expect(deposit.reads()).not.toMatch(/Deposit|held|authorized/);
  expect(cup.element.step).toBe('details');
});

test('a payment whose amount differs from the product’s price is not accepted: neutral text, and a way to the form', async () => {
  const deposit = await offer('held', {}, { resolveStatus: knowing(1) });
  await deposit.sees(deposit.heading('Have you just paid?'));
  expect(deposit.reads()).not.toMatch(/0\.01|paid-in-another-browser/);
  expect(deposit.events('checkout-outcome')).toEqual([]);
  await deposit.button('Go to the payment form').click();
  await deposit.sees(deposit.payButton);
});

test('where the gateway takes no orders from pages, the amount is compared with the page’s price', async () => {
  const nowhere = `${gateway.url}/v2/confirm_order/prd_of_no_one/1`;
  const buyer = await offer('cup', { 'confirm-url': nowhere }, { resolveStatus: knowing(1999), product: offers.cup });
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('19.99 USD');
});

test('a test product beside a payment known by its uid alone does not claim test mode for it', async () => {
  const buyer = await offer('trying', {}, { resolveStatus: knowing(1999) });
  await buyer.learns('successful');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(buyer.reads()).not.toContain('Test mode');
});

test('a plan beside a payment known by its uid does not claim that the subscription has started', async () => {
  const buyer = await offer('monthly', {}, { resolveStatus: knowing(1000) });
  await buyer.learns('successful');
  expect(buyer.reads()).toContain('Your payment went through.');
  expect(buyer.reads()).not.toMatch(/subscri|Magazine/i);
});

test('a sold-out product is not given as the reason why the payment in the address failed', async () => {
  const buyer = await offer('gone', {}, { resolveStatus: knowing(1999, 'failed') });
  await buyer.learns('failed');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(buyer.reads()).toContain('19.99 USD wasn’t paid.');
  expect(buyer.reads()).not.toMatch(/sold out|Ticket/i);
});

test('a buyer who moves on from it finds the offer, and pays for that', async () => {
  const buyer = await offer('held', {}, { resolveStatus: knowing(5000) });
  await buyer.learns('successful');
  await buyer.button('Buy again').click();
  await buyer.sees(buyer.heading(String(offers.held['name'])));
  await buyer.fillsCard();
  await buyer.payButton.click();
  await buyer.sees(buyer.heading('Payment authorized'));
  expect(buyer.reads()).toContain('50.00 USD is reserved on your card.');
});
