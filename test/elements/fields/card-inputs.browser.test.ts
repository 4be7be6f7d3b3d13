import { expect, onTestFinished, test } from 'vitest';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { LitElement } from 'lit';
import { importKey } from '../../../src/checkout/key.js';
import { systemClock } from '../../../src/clock/clock.js';
import { sealSections, systemRandom } from '../../../src/checkout/seal.js';
import { Form } from '../../../src/elements/form/form.js';
import { Speech } from '../../../src/elements/base/speech.js';
import { en } from '../../../src/locales/en.js';
import { PAYS, RECIPIENT, attributesOf, mount } from '../payer.js';

const ONLY = 'Enter only the digits of the card number.';
/** What the payer reads about a number of so many digits. */
const digitsFound = (count: number): string => `Check the card number. It has ${count} digits.`;

const caretOf = (input: Element): number | null => (input as HTMLInputElement).selectionStart;

test('digits typed one by one are grouped, and the brand is shown', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  await payer.from('Card number').click();
  await payer.types(PAYS);
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  await payer.sees(payer.text('Visa'));
});

test.each([
  ['visa', '4111111111111111', '4111 1111 1111 1111', 'Visa'],
  ['mastercard', '5555555555554444', '5555 5555 5555 4444', 'Mastercard'],
  ['amex', '378282246310005', '3782 822463 10005', 'American Express'],
  ['mir', '2200000000000004', '2200 0000 0000 0004', 'Mir'],
  ['belkart', '9112000000000007', '9112 0000 0000 0007', 'Belkart'],
  ['humo', '9860000000000009', '9860 0000 0000 0009', 'Humo'],
  ['uzcard', '8600000000000008', '8600 0000 0000 0008', 'Uzcard'],
])('a %s number is grouped as it is printed, and its brand is shown', async (_, typed, grouped, brand) => {
  const payer = await mount();
  await payer.fills(payer.to('Card number'), typed);
  await expect.element(payer.to('Card number')).toHaveValue(grouped);
  expect(payer.reads().toLowerCase()).toContain(brand.toLowerCase());
});

test('a digit typed in the middle is inserted at the caret, which stays behind it', async () => {
  const payer = await mount();
  await payer.fills(payer.from('Card number'), '42000000');
  const input = payer.from('Card number').element() as HTMLInputElement;
  input.focus();
  input.setSelectionRange(2, 2);
  await payer.types('9');
  expect([input.value, caretOf(input)]).toEqual(['4290 0000 0', 3]);
  // The fourth digit ends a group: the next one belongs behind the gap.
  await payer.types('88');
  expect([input.value, caretOf(input)]).toEqual(['4298 8000 000', 6]);
});

test('deleting across a gap removes the digit before it, not just the gap', async () => {
  const payer = await mount();
  await payer.fills(payer.from('Card number'), '423456');
  const input = payer.from('Card number').element() as HTMLInputElement;
  input.focus();
  input.setSelectionRange(5, 5);
  await payer.types('{Backspace}');
  expect([input.value, caretOf(input)]).toEqual(['4235 6', 3]);
});

test('undo removes typed characters one by one, and redo restores them', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  const input = payer.to('Card number');
  await input.click();
  await payer.types(PAYS);
  for (const [keys, value] of [
    ['{Control>}z{/Control}', '4200 0000 0000 000'],
    ['{Control>}z{/Control}', '4200 0000 0000 00'],
    ['{Control>}{Shift>}z{/Shift}{/Control}', '4200 0000 0000 000'],
    ['{Control>}y{/Control}', '4200 0000 0000 0000'],
    ['{Control>}y{/Control}', '4200 0000 0000 0000'],
  ] as const) {
    await payer.types(keys);
    await expect.element(input).toHaveValue(value);
  }
  await payer.sees(payer.text('To Visa •••• 0000'));
});

test('undo brings back a number that was deleted, and the expiry date has its own undo', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  const input = payer.from('Card number');
  await input.click();
  await payer.types(PAYS);
  await payer.types('{Tab}1230');
  await payer.types('{Control>}z{/Control}');
  await expect.element(payer.from('Expiry date')).toHaveValue('12 / 3');
  (input.element() as HTMLInputElement).select();
  await payer.types('{Backspace}');
  await expect.element(input).toHaveValue('');
  await payer.types('{Control>}z{/Control}');
  await expect.element(input).toHaveValue('4200 0000 0000 0000');
});

test('undo does not bring back a number that reset() has cleared', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.from('Card number').click();
  payer.element.reset();
  await expect.element(payer.from('Card number')).toHaveValue('');
  await payer.from('Card number').click();
  await payer.types('{Control>}z{/Control}');
  await expect.element(payer.from('Card number')).toHaveValue('');
});

test('undo does not bring back a number that was cleared after an edit that the page prevented', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  await payer.from('Card number').click();
  await payer.types(PAYS);
  const prevent = (event: Event): void => event.preventDefault();
  payer.element.addEventListener('beforeinput', prevent);
  await payer.types('1');
  payer.element.removeEventListener('beforeinput', prevent);
  payer.element.reset();
  const input = payer.from('Card number').element() as HTMLInputElement;
  // A script of the page fills the input in, and fires no event before it does.
  input.value = '5';
  input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true, composed: true }));
  input.focus();
  await payer.types('{Control>}z{/Control}');
  expect(input.value).not.toContain('4200');
});

test('one digit too many is visible and reported while typing, and can be removed', async () => {
  const payer = await mount();
  await payer.to('Card number').click();
  await payer.types('52042400000150291');
  await expect.element(payer.to('Card number')).toHaveValue('5204 2400 0001 5029 1');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(digitsFound(17));
  await payer.types('{Backspace}');
  await expect.element(payer.to('Card number')).toHaveAttribute('aria-invalid', 'false');
});

/** Composes a text as an input method does. Chromium's last input event is still a composing one; Firefox sends one more. */
function compose(input: HTMLInputElement, text: string, { ends = true, withLastInput = false } = {}): void {
  const event = (isComposing: boolean) =>
    input.dispatchEvent(
      new InputEvent('input', { inputType: 'insertCompositionText', isComposing, bubbles: true, composed: true }),
    );
  input.focus();
  input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }));
  for (const character of text) {
    input.value += character;
    event(true);
  }
  if (ends) input.dispatchEvent(new CompositionEvent('compositionend', { data: text, bubbles: true, composed: true }));
  if (withLastInput) event(false);
}

test.each([
  ['Card number', '4200000000000000', '4200 0000 0000 0000'],
  ['Card number', '４２００００００００００００００', '4200 0000 0000 0000'],
  ['Expiry date', '1230', '12 / 30'],
])('%s %s composed by an input method is left alone until composing ends, then formatted', async (label, text, shown) => {
  const payer = await mount();
  canary.keepPan(PAYS);
  const input = payer.from(label).element() as HTMLInputElement;
  compose(input, text, { ends: false });
  expect(input.value).toBe(text);
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
  expect(input.value).toBe(shown);
});

test('an input event after the end of composing changes nothing more, and the recipient’s number counts', async () => {
  const payer = await mount();
  const input = payer.to('Card number').element() as HTMLInputElement;
  canary.keepPan(RECIPIENT);
  compose(input, RECIPIENT, { withLastInput: true });
  expect([input.value, caretOf(input)]).toEqual(['4111 1111 1111 1111', 19]);
  await payer.sees(payer.text('To Visa •••• 1111'));
});

test('text whose composing never ends is formatted when the field is left', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  compose(payer.from('Card number').element() as HTMLInputElement, PAYS, { ends: false });
  await payer.types('{Tab}');
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

test('no error shows while the payer is composing', async () => {
  const payer = await mount();
  const field = payer.from('Card number');
  const input = field.element() as HTMLInputElement;
  compose(input, 'si er', { ends: false });
  await payer.element.updateComplete;
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(field)).toBe(ONLY);
});

test('an expiry gets its separator while it is typed', async () => {
  const payer = await mount();
  await payer.from('Expiry date').click();
  await payer.types('0430');
  await expect.element(payer.from('Expiry date')).toHaveValue('04 / 30');
});

test.each([
  ['Card number', '4200 0000', digitsFound(8)],
  // A Visa number has 16 or 19 digits: this one may still grow, but it is not short.
  ['Card number', '42000000000000000', digitsFound(17)],
  ['Card number', '4200000000000001', 'Check the card number. One of the digits looks wrong.'],
  ['Expiry date', '13/30', 'Enter a month from 01 to 12.'],
  ['Expiry date', '01/20', 'This card has expired. Check the date or use another card.'],
  ['Security code', '12', 'The security code is too short.'],
])('%s %j: on leaving, the field shows the error and refers to it', async (label, text, complaint) => {
  const payer = await mount();
  const input = payer.from(label);
  await expect.element(input).toHaveAttribute('aria-invalid', 'false');
  await payer.fills(input, text);
  (input.element() as HTMLElement).focus();
  await payer.types('{Tab}');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(input)).toBe(complaint);
  // The live region at the end may still contain the same words.
  const shown = payer.text(complaint).first();
  await payer.sees(shown);
  const { bottom } = input.element().getBoundingClientRect();
  const { top } = shown.element().getBoundingClientRect();
  expect(Math.abs(top - bottom)).toBeLessThan(16);
});

test('input that can still become valid is not reported while typing', async () => {
  const payer = await mount();
  await payer.from('Card number').click();
  await payer.types('4200 00');
  await expect.element(payer.from('Card number')).toHaveAttribute('aria-invalid', 'false');
});

test('a press on an incomplete form reports every invalid field and focuses the first', async () => {
  const payer = await mount();
  await payer.fills(payer.from('Card number'), PAYS);
  await payer.transferButton.click();
  await expect.element(payer.from('Expiry date')).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.from('Expiry date'))).toBe('Enter the expiry date.');
  expect(payer.descriptionOf(payer.from('Security code'))).toBe('Enter the security code.');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe('Enter the recipient’s card number.');
  await expect.element(payer.from('Card number')).toHaveAttribute('aria-invalid', 'false');
  await expect.poll(() => payer.focused()).toBe('Expiry date');
});

test('a security code is validated again when the number turns out to be of another brand', async () => {
  const payer = await mount();
  await payer.fills(payer.from('Card number'), '378282246310005');
  await payer.fills(payer.from('Security code'), '7370');
  await payer.fills(payer.from('Card number'), PAYS);
  await expect.element(payer.from('Security code')).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.from('Security code'))).toBe('The security code is too long.');
});

test('autofill is on for the payer’s own card and off for the recipient’s, which is in a separate form', async () => {
  const payer = await mount();
  const inputs = [...(payer.element.shadowRoot?.querySelectorAll('input') ?? [])];
  // By the attribute: Firefox's property is empty for tokens that it doesn't fill in, such as the security code's.
  expect(inputs.map((input) => [input.getAttribute('autocomplete'), input.form?.autocomplete])).toEqual([
    ['cc-number', 'on'],
    ['cc-exp', 'on'],
    ['cc-csc', 'on'],
    ['off', 'off'],
  ]);
  expect(inputs[0]?.form).not.toBe(inputs[3]?.form);
});

test('leaving the page empties every input', async () => {
  const payer = await mount();
  await payer.fillsCards();
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  for (const input of payer.element.shadowRoot?.querySelectorAll('input') ?? []) expect(input.value).toBe('');
});

test('with auto-advance the focus moves on from a complete number, and only from that', async () => {
  const payer = await mount({ 'auto-advance': '' });
  const number = '5555555555554444';
  canary.keepPan(number);
  await payer.from('Card number').click();
  await payer.types(number.slice(0, -1));
  expect(payer.focused()).toBe('Card number');
  await payer.types('4');
  expect(payer.focused()).toBe('Expiry date');
  // A digit typed in the middle is a correction.
  const input = payer.from('Card number').element() as HTMLInputElement;
  input.focus();
  input.setSelectionRange(1, 2);
  await payer.types('5');
  expect(payer.focused()).toBe('Card number');
});

test('with auto-advance no digit of a longer number ends up in the next field', async () => {
  const payer = await mount({ 'auto-advance': '' });
  // Its first sixteen digits are a valid number too.
  const number = '4111111111111111003';
  canary.keepPan(number);
  await payer.from('Card number').click();
  await payer.types(number.slice(0, 16));
  expect(payer.focused()).toBe('Card number');
  await payer.types(number.slice(16));
  await expect.element(payer.from('Card number')).toHaveValue('4111 1111 1111 1111 003');
  await expect.element(payer.from('Expiry date')).toHaveValue('');
  expect(payer.focused()).toBe('Expiry date');
});

test('without auto-advance the focus stays', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  await payer.from('Card number').click();
  await payer.types(PAYS);
  expect(payer.focused()).toBe('Card number');
});

type Key = Awaited<ReturnType<typeof importKey>>;

class Host extends LitElement {
  import: (key: Key) => void = () => undefined;
  readonly key = new Promise<Key>((resolve) => (this.import = resolve));
  readonly cards = new Form(this, {
    legends: { credit_card: 'card' },
    sealer: async () => {
      const key = await this.key;
      return { thumbprint: key.thumbprint, seal: (sections, binding) => sealSections(sections, binding, key, systemRandom) };
    },
    clock: systemClock,
  });
  override render() {
    this.cards.post({ kind: 'set', subject: { operation: 'order', currency: 'USD' } });
    this.cards.post({ kind: 'status', status: { act: 'pay', isBusy: false, isLocked: false } });
    return this.cards.render(new Speech({ ...en, language: 'en' }, 'en'));
  }
}
customElements.define('form-host', Host);

async function addHost(): Promise<Host> {
  const host = new Host();
  document.body.append(host);
  onTestFinished(() => host.remove());
  await host.updateComplete;
  return host;
}

test('a number that changes while the key is being imported is not sealed for the old one’s price', async () => {
  const host = await addHost();
  const number = host.renderRoot.querySelector('input')!;
  const type = (digits: string): void => {
    canary.keepPan(digits);
    number.focus();
    number.value = digits;
    number.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  type(PAYS);
  const binding = { operation: 'check', amount: 100, currency: 'USD', issuedAt: Date.now() } as const;
  const first = host.cards.seal(binding, host.cards.snapshot.revision);
  type('4111111111111111');
  host.import(await importKey(attributesOf()['public-key']!));
  expect(await first).toBeUndefined();
  expect(await host.cards.seal(binding, host.cards.snapshot.revision)).toHaveProperty('credit_card.token');
});

/** What a frame's document asks its form about a card. */
const facts = ({ cards }: Host) => [cards.isCardFilled('credit_card'), cards.entryOf('credit_card'), cards.chosen];

test('a form says of each card whether it is filled, and being typed or left', async () => {
  const host = await addHost();
  const number = host.renderRoot.querySelector('input')!;
  expect(facts(host)).toEqual([false, 'left', [undefined]]);
  number.focus();
  expect(facts(host)).toEqual([false, 'typing', [undefined]]);
  canary.keepPan(PAYS);
  number.value = PAYS;
  number.dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect(facts(host)).toEqual([true, 'typing', [undefined]]);
  number.blur();
  expect(facts(host)).toEqual([true, 'left', [undefined]]);
  // The form of an order has no recipient.
  expect([host.cards.isCardFilled('recipient_card'), host.cards.entryOf('recipient_card')]).toEqual([false, 'saved']);
});

test('a form says which saved card is chosen', async () => {
  const host = await addHost();
  host.cards.post({ kind: 'set', saved: { credit_card: { cards: [{ token: 'tok_1', last_4: '0000' }], chosen: 'tok_1' } } });
  expect(facts(host)).toEqual([false, 'saved', ['tok_1']]);
});
