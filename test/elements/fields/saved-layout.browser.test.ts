import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import type { SavedCard } from '../../../src/index.js';
import { mount, type Payer } from '../payer.js';
import { mountSlotted } from '../slotted.js';

const VISA: SavedCard = { token: 'visa', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2030' };
const MASTER: SavedCard = { token: 'master', brand: 'master', last_4: '5029', exp_month: '04', exp_year: '2031' };
const MIR: SavedCard = { token: 'mir', brand: 'mir', last_4: '0017' };

const from = (payer: Payer) => payer.within.getByRole('group', { name: 'From card' });
const radio = (payer: Payer, name: RegExp) => from(payer).getByRole('radio', { name });

/** The rows and fields of the source card, from top to bottom, as the payer sees them. */
function column(payer: Payer): string[] {
  const group = from(payer).element();
  return [...group.querySelectorAll<HTMLElement>('.choice, .field')]
    .filter((each) => each.checkVisibility())
    .map((each) => ({ text: each.querySelector('label')!.textContent.trim().split(/\s+/)[0]!, ...place(each) }))
    .toSorted((one, other) => one.top - other.top || one.left - other.left)
    .map(({ text }) => text);
}
const place = (each: Element): { top: number; left: number } => {
  const { top, left } = each.getBoundingClientRect();
  return { top, left };
};

test.each([
  ['the element’s inputs', mount],
  ['inputs that the page has written', mountSlotted],
] as const)('%s: the security code stands under the row of the chosen card, and a typed card under its own', async (_, put) => {
  const payer = await put({}, { savedCards: [VISA, MASTER, MIR] });
  await expect.element(radio(payer, /Visa/)).toBeChecked();
  await expect.poll(() => column(payer)).toEqual(['Visa', 'Security', 'Mastercard', 'Mir', 'Another']);
  await radio(payer, /Mastercard/).click();
  await expect.poll(() => column(payer)).toEqual(['Visa', 'Mastercard', 'Security', 'Mir', 'Another']);
  await radio(payer, /Another/).click();
  await expect.poll(() => column(payer)).toEqual(['Visa', 'Mastercard', 'Mir', 'Another', 'Card', 'Expiry', 'Security']);
});

test('a single saved card is a list of one, with “Another card”', async () => {
  const recipientCard = { ...VISA, last_4: '1111' };
  const payer = await mount({}, { sourceCard: MASTER, recipientCard });
  await expect.element(payer.within.getByRole('radiogroup', { name: 'Saved cards' }).first()).toBeVisible();
  await expect.element(radio(payer, /^Mastercard •••• 5029 Expires 04 \/ 31$/)).toBeChecked();
  expect(column(payer)).toEqual(['Mastercard', 'Security', 'Another']);
  const to = payer.within.getByRole('group', { name: 'To card' });
  await expect.element(to.getByRole('radio', { name: 'Visa •••• 1111', exact: true })).toBeChecked();
  await to.getByRole('radio', { name: 'Another card' }).click();
  await expect.element(payer.to('Card number')).toBeVisible();
  // There is nothing to remove: the page has set no list.
  await payer.element.updateComplete;
  expect(payer.buttons().filter((name) => name.startsWith('Remove'))).toEqual([]);
});

test('the Tab key goes from the chosen row to its code, and Shift with it back', async () => {
  const payer = await mount({}, { savedCards: [VISA, MASTER] });
  (radio(payer, /Visa/).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  expect(payer.focused()).toBe('Security code');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(payer.focused()).toMatch(/^Visa/);
});

test('until when a card is valid is shown for the payer’s own, and for a recipient’s only once it has expired', async () => {
  const old = { ...MIR, exp_month: '01', exp_year: '2020' };
  const payer = await mount({}, { savedCards: [VISA], savedRecipients: [MASTER, old] });
  await payer.sees(radio(payer, /Visa/));
  const texts = [...payer.element.shadowRoot!.querySelectorAll('.choice small')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['Expires 12 / 30', 'Expired 01 / 20']);
});

test('in a right-to-left language names begin at the right edge, and dates stand as they are typed', async () => {
  const payer = await mount({ language: 'ar' }, { savedCards: [VISA] });
  const root = payer.element.shadowRoot!;
  await expect.poll(() => root.querySelector<HTMLElement>('.base')!.dir).toBe('rtl');
  payer.element.style.maxInlineSize = '360px';
  const right = (selector: string): number => root.querySelector(selector)!.getBoundingClientRect().right;
  await expect.poll(() => Math.abs(right('.which') - right('.which > span bdi'))).toBeLessThan(1);
  const date = root.querySelector('small bdi')!;
  const left = (at: number): number => {
    const range = document.createRange();
    range.setStart(dateText(date), at);
    range.setEnd(dateText(date), at + 1);
    return range.getBoundingClientRect().left;
  };
  expect(date.textContent).toBe('12 / 30');
  expect(left(0)).toBeLessThan(left(5));
});
const dateText = (date: Element): Text => [...date.childNodes].find((each): each is Text => each instanceof Text)!;
