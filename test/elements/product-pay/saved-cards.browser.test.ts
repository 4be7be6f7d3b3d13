import { expect, test } from 'vitest';
import '../../../src/define.js';
import type { SavedCard } from '../../../src/index.js';
import { canary } from '../watch-leaks.js';
import { offer } from '../buyer.js';
import { gateway } from '../gateway.js';
import { CODE, PAYS } from '../payer.js';

test('a product is paid with a saved card, or with another one', async () => {
  const card: SavedCard = { token: gateway.ledger.save({ pan: PAYS }), brand: 'visa', last_4: '0000' };
  const buyer = await offer('cup', {}, { savedCards: [card, { token: 'other', brand: 'mir', last_4: '0017' }] });
  await buyer.sees(buyer.payButton);
  const radio = (name: string) => buyer.within.getByRole('radio', { name });
  await expect.element(radio(`Visa •••• ${card.last_4}`)).toBeChecked();
  await expect.element(buyer.card('Card number')).not.toBeInTheDocument();
  await radio('Another card').click();
  await buyer.sees(buyer.card('Card number'));
  await radio(`Visa •••• ${card.last_4}`).click();
  canary.keepCode(CODE);
  await buyer.card('Security code').fill(CODE);
  await buyer.payButton.click();
  await buyer.learns('successful');
  expect(buyer.events('checkout-outcome')[0]?.transaction?.credit_card?.last_4).toBe(card.last_4);
});

test('removing a card fires the event with the card and the name of its list', async () => {
  const cards = [{ token: 'any', brand: 'visa', last_4: '0000' }];
  const buyer = await offer('cup', {}, { savedCards: cards, removableCards: true });
  const removed: unknown[] = [];
  buyer.element.addEventListener('checkout-card-remove', ({ card, list }) => removed.push([list, card]));
  await buyer.button('Remove Visa •••• 0000').click();
  await buyer.button(/^Remove$/).click();
  expect(removed).toEqual([['savedCards', cards[0]]]);
});
