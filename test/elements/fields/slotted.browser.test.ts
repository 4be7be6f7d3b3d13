// fields="slot": the inputs are in the page, and the payer may type before the script has loaded.
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { productMarkup } from '../../../src/markup/markup.js';
import { EarlyTransfer, mountSlotted, slottedInput } from '../slotted.js';
import { canary } from '../watch-leaks.js';
import { offer } from '../buyer.js';
import { gateway } from '../gateway.js';
import { CODE, PAYS, RECIPIENT, Payer } from '../payer.js';

test('text typed before the element is defined stays in the same inputs, and is formatted and validated', async () => {
  const early = new EarlyTransfer();
  const [number, expiry, recipient] = [
    early.input('source-number'),
    early.input('source-expiry'),
    early.input('recipient-number'),
  ];
  canary.keepPan(PAYS);
  await userEvent.type(number, '4200000000000001');
  await userEvent.type(expiry, '1230');
  await userEvent.type(recipient, RECIPIENT);
  const payer = await early.comes();
  expect(early.input('source-number')).toBe(number);
  expect([number.value, expiry.value, recipient.value]).toEqual(['4200 0000 0000 0001', '12 / 30', '4111 1111 1111 1111']);
  expect(payer.descriptionOf(payer.from('Card number'))).toBe('Check the card number. One of the digits looks wrong.');
  expect(number.getAttribute('aria-invalid')).toBe('true');
  await expect.element(payer.text('Visa').first()).toBeVisible();
  await payer.fillsCards();
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
});

test('focus and caret stay in place when the element is defined, and the payer can type on', async () => {
  const early = new EarlyTransfer();
  const number = early.input('source-number');
  canary.keepPan(PAYS);
  await userEvent.type(number, '42000000000');
  number.setSelectionRange(6, 6);
  await early.comes();
  expect(document.activeElement).toBe(number);
  // Behind the sixth digit, as before.
  expect([number.value, number.selectionStart, number.selectionEnd]).toEqual(['4200 0000 000', 7, 7]);
  await userEvent.keyboard('5');
  expect([number.value, number.selectionStart]).toEqual(['4200 0050 0000', 8]);
  expect(number.getAttribute('aria-invalid')).toBe('false');
});

test('a key sets no attribute that stays the same, and reads no sentence again', async () => {
  let reads = 0;
  const messages = new Proxy({}, { ownKeys: () => ((reads += 1), []) });
  const payer = await mountSlotted({}, { messages });
  const number = slottedInput(payer.element, 'source-number');
  await userEvent.type(number, '420');
  await payer.element.updateComplete;
  reads = 0;
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => void changes.push(...records));
  observer.observe(payer.element, { attributes: true, attributeOldValue: true, subtree: true });
  await userEvent.keyboard('0');
  await payer.element.updateComplete;
  changes.push(...observer.takeRecords());
  observer.disconnect();
  expect(number.value).toBe('4200');
  const repeated = changes.filter(({ target, attributeName, oldValue }) => {
    return target instanceof Element && target.getAttribute(attributeName!) === oldValue;
  });
  expect(repeated.map(({ attributeName }) => attributeName)).toEqual([]);
  expect(reads).toBe(0);
});

test('a press shows all errors, and moves the focus to the first', async () => {
  const payer = await mountSlotted();
  await payer.transferButton.click();
  const number = slottedInput(payer.element, 'source-number');
  await expect.poll(() => document.activeElement).toBe(number);
  expect(payer.descriptionOf(payer.from('Card number'))).toBe('Enter the card number.');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe('Enter the recipient’s card number.');
});

test('Enter moves through all fields and the amount, and then presses the button', async () => {
  const payer = await mountSlotted({ amount: null });
  const walk: string[] = [];
  slottedInput(payer.element, 'source-number').focus();
  for (let step = 0; step < 5; step += 1) {
    walk.push(payer.focused());
    await userEvent.keyboard('{Enter}');
  }
  expect(walk).toEqual(['Card number', 'Expiry date', 'Security code', 'Card number', 'Amount']);
  await payer.sees(payer.text('Enter the amount.'));
  await expect.poll(() => document.activeElement).toBe(slottedInput(payer.element, 'source-number'));
});

test('fields that the bank asks for are added beside the page’s inputs', async () => {
  const payer = await mountSlotted();
  await payer.fillsCards({ number: '4000100000000083' });
  await payer.sees(payer.to('Recipient’s name'));
  await payer.fills(payer.from('Name on card'), 'JOHN DOE');
  await payer.fills(payer.to('Recipient’s name'), 'ANN LEE');
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
});

test('the inputs are emptied when the page is left, and when the element leaves the page', async () => {
  const payer = await mountSlotted();
  const inputs = [...payer.element.querySelectorAll('input')];
  await payer.fillsCards();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(inputs.map(({ value }) => value)).toEqual(['', '', '', '']);
  await payer.fillsCards();
  payer.element.remove();
  await expect.poll(() => inputs.map(({ value }) => value)).toEqual(['', '', '', '']);
});

test('a saved card hides the inputs that it replaces, and typing another shows them again', async () => {
  const sourceCard = { token: 'kept', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2030' };
  const payer = await mountSlotted({}, { sourceCard });
  const another = payer.within.getByRole('radio', { name: 'Another card' });
  await payer.sees(another);
  await expect.element(payer.from('Security code')).toBeVisible();
  expect(slottedInput(payer.element, 'source-number').checkVisibility()).toBe(false);
  expect(slottedInput(payer.element, 'source-expiry').checkVisibility()).toBe(false);
  await another.click();
  await expect.element(payer.from('Card number')).toBeVisible();
});

test('the texts are in the element’s language', async () => {
  const payer = await mountSlotted({ language: 'ru' }, {}, { language: 'en' });
  await expect.poll(() => payer.element.querySelector('legend')?.textContent).toBe('С карты');
  const form = payer.element.querySelector('form')!;
  expect([form.lang, form.dir]).toEqual(['ru', 'ltr']);
  payer.element.language = 'ar';
  await expect.poll(() => form.dir).toBe('rtl');
  expect(slottedInput(payer.element, 'source-expiry').placeholder).not.toBe('');
});

test('words of the page in the element’s language stay while that language is still loading', async () => {
  const early = new EarlyTransfer({ language: 'ru' }, { language: 'ru' });
  const seen = new Set<string>();
  const legend = early.element.querySelector('legend')!;
  const look = (): void => void seen.add(legend.textContent);
  new MutationObserver(look).observe(legend, { childList: true, characterData: true, subtree: true });
  look();
  const payer = await early.comes();
  await payer.waitForEvents('checkout-ready');
  expect([...seen]).toEqual(['С карты']);
});

test('two elements on a page have different ids', async () => {
  await mountSlotted({}, {}, { prefix: 'one' });
  const payer = await mountSlotted({ collect: 'holder' }, {}, { prefix: 'two' });
  await payer.waitForEvents('checkout-ready');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(ids).size).toBe(ids.length);
  expect(payer.events('checkout-error')).toEqual([]);
});

test('a copy of the element shows each icon and error only once', async () => {
  const payer = await mountSlotted();
  canary.keepPan(PAYS);
  await payer.fills(payer.from('Card number'), '4200000000000001');
  const copy = payer.element.cloneNode(true) as typeof payer.element;
  copy.fetch = gateway.fetch;
  payer.element.replaceWith(copy);
  const other = new Payer(copy);
  await expect.poll(() => copy.querySelectorAll('.number .brand')).toHaveLength(2);
  expect(copy.querySelectorAll('.error').length).toBeLessThanOrEqual(1);
  await other.fillsCards();
  await other.readsFee();
});

test('an input that the page replaces works again, and the text of the old one no longer counts', async () => {
  const payer = await mountSlotted();
  await payer.fillsCards();
  await payer.readsFee();
  const number = slottedInput(payer.element, 'source-number');
  const another = number.cloneNode() as HTMLInputElement;
  another.value = '';
  number.replaceWith(another);
  await expect.poll(() => payer.element.quote?.status).toBe('none');
  await payer.fills(payer.from('Card number'), PAYS);
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  await payer.readsFee();
});

test('a typed security code does not appear in the element’s text', async () => {
  const payer = await mountSlotted();
  await payer.fillsCards({ code: CODE });
  expect(payer.element.textContent).not.toContain(CODE);
});

test('a product is paid with inputs that the page has written', async () => {
  const buyer = await offer('cup', { fields: 'slot' }, {}, productMarkup({ prefix: 'product' }));
  await buyer.pays();
  await buyer.learns('successful');
  expect(buyer.element.querySelector('input')?.checkVisibility()).toBe(false);
});

test.each(['connected', 'not connected'])(
  'a copy of a filled form, %s, starts empty, and the form itself keeps its texts',
  async (where) => {
    const payer = await mountSlotted();
    await payer.fillsCards();
    const copy = payer.element.cloneNode(true) as typeof payer.element;
    if (where === 'connected') {
      payer.element.replaceWith(copy);
      await copy.updateComplete;
    }
    const texts = (element: Element) =>
      [...element.querySelectorAll<HTMLInputElement>('[data-checkout-field]')].map(({ value }) => value);
    expect(texts(copy)).toEqual(['', '', '', '']);
    if (where === 'not connected')
      expect(texts(payer.element)).toEqual(['4200 0000 0000 0000', '12 / 30', '737', '4111 1111 1111 1111']);
  },
);
