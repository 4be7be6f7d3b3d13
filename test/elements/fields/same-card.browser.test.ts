import { expect, test } from 'vitest';
import '../../../src/define.js';
import { gateway } from '../gateway.js';
import { AMOUNT, PAYS, RECIPIENT, mount, shown } from '../payer.js';

const REMARK = 'This looks like the card you’re sending from. Enter the recipient’s card.';
const QUESTION = /This looks like a transfer from a card to itself\. Press again only if that’s what you want\.$/;

test('the same card on both sides is pointed out at the recipient’s number, before any press', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: PAYS.slice(0, -1) });
  expect(payer.text(REMARK).elements()).toEqual([]);
  await payer.to('Card number').click();
  await payer.types(PAYS.slice(-1));
  await payer.sees(payer.text(REMARK));
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(REMARK);
  await expect.element(payer.to('Card number')).toHaveAttribute('aria-invalid', 'false');
  await payer.readsFee();
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await expect.element(payer.text(REMARK)).not.toBeInTheDocument();
  await payer.fills(payer.from('Card number'), RECIPIENT);
  await payer.sees(payer.text(REMARK));
});

test('the shortest numbers are compared as well', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4222222222222', recipient: '4222222222222' });
  await payer.sees(payer.text(REMARK));
});

test('a press asks for confirmation, announced, with another button; a double click does not confirm, a later press does', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: PAYS });
  await payer.readsFee();
  const button = payer.transferButton.element() as HTMLElement;
  button.click();
  button.click();
  await payer.sees(payer.button(`Transfer ${shown(AMOUNT)} to the same card`));
  const status = payer.element.shadowRoot?.querySelector('[part=price]');
  expect([status?.getAttribute('role'), status?.textContent]).toEqual(['status', expect.stringMatching(QUESTION)]);
  expect(payer.element.quote).toMatchObject({ status: 'given', confirm: 'same_card' });
  await expect.element(payer.transferButton).toHaveAttribute('aria-disabled', 'true');
  button.click();
  expect(gateway.of('transfer')).toEqual([]);
  await payer.pressesAgain();
  await payer.learns('successful');
  expect(gateway.of('transfer')).toHaveLength(1);
});

test('editing either card removes the question, and different cards are sent with one press', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: PAYS });
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.sees(payer.text(QUESTION));
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await expect.element(payer.text(QUESTION)).not.toBeInTheDocument();
  await expect.element(payer.button(`Transfer ${shown(AMOUNT)} to the same card`)).not.toBeInTheDocument();
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
});

test.each([
  ['with the recipient’s brand and last four digits', { token: 'kept', brand: 'visa', last_4: '1111' }, true],
  ['without a known brand, with the same last four digits', { token: 'kept', last_4: '1111' }, true],
  ['of another brand, with the same last four digits', { token: 'kept', brand: 'master', last_4: '1111' }, false],
  ['with other last four digits', { token: 'kept', brand: 'visa', last_4: '0000' }, false],
])('a saved source card %s gets the remark only if it may be the same card', async (_, sourceCard, isAsked) => {
  const payer = await mount({}, { sourceCard });
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await payer.sees(payer.text('To Visa •••• 1111'));
  expect(payer.text(REMARK).elements()).toHaveLength(isAsked ? 1 : 0);
});
