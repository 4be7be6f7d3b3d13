import axe from 'axe-core';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { type Buyer, offer } from '../buyer.js';
import { gateway, offers } from '../gateway.js';
import { CODE, PAYS } from '../payer.js';

/** The violations that axe finds in the element now. */
async function violations({ element }: Buyer): Promise<string[]> {
  const { violations: found } = await axe.run(element);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

const never = (): Promise<Response> => new Promise(() => undefined);

test('axe finds nothing while the gateway is asked', async () => {
  const buyer = await offer('cup', {}, { fetch: never, product: offers.cup });
  await buyer.sees(buyer.within.getByRole('status'));
  expect(await violations(buyer)).toEqual([]);
});

test('axe finds nothing when the offer cannot be loaded, nor in an outcome after which it is sold out', async () => {
  const lost = await offer(
    'cup',
    { src: '/cup.json', 'confirm-url': null, 'pay-url': null },
    { fetch: () => Promise.reject(new TypeError('down')) },
  );
  await lost.sees(lost.button('Try again'));
  expect(await violations(lost)).toEqual([]);
  const late = await offer('cup');
  await late.sees(late.payButton);
  gateway.offers.changeProduct(offers.cup.id, { infinite: false, quantity: '0' });
  await late.pays();
  await late.sees(late.text('This item has sold out.'));
  expect(await violations(late)).toEqual([]);
});

test('axe finds nothing in the empty form with every field, nor with every error', async () => {
  const buyer = await offer('parcel');
  await buyer.sees(buyer.payButton);
  expect(await violations(buyer)).toEqual([]);
  await buyer.payButton.click();
  await buyer.sees(buyer.text('Choose your country.'));
  expect(await violations(buyer)).toEqual([]);
});

test('each error is tied to its field', async () => {
  const buyer = await offer('parcel');
  await buyer.payButton.click();
  const field = buyer.field('Email');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('Enter your email address.');
});

test.each([
  ['the link', 'cup', { mode: 'link' }],
  ['a sold-out product', 'gone', {}],
  ['a plan', 'tried', {}],
  ['a developer’s error', 'cup', { mode: 'nothing' }],
] as const)('axe finds nothing in %s', async (_, name, attributes) => {
  const buyer = await offer(name, attributes);
  await expect.poll(() => buyer.within.getByRole('status', { name: /^Asking/ }).elements()).toEqual([]);
  expect(await violations(buyer)).toEqual([]);
});

test('axe finds nothing during the payment, on the way to the bank, and in the outcome', async () => {
  const buyer = await offer('held');
  await buyer.pays({ number: '4012000000001097' });
  await buyer.sees(buyer.heading('Confirm with your bank'));
  expect(await violations(buyer)).toEqual([]);
  buyer.element.cancel();
  await buyer.learns('unknown');
  expect(await violations(buyer)).toEqual([]);

  const second = await offer('limited');
  await second.sees(second.payButton);
  await second.fillsCard();
  second.element.fetch = never;
  await second.payButton.click();
  await second.sees(second.heading(/^Paying/));
  expect(await violations(second)).toEqual([]);
  second.element.cancel();
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
