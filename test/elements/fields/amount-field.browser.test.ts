import { expect, test } from 'vitest';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { gateway } from '../gateway.js';
import { CODE, PAYS, mount } from '../payer.js';

test.each([
  ['en', 'USD', '1234.5', '1,234.50', '1,234.50 USD'],
  ['en', 'USD', '1,234', '1,234.00', '1,234.00 USD'],
  ['en', 'JPY', '1234', '1,234', '1,234 JPY'],
  ['en', 'KWD', '1.5', '1.500', '1.500 KWD'],
])('in %s and %s, %s is read as %s', async (language, currency, typed, shown, sum) => {
  const payer = await mount({ amount: null, language, currency });
  await payer.seesAmount('–');
  await payer.amount.click();
  await payer.types(`${typed}{Tab}`);
  await expect.element(payer.amount).toHaveValue(shown);
  await payer.seesAmount(sum);
});

test('the decimal mark follows the language', async () => {
  const payer = await mount({ amount: null, language: 'de' });
  const input = payer.element.shadowRoot?.querySelector<HTMLInputElement>('input[name=amount]');
  input?.focus();
  await payer.types('1.234,5{Tab}');
  expect(input?.value).toBe('1.234,50');
  await payer.seesAmount('1.234,50 USD');
});

test('below min-amount: reported on leaving the field, not while more digits may follow', async () => {
  const payer = await mount({ amount: null, 'min-amount': '1000' });
  await payer.amount.click();
  await payer.types('9');
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'false');
  await payer.types('{Tab}');
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.amount)).toContain('Enter at least 10.00 USD.');
});

test('above max-amount: reported at once', async () => {
  const payer = await mount({ amount: null, 'max-amount': '5000' });
  await payer.amount.click();
  await payer.types('50.01');
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.amount)).toContain('Enter at most 50.00 USD.');
  await payer.types('{Backspace}');
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'false');
});

test.each([
  ['0', 'Enter an amount above zero.'],
  ['-5', 'Enter an amount above zero.'],
  ['1.234', 'Too many digits after the decimal point. Write it like 1,234.50.'],
  ['ten', 'Enter the amount in digits, for example 1,234.50.'],
])('%s is refused at its field', async (typed, complaint) => {
  const payer = await mount({ amount: null });
  await payer.fills(payer.amount, typed);
  (payer.amount.element() as HTMLElement).focus();
  await payer.types('{Tab}');
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.amount)).toContain(complaint);
});

test('a fixed amount is shown and cannot be edited', async () => {
  const payer = await mount({ amount: '10050' });
  await payer.seesAmount('100.50 USD');
  expect(payer.amount.elements()).toEqual([]);
  expect(payer.reads()).toContain('100.50 USD');
});

test('with complete cards and no amount, a press asks for the amount', async () => {
  const payer = await mount({ amount: null });
  await payer.fillsCards();
  await payer.transferButton.click();
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.amount)).toContain('Enter the amount.');
  await expect.poll(() => payer.focused()).toBe('Amount');
});

// Some of these would be valid amounts: 13 digits in dollars, 16 in yen.
test.each([
  ['USD', '4222222222222'],
  ['JPY', PAYS],
  ['USD', '4200 0000 0000 0000'],
  ['USD', '5555-5555-5555-4444'],
  ['KWD', '378282246310005'],
  ['USD', '4200 0000 0000 0001'],
])(
  'a card number pasted into the amount in %s, %s, is removed at once, is not read as an amount, and triggers no check',
  async (currency, pan) => {
    const payer = await mount({ amount: null, currency });
    canary.keepPan(pan.replace(/\D/g, ''));
    canary.keepCode(CODE);
    await payer.fillsCards();
    const input = payer.amount.element() as HTMLInputElement;
    input.value = pan;
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true, composed: true }));
    await payer.element.updateComplete;
    expect(input.value).toBe('');
    expect(payer.descriptionOf(payer.amount)).toContain('Enter the amount here, not the card number.');
    expect(payer.element.quote).toEqual({ status: 'none' });
    expect(payer.events('checkout-change').at(-1)?.valid).toBe(false);
    await payer.seesAmount('–');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(gateway.posts).toEqual([]);
  },
);

test('a card number typed into the amount is refused while it is typed, stays until the field is left, and is then removed', async () => {
  const payer = await mount({ amount: null, currency: 'JPY' });
  canary.keepPan(PAYS);
  await payer.amount.click();
  await payer.types(PAYS);
  await expect.element(payer.amount).toHaveValue(PAYS);
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  await payer.types('{Tab}');
  await expect.element(payer.amount).toHaveValue('');
  expect(payer.descriptionOf(payer.amount)).toContain('Enter the amount here, not the card number.');
  await payer.fills(payer.amount, '1500');
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'false');
  await payer.seesAmount('1,500 JPY');
});

test('an amount composed by an input method counts as it is composed, and a long number stays until composing ends', async () => {
  const payer = await mount({ amount: null });
  const input = payer.amount.element() as HTMLInputElement;
  canary.keepPan(PAYS);
  input.focus();
  for (const [index, digit] of Array.from(PAYS).entries()) {
    input.value += digit;
    input.dispatchEvent(
      new InputEvent('input', { inputType: 'insertCompositionText', isComposing: true, bubbles: true, composed: true }),
    );
    if (index === 1) await payer.seesAmount('42.00 USD');
  }
  expect(input.value).toBe(PAYS);
  await payer.types('{Tab}');
  await expect.element(payer.amount).toHaveValue('');
});

test('a pasted number longer than any amount stays whole and is refused', async () => {
  const payer = await mount({ amount: null });
  const text = '1.000 or 2.000, whatever suits you';
  await payer.fills(payer.amount, text);
  await expect.element(payer.amount).toHaveValue(text);
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.alert().element().textContent).toBe('Enter the amount in digits, for example 1,234.50.');
  expect(payer.element.quote).toEqual({ status: 'none' });
});

test.each([
  ['USD', '1234567890.12', '1,234,567,890.12 USD'],
  ['IDR', '99999999999', '99,999,999,999.00 IDR'],
])('a large amount in %s is not taken for a card number: %s', async (currency, typed, sum) => {
  const payer = await mount({ amount: null, currency });
  await payer.amount.fill(typed);
  await payer.seesAmount(sum);
});

test('a card number in the amount field is removed when the page is left', async () => {
  const payer = await mount({ amount: null });
  canary.keepPan(PAYS);
  await payer.amount.click();
  await payer.types(PAYS);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await expect.element(payer.amount).toHaveValue('');
});

test.each([
  [{ 'min-amount': '100', 'max-amount': '50000' }, 'From 1.00 USD to 500.00 USD'],
  [{ 'min-amount': '100' }, 'At least 1.00 USD'],
  [{ 'max-amount': '50000' }, 'At most 500.00 USD'],
])('with %j the payer reads the limits before typing: %s', async (limits, text) => {
  const payer = await mount({ amount: null, ...limits });
  await payer.sees(payer.text(text));
  expect(payer.descriptionOf(payer.amount)).toBe(`USD ${text}`);
});

test('the amount comes first: Tab and Enter go on to the cards, and a press leads to it', async () => {
  const payer = await mount({ amount: null });
  await payer.element.submit();
  expect(payer.focused()).toBe('Amount');
  await payer.types('12.5{Enter}');
  expect(payer.focused()).toBe('Card number');
  expect(payer.from('Card number').element()).toBe(payer.element.shadowRoot?.activeElement);
  await payer.types('{Shift>}{Tab}{/Shift}');
  expect(payer.focused()).toBe('Amount');
});

test('with order="cards-first" the amount comes after the cards', async () => {
  const payer = await mount({ amount: null, order: 'cards-first' });
  await payer.element.submit();
  expect(payer.focused()).toBe('Card number');
  payer.to('Card number').element().focus();
  await payer.types('{Enter}');
  expect(payer.focused()).toBe('Amount');
});

test.each([
  ['{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}', '100000.00', '100,000.00'],
  ['{ArrowLeft}{ArrowLeft}{ArrowLeft}5', '10000005.00', '10,000,005.00'],
  ['{Home}{Delete}', '000000.00', '000000.00'],
  ['{Home}{ArrowRight}{ArrowRight}{Backspace}', '1000000.00', '1,000,000.00'],
  ['{Home}2,', '2,1000000.00', '2,1000000.00'],
])('an amount is plain while it is edited, and tidy otherwise: %s', async (keys, plain, tidy) => {
  const payer = await mount({ amount: null });
  await payer.amount.click();
  await payer.types('1000000{Tab}');
  await expect.element(payer.amount).toHaveValue('1,000,000.00');
  await payer.types('{Shift>}{Tab}{/Shift}');
  await expect.element(payer.amount).toHaveValue('1,000,000.00');
  await payer.types(`{End}${keys}`);
  await expect.element(payer.amount).toHaveValue(plain);
  await payer.types('{Tab}');
  await expect.element(payer.amount).toHaveValue(tidy);
});

test.each([
  ['en', 'JPY', '1500', '200', '200 JPY'],
  ['en', 'USD', '1500', '200', '200.00 USD'],
  ['de', 'USD', '1500', '2,5', '2,50 USD'],
])('in %s and %s, what is typed after Tab replaces the amount: %s, then %s', async (language, currency, first, second, sum) => {
  const payer = await mount({ amount: null, language, currency });
  const input = payer.element.shadowRoot!.querySelector<HTMLInputElement>('input[name=amount]')!;
  input.focus();
  await payer.types(`${first}{Tab}{Shift>}{Tab}{/Shift}${second}{Tab}`);
  await payer.seesAmount(sum);
});

test('a program that fills the amount in twice leaves the second text', async () => {
  const payer = await mount({ amount: null });
  for (const text of ['1500', '200']) {
    await payer.amount.fill(text);
    await payer.types('{Tab}');
  }
  await payer.seesAmount('200.00 USD');
});

test.each([
  ['{ArrowLeft}{ArrowLeft}', '1,234,5', '12345067'],
  // Nothing is selected there, or the next digit would replace the sum.
  ['{Home}', '', '01234567'],
])('a payer who comes back to the window after %s finds the caret after the same digit', async (keys, before, after) => {
  const payer = await mount({ amount: null, currency: 'JPY' });
  const input = payer.amount.element() as HTMLInputElement;
  input.focus();
  await payer.types(`1234567${keys}`);
  // The window loses the focus, and its input keeps it.
  for (const type of ['blur', 'focus']) {
    input.dispatchEvent(new FocusEvent(type));
    await payer.element.updateComplete;
  }
  expect(input.value.slice(0, input.selectionStart!)).toBe(before);
  await payer.types('0');
  await expect.element(payer.amount).toHaveValue(after);
});

test('an error of the amount that a press has shown stays in another language, as those of the cards do', async () => {
  const payer = await mount({ amount: null });
  await payer.element.submit();
  await payer.sees(payer.text('Enter the amount.'));
  payer.element.language = 'de';
  await payer.sees(payer.text('Geben Sie den Betrag ein.'));
});
