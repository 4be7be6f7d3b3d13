// All tests that paste are in this file: the pages of other files, which run at the same time, share the clipboard.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { page, server, userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { offer } from '../buyer.js';
import { PAYS, mount } from '../payer.js';

/** Copies a text from elsewhere in the page, and pastes it over the input's text, or over the range that `select` selects. */
async function paste(input: HTMLInputElement, text: string, select = (): void => input.select()): Promise<void> {
  const source = document.createElement('textarea');
  source.value = text;
  document.body.append(source);
  source.select();
  await userEvent.copy();
  source.remove();
  input.focus();
  select();
  await userEvent.paste();
}

test.each(['4200 0000 0000 0000', '4200-0000-0000-0000', ' 4200\u00a00000 00000000 ', 'Card: 4200000000000000'])(
  'a number pasted as %j is accepted',
  async (copied) => {
    const payer = await mount();
    canary.keepPan(PAYS);
    await paste(payer.from('Card number').element() as HTMLInputElement, copied);
    await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  },
);

const LONG = '6221852963074185223';

test('a pasted number with words before it is accepted whole, however long it is, on both sides', async () => {
  const payer = await mount();
  canary.keepPan(LONG);
  for (const field of [payer.from('Card number'), payer.to('Card number')]) {
    await paste(field.element() as HTMLInputElement, 'To card: 6221 8529 6307 4185 223');
    await expect.element(field).toHaveValue('6221 8529 6307 4185 223');
    await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  }
  expect(payer.reads()).toContain('To UnionPay •••• 5223');
});

test.each([
  ['4200 0000 0000 0000 12/30 737', '12 / 30', '737'],
  ['Card: 4200.0000.0000.0000\nexp 1/2031', '01 / 31', ''],
])('a whole card pasted into its number, %j, fills the fields of that card', async (text, expiry, code) => {
  const payer = await mount();
  canary.keepPan(PAYS);
  canary.keepCode('737');
  await paste(payer.from('Card number').element() as HTMLInputElement, text);
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  await expect.element(payer.from('Expiry date')).toHaveValue(expiry);
  await expect.element(payer.from('Security code')).toHaveValue(code);
  await expect.element(payer.to('Card number')).toHaveValue('');
});

test('a whole card pasted over a card that has been begun stays as it is pasted, and replaces nothing', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  await payer.fills(payer.from('Expiry date'), '11/31');
  await paste(payer.from('Card number').element() as HTMLInputElement, '4200 0000 0000 0000 12/30 737');
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000 12/30 737');
  await expect.element(payer.from('Expiry date')).toHaveValue('11 / 31');
  await expect.element(payer.from('Security code')).toHaveValue('');
});

const MESSAGE = 'Please send 1,250.50 USD to my card 4111 1111 1111 1111.';
const CHECK = 'From your message. Check it.';

test('a message pasted into the recipient’s card fills the card and the sum, and both say so until they are edited', async () => {
  const payer = await mount({ amount: null });
  canary.keepPan('4111111111111111');
  await paste(payer.to('Card number').element() as HTMLInputElement, MESSAGE);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  await expect.element(payer.amount).toHaveValue('1,250.50');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(CHECK);
  expect(payer.descriptionOf(payer.amount)).toContain(CHECK);
  await payer.amount.click();
  await payer.types('1');
  expect(payer.descriptionOf(payer.amount)).not.toContain(CHECK);
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(CHECK);
});

test('a pasted sum never replaces a typed one', async () => {
  const payer = await mount({ amount: null });
  canary.keepPan('4111111111111111');
  await payer.fills(payer.amount, '20');
  await paste(payer.to('Card number').element() as HTMLInputElement, MESSAGE);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  await expect.element(payer.amount).toHaveValue('20.00');
});

test('no script fills in a card by an event that only looks like a paste', async () => {
  const payer = await mount({ amount: null });
  const number = payer.to('Card number').element() as HTMLInputElement;
  number.focus();
  number.value = MESSAGE;
  number.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true, composed: true }));
  await expect.element(payer.amount).toHaveValue('');
  await expect.element(payer.to('Card number')).not.toHaveValue('4111 1111 1111 1111');
});

test('a message is not read into the card that the payer sends from', async () => {
  const payer = await mount({ amount: null });
  await paste(payer.from('Card number').element() as HTMLInputElement, MESSAGE);
  await expect.element(payer.from('Card number')).toHaveValue(MESSAGE);
  await expect.element(payer.amount).toHaveValue('');
});

const ONLY = 'Enter only the digits of the card number.';
const TOO_LONG = 'Check the card number. It has 32 digits.';
const FORMAT = 'Enter the month and year, for example 04 / 29.';

test.each([
  ['Card number', 'Card 1: 4200 0000 0000 0000', 'Card 1: 4200 0000 0000 0000', ONLY],
  ['Card number', '4200 0000 0000 0000 12/30 12/31', '4200 0000 0000 0000 12/30 12/31', ONLY],
  ['Card number', 'see my other message', 'see my other message', ONLY],
  ['Card number', '4200000000000000 4111111111111111', '4200 0000 0000 0000 4111 1111 1111 1111', TOO_LONG],
  ['Card number', '4200000000000000\n4111111111111111', '4200000000000000\t4111111111111111', ONLY],
  ['Card number', '4012000000001097\r\n\n 737\n', '4012000000001097\t737', ONLY],
  ['Expiry date', '12\n30\n737', '12\t30\t737', FORMAT],
  ['Security code', '73\n7', '73\t7', 'Enter only the digits of the security code.'],
  ['Expiry date', 'Jan 2027', 'Jan 2027', FORMAT],
  ['Expiry date', '01/02/2027', '01/02/2027', FORMAT],
  ['Security code', '7371234567', '7371234567', 'The security code is too long.'],
  ['Security code', '73 71 23 45', '73 71 23 45', 'The security code is too long.'],
])('%s: %j pasted stays visible in full, and the error is announced at once', async (label, text, shown, complaint) => {
  const payer = await mount();
  const field = payer.from(label);
  await paste(field.element() as HTMLInputElement, text);
  await expect.element(field).toHaveValue(shown);
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(field)).toBe(complaint);
  expect(payer.alert().element().textContent.trim()).toBe(complaint);
});

test.each([
  ['Card number', 'Card:\n4200 0000 0000 0000\n', '4200 0000 0000 0000'],
  ['Expiry date', '12\n2030', '12 / 30'],
  ['Security code', '\n737\n', '737'],
])('%s: %j pasted is read, since its lines make one number', async (label, text, shown) => {
  const payer = await mount();
  canary.keepPan(PAYS);
  const field = payer.from(label);
  await paste(field.element() as HTMLInputElement, text);
  await payer.types('{Tab}');
  expect((field.element() as HTMLInputElement).value.trim()).toBe(shown);
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
});

test('two lines pasted between digits stay where they were pasted, and the caret is behind them', async () => {
  const payer = await mount();
  const input = payer.from('Card number').element() as HTMLInputElement;
  await payer.fills(payer.from('Card number'), '42000000');
  await paste(input, '12\n3', () => input.setSelectionRange(2, 4));
  expect([input.value, input.selectionStart]).toEqual(['4212\t3 0000', 6]);
  expect(payer.descriptionOf(payer.from('Card number'))).toBe(ONLY);
});

// The drivers of other engines do not drop what they drag.
const canDrop = server.browser === 'chromium';

test.runIf(canDrop)('two lines dropped onto a number are not read as one', async () => {
  const payer = await mount();
  const source = document.createElement('textarea');
  source.dataset['testid'] = 'elsewhere';
  source.value = '4012000000001097\n123';
  document.body.append(source);
  source.select();
  await userEvent.dragAndDrop(page.getByTestId('elsewhere'), payer.to('Card number'), { sourcePosition: { x: 30, y: 8 } });
  await expect.element(payer.to('Card number')).toHaveValue('4012000000001097\t123');
  // Errors are drawn a frame after the text.
  await expect.poll(() => payer.descriptionOf(payer.to('Card number'))).toBe(ONLY);
});

test.runIf(canDrop)('digits dragged within a number are inserted where the payer drops them', async () => {
  const payer = await mount();
  const field = payer.from('Card number');
  await payer.fills(field, '420000001234');
  const input = field.element() as HTMLInputElement;
  input.style.font = '20px monospace';
  input.focus();
  input.setSelectionRange(0, 4);
  const events: string[] = [];
  input.addEventListener('input', ({ inputType }) => events.push(inputType));
  await userEvent.dragAndDrop(field, field, { sourcePosition: { x: 30, y: 20 }, targetPosition: { x: 220, y: 20 } });
  expect(events).toEqual(['deleteByDrag', 'insertFromDrop']);
  expect(input.value).toBe('0000 1234 4200');
});

test('the lines of a name become one', async () => {
  const payer = await mount({ collect: 'holder' });
  await paste(payer.from('Name on card').element() as HTMLInputElement, 'ANN\nLEE');
  await expect.element(payer.from('Name on card')).toHaveValue('ANN LEE');
  await expect.element(payer.from('Name on card')).toHaveAttribute('aria-invalid', 'false');
});

test('a name too long for a card stays whole and is reported', async () => {
  const payer = await mount({ collect: 'holder' });
  const name = `${'Ann '.repeat(30)}Lee`;
  await paste(payer.from('Name on card').element() as HTMLInputElement, name);
  await expect.element(payer.from('Name on card')).toHaveValue(name);
  expect(payer.descriptionOf(payer.from('Name on card'))).toBe('Enter 35 characters or fewer.');
});

const parts = fc.constantFrom(
  'Card ',
  '1',
  ': ',
  '4200',
  ' 0000',
  '0000',
  '12/30',
  '-',
  '\n',
  '\t',
  'x',
  '+',
  '٤٢',
  '½',
  '6221 8529 6307 4185 223',
  ' ',
  '4111111111111111',
);

test('for any text pasted into the recipient’s number, the input contains every digit of it, or shows the text with an error', async () => {
  const payer = await mount();
  const field = payer.to('Card number');
  const input = field.element() as HTMLInputElement;
  const digits = (text: string): string => text.replaceAll('٤', '4').replaceAll('٢', '2').replaceAll(/\D/g, '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
      async (text) => {
        canary.keepPan(digits(text));
        await paste(input, text);
        await payer.element.updateComplete;
        const message = payer.descriptionOf(field);
        if (/^(\d+( \d+)*)?$/.test(input.value)) expect(digits(input.value)).toBe(digits(text));
        else expect([input.value.trim(), message]).toEqual([text.trim().replaceAll(/\s*\n\s*/g, '\t'), ONLY]);
      },
    ),
    { numRuns: 40, seed: 20_261_122 },
  );
}, 60_000);

test('two lines pasted into the amount are not read as one figure', async () => {
  const payer = await mount({ amount: null });
  await paste(payer.amount.element() as HTMLInputElement, '10\n000');
  await expect.element(payer.amount).toHaveValue('10\t000');
  expect(payer.descriptionOf(payer.amount)).toContain('This amount could mean two things.');
  expect(payer.element.quote).toEqual({ status: 'none' });
});

test('two lines pasted as a phone number are refused; in an address they become one', async () => {
  const buyer = await offer('parcel');
  await buyer.sees(buyer.payButton);
  await paste(buyer.field('Phone').element() as HTMLInputElement, '5550100\n5550101');
  await paste(buyer.field('Address').element() as HTMLInputElement, '1 Main Street\nApartment 2');
  await userEvent.tab();
  await expect.element(buyer.field('Phone')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(buyer.field('Address')).toHaveValue('1 Main Street Apartment 2');
  await expect.element(buyer.field('Address')).toHaveAttribute('aria-invalid', 'false');
});
