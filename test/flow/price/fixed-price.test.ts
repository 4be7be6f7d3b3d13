// The price of an order: the merchant sets it, and the payer has to see it before they pay.
import { expect, test } from 'vitest';
import { OrderRig } from '../rig/order-rig.js';
import { accepted } from '../../../demo/scripted/script.js';

const quoteOf = ({ flow: { state } }: OrderRig) => (state.step === 'details' ? state.quote : undefined);

/** The page changes the price. */
function reprice(rig: OrderRig, amount: number | undefined, currency = 'USD'): void {
  rig.settings = { ...rig.settings, amount, currency };
  rig.flow.changed();
}

test('the first price is shown without a question, with no fee on top', () => {
  const rig = new OrderRig();
  rig.flow.changed();
  expect(quoteOf(rig)).toEqual({ status: 'given', price: { amount: 1999, currency: 'USD', fee: undefined } });
});

test('check() shows it too, and a change of anything else leaves the form as it is', async () => {
  const rig = new OrderRig();
  await rig.flow.check();
  const { state } = rig.flow;
  expect(quoteOf(rig)).toMatchObject({ status: 'given' });
  rig.settings = { ...rig.settings, language: 'ru' };
  rig.flow.changed();
  expect(rig.flow.state).toBe(state);
});

test.each<[string, number, string, 'risen' | undefined]>([
  ['higher', 2000, 'USD', 'risen'],
  ['lower', 1998, 'USD', undefined],
  ['of another currency', 1999, 'EUR', 'risen'],
  ['lower in number, of another currency', 5, 'EUR', 'risen'],
])('a price that becomes %s: the question to the payer', async (_, amount, currency, confirm) => {
  const rig = new OrderRig();
  rig.flow.changed();
  reprice(rig, amount, currency);
  expect(quoteOf(rig)).toMatchObject({ price: { amount, currency } });
  expect((quoteOf(rig) as { readonly confirm?: unknown }).confirm).toBe(confirm);
  await rig.pay();
  // The payer pressed for the price that they had seen: nothing is sent before they could read the new one.
  expect(rig.gateway.of('transfer')).toHaveLength(confirm ? 0 : 1);
  await rig.clock.advance(1500);
  await rig.pay();
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.cards.seals).toMatchObject([{ amount, currency }]);
});

test.each([
  ['a higher one is paid only with another press', 2000, 0],
  ['a lower one is paid at once', 1998, 1],
])('a price that the page has changed without an event is noticed by the press: %s', async (_, amount, sent) => {
  const rig = new OrderRig();
  rig.flow.changed();
  rig.settings = { ...rig.settings, amount };
  await rig.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(sent);
  if (sent === 0) await rig.pay();
  expect(rig.cards.seals).toMatchObject([{ amount }]);
});

test('a price that is gone can’t be paid, and shows again as soon as it is back', async () => {
  const rig = new OrderRig();
  rig.flow.changed();
  reprice(rig, undefined);
  expect(quoteOf(rig)).toEqual({ status: 'none' });
  await rig.pay();
  expect(rig.gateway.arrived).toEqual([]);
  reprice(rig, 1999);
  expect(quoteOf(rig)).toMatchObject({ status: 'given', price: { amount: 1999 } });
});

test('a price that changes during the payment changes nothing about it', async () => {
  const rig = new OrderRig();
  rig.gateway.replies.job = [accepted()];
  await rig.pay();
  const { state } = rig.flow;
  reprice(rig, 5);
  reprice(rig, undefined);
  expect(rig.flow.state).toBe(state);
});

test('after a reset the price shows again', () => {
  const rig = new OrderRig();
  rig.flow.changed();
  rig.flow.reset();
  expect(quoteOf(rig)).toEqual({ status: 'none' });
  rig.flow.attach();
  expect(quoteOf(rig)).toMatchObject({ status: 'given' });
});
