import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/define.js';
import type { SavedCard } from '../../../src/index.js';
import { canary } from '../watch-leaks.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { gateway, sent } from '../gateway.js';
import { CODE, PAYS, RECIPIENT, mount, type Payer } from '../payer.js';

const VISA: SavedCard = { token: 'visa-token', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2030' };
const MASTER: SavedCard = { token: 'master-token', brand: 'master', last_4: '5029', exp_month: 4, exp_year: 2031 };
const OLD: SavedCard = { token: 'old-token', brand: 'mir', last_4: '0017', exp_month: '01', exp_year: '2020' };

const group = (payer: Payer, name: 'From card' | 'To card') => payer.within.getByRole('group', { name, exact: true });
const radio = (payer: Payer, name: RegExp, card: 'From card' | 'To card' = 'From card') =>
  group(payer, card).getByRole('radio', { name });
const chosen = (payer: Payer, card: 'From card' | 'To card'): string[] =>
  group(payer, card)
    .getByRole('radio')
    .elements()
    .filter((each) => (each as HTMLInputElement).checked)
    .map((each) => each.closest('label')?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '');
const labels = ({ element }: Payer): (string | undefined)[] =>
  [...(element.shadowRoot?.querySelectorAll('.field label') ?? [])].map(({ textContent }) => textContent.trim());
const active = ({ element }: Payer): Element | null | undefined => element.shadowRoot?.activeElement;

/** Removes a card as the shop's page does, once its server has deleted it. */
function deletesCards(payer: Payer): void {
  payer.element.removableCards = true;
  payer.element.addEventListener('checkout-card-remove', ({ card, list }) => {
    payer.element[list] = payer.element[list]?.filter(({ token }) => token !== card.token);
  });
}

test('the payer’s first card that has not expired is chosen, and only its security code is asked for', async () => {
  const payer = await mount({}, { savedCards: [OLD, VISA, MASTER] });
  await expect.element(page.getByRole('radiogroup', { name: 'Saved cards' })).toBeVisible();
  expect(chosen(payer, 'From card')).toEqual(['Visa •••• 0000 Expires 12 / 30']);
  await expect.element(radio(payer, /^Mir •••• 0017 Expired 01 \/ 20$/)).toBeDisabled();
  await expect.element(radio(payer, /^Mastercard •••• 5029 Expires 04 \/ 31$/)).toBeEnabled();
  expect(labels(payer)).toEqual(['Security code', 'Card number']);
});

test('“Another card” opens the card’s fields, and a saved card closes them; each change empties the fields', async () => {
  const payer = await mount({}, { savedCards: [VISA, MASTER] });
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await radio(payer, /Mastercard/).click();
  await expect.element(payer.from('Security code')).toHaveValue('');
  await radio(payer, /Another card/).click();
  expect(labels(payer)).toEqual(['Card number', 'Expiry date', 'Security code', 'Card number']);
  await payer.fills(payer.from('Card number'), PAYS);
  await radio(payer, /Visa/).click();
  await radio(payer, /Another card/).click();
  await expect.element(payer.from('Card number')).toHaveValue('');
});

test('no recipient is preselected: a press shows an error, and moves the focus to the list', async () => {
  const known = (card: SavedCard): SavedCard => ({ ...card, token: gateway.ledger.save({ pan: PAYS }) });
  const [visa, master] = [known(VISA), known(MASTER)];
  const payer = await mount({}, { sourceCard: visa, savedRecipients: [master, VISA] });
  expect(chosen(payer, 'To card')).toEqual([]);
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.button(/^(Send|Confirm|Show)/).click();
  const list = group(payer, 'To card').getByRole('radiogroup', { name: 'Saved cards' });
  await expect.element(list).toHaveAccessibleDescription('Choose a card.');
  await expect.element(list).toHaveAttribute('aria-invalid', 'true');
  expect(active(payer)).toBe(radio(payer, /Mastercard/, 'To card').element());
  expect(gateway.posts).toEqual([]);
  await radio(payer, /Mastercard/, 'To card').click();
  await expect.element(list).toHaveAttribute('aria-invalid', 'false');
  expect(payer.reads()).toContain('To Mastercard •••• 5029');
});

test('a refusal of a saved card’s code is not one of the card', async () => {
  gateway.replies.check = [answer(422, errorBody({ credit_card: { verification_value: ['is wrong'] } }))];
  const payer = await mount({}, { savedCards: [VISA, MASTER] });
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await expect.element(payer.from('Security code')).toHaveAttribute('aria-invalid', 'true');
  expect(chosen(payer, 'From card')).toEqual(['Visa •••• 0000 Expires 12 / 30']);
  const list = group(payer, 'From card').getByRole('radiogroup', { name: 'Saved cards' });
  await expect.element(list).toHaveAttribute('aria-invalid', 'false');
});

test('sourceCard and recipientCard name the card of a list that is chosen initially', async () => {
  const payer = await mount({}, { savedCards: [VISA, MASTER], sourceCard: MASTER, savedRecipients: [VISA], recipientCard: VISA });
  expect(chosen(payer, 'From card')).toEqual(['Mastercard •••• 5029 Expires 04 / 31']);
  expect(chosen(payer, 'To card')).toEqual(['Visa •••• 0000']);
});

test('when every card of a list has expired, or a single card has, the fields are open', async () => {
  const payer = await mount({}, { savedCards: [OLD], recipientCard: OLD });
  expect(chosen(payer, 'From card')).toEqual(['Another card']);
  expect(labels(payer)).toEqual(['Card number', 'Expiry date', 'Security code', 'Card number']);
  expect(payer.reads()).toContain('Mir •••• 0017');
});

test('by keyboard: arrows choose a card, and Enter moves on from a list as from a field', async () => {
  const payer = await mount({}, { savedCards: [VISA, MASTER], savedRecipients: [VISA] });
  (radio(payer, /Visa/).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen(payer, 'From card')).toEqual(['Mastercard •••• 5029 Expires 04 / 31']);
  await userEvent.keyboard('{Enter}');
  expect(active(payer)).toBe(payer.from('Security code').element());
  await userEvent.keyboard('{Enter}');
  expect(active(payer)).toBe(radio(payer, /Visa/, 'To card').element());
});

test('cards have no button to remove them unless the page sets removable-cards', async () => {
  const payer = await mount({}, { savedCards: [VISA, OLD], savedRecipients: [MASTER] });
  const buttons = () => payer.within.getByRole('button', { name: /^Remove/ }).elements();
  expect(buttons()).toEqual([]);
  payer.element.setAttribute('removable-cards', '');
  await expect
    .poll(() => buttons().map((each) => each.ariaLabel))
    .toEqual(['Remove Visa •••• 0000', 'Remove Mir •••• 0017', 'Remove Mastercard •••• 5029']);
  payer.element.removeAttribute('removable-cards');
  await expect.poll(buttons).toEqual([]);
});

test('removing a card asks first and fires the event; the page’s new list removes it, which is announced, and the focus stays', async () => {
  const payer = await mount({}, { savedCards: [VISA, MASTER] });
  deletesCards(payer);
  const heard: unknown[] = [];
  payer.element.addEventListener('checkout-card-remove', ({ card, list }) => heard.push([card, list]));
  const remove = payer.button('Remove Visa •••• 0000');
  await remove.click();
  expect(active(payer)?.textContent).toBe('Keep');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => active(payer)).toBe(remove.element());
  expect(heard).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await payer.within.getByRole('group', { name: 'Remove Visa •••• 0000?' }).getByRole('button', { name: 'Remove' }).click();
  expect(heard).toEqual([[VISA, 'savedCards']]);
  await expect.element(radio(payer, /Visa/)).not.toBeInTheDocument();
  expect(chosen(payer, 'From card')).toEqual(['Mastercard •••• 5029 Expires 04 / 31']);
  await expect.element(payer.within.getByRole('status').first()).toHaveTextContent('Visa •••• 0000 was removed.');
  await expect.poll(() => active(payer)).toBe(radio(payer, /Mastercard/).element());
});

test('removing the last card opens the fields, with the focus in the number', async () => {
  const payer = await mount({}, { savedCards: [VISA] });
  deletesCards(payer);
  await payer.button('Remove Visa •••• 0000').click();
  await payer.button(/^Remove$/).click();
  await expect.poll(() => active(payer)).toBe(payer.from('Card number').element());
  expect(group(payer, 'From card').getByRole('radio').elements()).toEqual([]);
});

test('removing another card than the chosen one keeps the choice and the security code', async () => {
  const payer = await mount({}, { savedCards: [VISA, MASTER] });
  deletesCards(payer);
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.button(/^Remove Mastercard/).click();
  await payer.button(/^Remove$/).click();
  await expect.element(radio(payer, /Mastercard/)).not.toBeInTheDocument();
  expect(chosen(payer, 'From card')).toEqual(['Visa •••• 0000 Expires 12 / 30']);
  await expect.element(payer.from('Security code')).toHaveValue(CODE);
});

test('a list that the page sets while the payer types keeps their card; before that, its first card is chosen', async () => {
  const payer = await mount({}, { savedCards: [] });
  payer.element.savedCards = [VISA];
  await payer.sees(radio(payer, /Visa/));
  expect(chosen(payer, 'From card')).toEqual(['Visa •••• 0000 Expires 12 / 30']);
  payer.element.savedCards = undefined;
  await payer.fills(payer.from('Card number'), PAYS);
  payer.element.savedCards = [VISA];
  await payer.sees(radio(payer, /Visa/));
  expect(chosen(payer, 'From card')).toEqual(['Another card']);
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test('axe finds nothing, in the list, with its question and with its error', async () => {
  const payer = await mount({}, { removableCards: true, savedCards: [VISA, OLD], savedRecipients: [MASTER] });
  await payer.button('Remove Visa •••• 0000').click();
  await payer.transferButton.click();
  await payer.sees(payer.text('Enter the security code.'));
  const { violations } = await axe.run(payer.element);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});

test('a chosen saved card pays, to a chosen saved recipient', async () => {
  const save = (pan: string): SavedCard => ({ ...VISA, last_4: pan.slice(-4), token: gateway.ledger.save({ pan }) });
  const [card, kept] = [save(PAYS), save(RECIPIENT)];
  const payer = await mount({}, { savedCards: [MASTER, card], savedRecipients: [kept] });
  await radio(payer, /Visa •••• 0000/).click();
  await radio(payer, /1111/, 'To card').click();
  await payer.readsFee();
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(sent('transfer').map(({ request }) => request.recipient_card)).toEqual([{ token: kept.token }]);
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({ recipient_card: { last_4: RECIPIENT.slice(-4) } });
  // The next transfer starts without a chosen recipient.
  await payer.button('New transfer').click();
  expect(chosen(payer, 'To card')).toEqual([]);
});

const UNUSABLE = 'This saved card can’t be used anymore. Choose another one.';

test('a card that the gateway doesn’t know says so at its row and can’t be chosen; the payer chooses another one', async () => {
  const kept: SavedCard = { ...MASTER, token: gateway.ledger.save({ pan: PAYS }) };
  const payer = await mount({}, { savedCards: [VISA, kept] });
  await payer.fills(payer.to('Card number'), RECIPIENT);
  const row = radio(payer, new RegExp(`^Visa •••• 0000 ${UNUSABLE}$`));
  await expect.element(row).toBeDisabled();
  expect(payer.alert().element().textContent).toBe(UNUSABLE);
  expect(chosen(payer, 'From card')).toEqual([]);
  // The gateway’s own words are for the developer.
  expect(payer.reads()).not.toMatch(/token|credit_card|unknown/);
  await radio(payer, /Mastercard/).click();
  await payer.readsFee();
});

test.each([
  ['en', 'Card number', UNUSABLE],
  ['ru', 'Номер карты', 'Эту сохранённую карту больше нельзя использовать. Выберите другую.'],
])('in %s, where no other card is left, the fields open below the card that the gateway doesn’t know', async (...given) => {
  const [language, label, words] = given;
  const payer = await mount(
    { language },
    { sourceCard: VISA, recipientCard: { ...MASTER, token: gateway.ledger.save({ pan: RECIPIENT }) } },
  );
  await payer.sees(payer.text(words));
  await expect.poll(() => labels(payer)).toContain(label);
  expect(payer.reads()).not.toMatch(/token|credit_card|recipient_card/);
});

test.each([
  [{ savedCards: 'visa' }, 'savedCards: expected a list of saved cards; got a string. Set an array, which may be empty.'],
  [{ savedCards: [null] }, /^savedCards\[0\]: expected \{token, brand, last_4, exp_month, exp_year\}; got nothing\./],
  [{ savedCards: [{}] }, /^savedCards\[0\]: expected a token of at most 200 characters; got nothing\./],
  [{ savedRecipients: [VISA, VISA] }, /^savedRecipients: expected each card once; got a token twice\./],
  [
    { savedCards: [{ ...VISA, last_4: PAYS }] },
    /^savedCards\[0\]: expected the last four digits as a text, or none; got 16 characters\./,
  ],
  [
    { savedCards: Array.from({ length: 21 }, (_, index) => ({ token: `${index}` })) },
    /^savedCards: expected at most 20 saved cards; got 21\./,
  ],
  [{ savedCards: [VISA], sourceCard: MASTER }, /^sourceCard: expected a card of savedCards; got a card that is not in it\./],
  [{ recipientCard: { token: 7 } }, /^recipientCard: expected a token/],
])('a bad list is a setting error: %#', async (properties, text) => {
  const payer = await mount({}, properties as object);
  await expect.poll(() => payer.events('checkout-error').map(({ error }) => error.code)).toEqual(['setting_invalid']);
  expect(payer.events('checkout-error')[0]?.error.message).toMatch(text);
});
