import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/define.js';
import type { CheckoutErrorEvent, PlanOnOffer, PlanSubscribeElement } from '../../../src/index.js';
import { type Buyer, offer } from '../buyer.js';
import { offers } from '../gateway.js';
import { CODE, PAYS } from '../payer.js';

/** More than the 3 seconds after which the element stops waiting. */
const LATE = { timeout: 10_000 };

/** Nothing but a key: everything else is still to come. */
const nothingYet = { 'confirm-url': null, 'pay-url': null };

const skeleton = (buyer: Buyer) => buyer.within.getByRole('status', { name: 'Loading…' });

test.each<[string, (buyer: Buyer) => void]>([
  ['product', ({ element }) => void (element.product = offers.cup)],
  ['confirm-url', ({ element }) => void (element.confirmUrl = offers.cup.confirm_url)],
])('a product that arrives later, by %s: a placeholder until then, then the form, and never an error', async (_, bring) => {
  const buyer = await offer('cup', nothingYet);
  await buyer.sees(skeleton(buyer));
  expect(buyer.within.getByRole('alert').elements()).toEqual([]);
  bring(buyer);
  await buyer.sees(buyer.payButton);
  await buyer.waitForEvents('checkout-ready');
  expect(skeleton(buyer).elements()).toEqual([]);
  expect(buyer.events('checkout-error')).toEqual([]);
});

test('a product that never arrives: one error in place of the placeholder', async () => {
  const buyer = await offer('cup', nothingYet);
  await buyer.sees(skeleton(buyer));
  await expect.element(buyer.within.getByRole('alert'), LATE).toHaveTextContent(/pay-url: expected the payment link/);
  expect(skeleton(buyer).elements()).toEqual([]);
  expect(buyer.events('checkout-error').map(({ error }) => error)).toMatchObject([{ setting: 'pay-url', party: 'merchant' }]);
  expect(buyer.events('checkout-ready')).toEqual([]);
});

test('a product that is removed and set again: a placeholder meanwhile, and the payer’s input returns', async () => {
  const buyer = await offer('cup', nothingYet, { product: offers.cup });
  await buyer.sees(buyer.payButton);
  await buyer.fillsCard();
  buyer.element.product = undefined;
  await buyer.sees(skeleton(buyer));
  expect(buyer.within.getByRole('textbox').elements()).toEqual([]);
  expect(buyer.heading('Cup').elements()).toEqual([]);
  const pressed = buyer.element.pay();
  buyer.element.product = offers.cup;
  await expect.element(buyer.card('Card number')).toHaveValue(PAYS.replace(/\d{4}(?=\d)/g, '$& '));
  await expect.element(buyer.card('Security code')).toHaveValue(CODE);
  // Pressed while nothing was on offer: no payment.
  await pressed;
  expect(buyer.element.step).toBe('details');
  expect(buyer.events('checkout-error')).toEqual([]);
});

test('a setting that is wrong in any case is reported at once', async () => {
  const buyer = await offer('cup', { ...nothingYet, mode: 'popup' });
  await expect.element(buyer.within.getByRole('alert')).toHaveTextContent(/mode: expected auto, form, link/);
  expect(skeleton(buyer).elements()).toEqual([]);
});

const PLAN: PlanOnOffer = {
  id: 'pln_1',
  title: 'Paper',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
};

/** A plan's element as a framework creates it, before it has any data. */
async function bare(): Promise<{ element: PlanSubscribeElement; errors: string[] }> {
  const element = document.createElement('plan-subscribe');
  const errors: string[] = [];
  element.addEventListener('checkout-error', (event: CheckoutErrorEvent) => errors.push(event.error.message));
  document.body.append(element);
  await element.updateComplete;
  return { element, errors };
}

test('a plan that arrives later: a placeholder until then, then the terms, and never an error', async () => {
  const { element, errors } = await bare();
  await expect.element(page.getByRole('status', { name: 'Loading…' })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  Object.assign(element, { baseUrl: 'https://gateway.example', planId: 'pln_1', plan: PLAN });
  await expect.element(page.getByRole('heading', { name: 'Paper' })).toBeVisible();
  expect(page.getByRole('status').elements()).toEqual([]);
  expect(errors).toEqual([]);
});

test('a plan that never arrives: its errors, once each', async () => {
  const { errors } = await bare();
  await expect.element(page.getByRole('alert'), LATE).toHaveTextContent(/base-url: expected .*plan-id: expected/s);
  expect(page.getByRole('status').elements()).toEqual([]);
  expect(errors.map((text) => text.split(':')[0])).toEqual(['base-url', 'plan-id']);
});
