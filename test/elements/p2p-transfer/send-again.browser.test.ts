import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import type { P2pTransferElement, SavedCard } from '../../../src/index.js';
import { gateway, sent } from '../gateway.js';
import { CODE, mount, OTHER_AMOUNT, type Payer, PAYS, RECIPIENT } from '../payer.js';
import { mountSlotted } from '../slotted.js';
import { canary } from '../watch-leaks.js';

const saved = (pan: string, more: Partial<SavedCard> = {}): SavedCard => ({
  token: gateway.ledger.save({ pan }),
  brand: 'visa',
  last_4: pan.slice(-4),
  ...more,
});
const again = (payer: Payer) => payer.button('Send again');
const radios = (payer: Payer, name: 'From card' | 'To card'): string[] =>
  payer.within
    .getByRole('group', { name, exact: true })
    .getByRole('radio')
    .elements()
    .map((each) => {
      const { checked, labels } = each as HTMLInputElement;
      const text = labels![0]!.textContent
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replace(/ Expires.*/, '');
      return checked ? `[${text}]` : text;
    });
const tokensOf = (payer: Payer, at: number): readonly (string | null | undefined)[] => {
  const { credit_card: from, recipient_card: to } = payer.events('checkout-outcome')[at]?.transaction ?? {};
  return [from?.token, to?.token];
};

/** Chooses, types what is missing, and pays. */
async function paysSaved(payer: Payer): Promise<void> {
  await payer.readsFee();
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.transferButton.click();
  await payer.learns('successful');
}

test.each([
  ['the element’s inputs', mount],
  ['inputs that the page has written', mountSlotted],
] as const)('%s: “Send again” chooses the cards whose tokens the outcome brought, with code and sum empty', async (_, put) => {
  const payer = await put({ 'save-card': 'agreed', amount: null });
  await payer.fills(payer.amount, '100.02');
  await payer.pays();
  await payer.learns('successful');
  const [, recipient] = tokensOf(payer, 0);
  await again(payer).click();
  await expect.poll(() => radios(payer, 'From card')).toEqual(['[Visa •••• 0000]', 'Another card']);
  expect(radios(payer, 'To card')).toEqual(['[Visa •••• 1111]', 'Another card']);
  await expect.element(payer.from('Security code')).toHaveValue('');
  await expect.element(payer.amount).toHaveValue('');
  await expect.poll(() => payer.focused()).toBe('Amount');
  canary.keepCode(CODE);
  // Only the sum and the code are typed again: Tab goes past the chosen card.
  await userEvent.keyboard('100.04{Tab}{Tab}');
  expect(payer.focused()).toBe('Security code');
  await userEvent.keyboard(CODE);
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(sent('transfer').map(({ request }) => request['amount'])).toEqual([10_002, 10_004]);
  expect(sent('transfer')[1]!.request.recipient_card).toEqual({ token: recipient });
});

test('beside the page’s lists the cards appear once, with their label, and “New transfer” begins without them', async () => {
  const lists: Partial<P2pTransferElement> = {
    savedCards: [saved(PAYS), saved('4012000000001006')],
    savedRecipients: [saved('4242424242424242'), saved(RECIPIENT, { label: 'Mum' })],
    removableCards: true,
  };
  const payer = await mount({ 'save-card': 'agreed' }, lists);
  await payer.within.getByRole('radio', { name: /1006/ }).click();
  await payer.within.getByRole('radio', { name: /^Mum/ }).click();
  await paysSaved(payer);
  await again(payer).click();
  await expect.poll(() => radios(payer, 'To card')).toEqual(['[Mum Visa •••• 1111]', 'Visa •••• 4242', 'Another card']);
  expect(radios(payer, 'From card')).toEqual(['[Visa •••• 1006]', 'Visa •••• 0000', 'Another card']);
  // The page has no such card in its list that it could remove.
  expect(payer.buttons().filter((name) => name.startsWith('Remove'))).toEqual([]);
  // The same sum would have to wait, so that no double click pays twice.
  payer.element.amount = OTHER_AMOUNT;
  await paysSaved(payer);
  await payer.button('New transfer').click();
  await expect.poll(() => radios(payer, 'To card')).toEqual(['Visa •••• 4242', 'Mum Visa •••• 1111', 'Another card']);
  expect(radios(payer, 'From card')).toEqual(['[Visa •••• 0000]', 'Visa •••• 1006', 'Another card']);
});

test('a page that has put the new cards into its lists keeps them as they are, with those cards chosen', async () => {
  const payer = await mount({ 'save-card': 'agreed', 'removable-cards': '' }, { savedCards: [], savedRecipients: [] });
  payer.element.addEventListener('checkout-outcome', ({ transaction }) => {
    payer.element.savedRecipients = [saved('4242424242424242'), { ...(transaction!.recipient_card as SavedCard), label: 'Mum' }];
  });
  await payer.pays();
  await payer.learns('successful');
  await again(payer).click();
  await expect.poll(() => radios(payer, 'To card')).toEqual(['Visa •••• 4242', '[Mum Visa •••• 1111]', 'Another card']);
  await expect.element(payer.button('Remove \u2068Mum\u2069 (Visa •••• 1111)')).toBeVisible();
});

test.each<[string, Record<string, string>, string | undefined]>([
  ['without tokens', {}, undefined],
  ['with a fixed tracking id', { 'save-card': 'agreed', 'tracking-id': 'order-1' }, undefined],
  ['after a decline', { 'save-card': 'agreed' }, '4005550000000019'],
])('%s there is no “Send again”', async (_, attributes, number) => {
  const payer = await mount(attributes);
  await payer.pays(number ? { number } : {});
  await payer.learns(number ? 'failed' : 'successful');
  expect(again(payer).elements()).toEqual([]);
});

test.each([
  ['the element’s inputs', mount],
  ['inputs that the page has written', mountSlotted],
] as const)('%s are empty once a transfer has succeeded', async (_, put) => {
  const payer = await put();
  await payer.pays();
  await payer.learns('successful');
  const inputs = [payer.element, payer.element.shadowRoot!].flatMap((root) => [
    ...root.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio])'),
  ]);
  expect(inputs).not.toEqual([]);
  expect(inputs.map(({ value }) => value).join('')).toBe('');
});
