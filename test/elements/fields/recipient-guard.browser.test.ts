// Autofill and password managers usually enter the payer's own number at the recipient's card. The browser's own autofill is
// tested in test/journeys/transfer/autofill.journey.ts. Here it is simulated, so that every engine is tested.
import { expect, test } from 'vitest';
import { unseal } from '../../../demo/gateway/card/unseal.js';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { gateway } from '../gateway.js';
import { RECIPIENT, mount, type Payer } from '../payer.js';

/** The payer's own card, as a password manager stores it. */
const OWN = '4012888888881881';
const UNDONE = 'This wasn’t typed, so we cleared it. Enter the recipient’s card number.';

const inputs = ({ element }: Payer): HTMLInputElement[] => [...(element.shadowRoot?.querySelectorAll('input') ?? [])];
const named = (payer: Payer, id: string): HTMLInputElement => inputs(payer).find((input) => input.id === id)!;

/** Puts a text into an input as autofill does, wherever the focus is. */
async function fillsItself(
  payer: Payer,
  id: string,
  text: string,
  event: Event | null = new Event('input', { bubbles: true, composed: true }),
) {
  canary.keepPan(text);
  const input = named(payer, id);
  input.value = text;
  if (event) input.dispatchEvent(event);
  await payer.element.updateComplete;
}

test.each([
  ['an input event', new InputEvent('input', { inputType: 'insertReplacementText', bubbles: true, composed: true })],
  ['a plain event', new Event('input', { bubbles: true, composed: true })],
])('a number filled in automatically with %s is removed, visibly and with an announcement, and never used', async (_, event) => {
  const payer = await mount();
  await payer.fillsCards({ recipient: '' });
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, event);
  await expect.element(payer.to('Card number')).toHaveValue('');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(UNDONE);
  expect(payer.alert().element().textContent.trim()).toBe(UNDONE);
  expect(payer.reads()).not.toContain('1881');
  expect(payer.element.quote).toEqual({ status: 'none' });
  expect(payer.events('checkout-change').at(-1)?.valid).toBe(false);
});

test('the payer’s earlier input comes back, and the message disappears with the next input', async () => {
  const payer = await mount();
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(UNDONE);
  await payer.fills(payer.to('Card number'), '5204240000015029');
  await expect.element(payer.to('Card number')).toHaveValue('5204 2400 0001 5029');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe('');
});

test('name and expiry of the recipient are removed with the number, and the message shows once', async () => {
  const payer = await mount({ collect: 'holder recipient-holder recipient-expiry' });
  await payer.from('Card number').click();
  for (const [field, text] of [
    ['number', OWN],
    ['expiry', '12/30'],
    ['holder', 'ANN LEE'],
  ] as const) {
    await fillsItself(payer, `credit_card-${field}`, text);
    await fillsItself(payer, `recipient_card-${field}`, text);
  }
  expect(inputs(payer).map(({ id, value }) => [id, value])).toEqual([
    ['credit_card-number', '4012 8888 8888 1881'],
    ['credit_card-expiry', '12 / 30'],
    ['credit_card-verification_value', ''],
    ['credit_card-holder', 'ANN LEE'],
    ['recipient_card-number', ''],
    ['recipient_card-expiry', ''],
    ['recipient_card-holder', ''],
  ]);
  expect(payer.text(/^This wasn’t typed, so we cleared it\. Enter the recipient’s /).elements()).toHaveLength(1);
});

test('with a saved source card, the only number on the page stays the recipient’s', async () => {
  const payer = await mount({}, { sourceCard: { token: 'kept', brand: 'visa', last_4: '1881' } });
  await payer.from('Security code').click();
  await fillsItself(payer, 'recipient_card-number', OWN);
  await expect.element(payer.to('Card number')).toHaveValue('');
  await payer.sees(payer.text(UNDONE));
});

test('a value that arrives while the field has the focus counts, whatever its source', async () => {
  const payer = await mount();
  named(payer, 'recipient_card-number').focus();
  await fillsItself(payer, 'recipient_card-number', RECIPIENT);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  await payer.from('Card number').click();
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  expect(payer.text(UNDONE).elements()).toEqual([]);
});

test('a number filled in without an event is removed when the payer enters the field', async () => {
  const payer = await mount();
  const number = named(payer, 'recipient_card-number');
  // The element itself reads the inputs once more as it starts.
  await expect
    .poll(async () => {
      await fillsItself(payer, number.id, OWN, null);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return number.value;
    })
    .toBe(OWN);
  await payer.to('Card number').click();
  await expect.element(payer.to('Card number')).toHaveValue('');
  await payer.sees(payer.text(UNDONE));
});

test('a number filled in without an event while the payer is in the field is removed when they leave it', async () => {
  const payer = await mount();
  await payer.to('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.types('{Tab}');
  await expect.element(payer.to('Card number')).toHaveValue('');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(UNDONE);
  expect(payer.reads()).not.toContain('1881');
});

test('a press with such a number in an otherwise empty field sends nothing and shows why', async () => {
  const payer = await mount();
  await payer.fillsCards({ recipient: '' });
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.transferButton.click();
  await expect.element(payer.to('Card number')).toHaveValue('');
  expect(payer.descriptionOf(payer.to('Card number'))).toBe(UNDONE);
  await expect.element(payer.to('Card number')).toHaveAttribute('aria-invalid', 'true');
});

/** The card numbers of each check and transfer, as they were sealed. */
const sealed = (): Promise<(string | undefined)[][]> =>
  Promise.all(
    gateway.arrived
      .filter(({ kind }) => kind === 'check' || kind === 'transfer')
      .map(async ({ text }) => {
        const { request } = JSON.parse(text) as { request: Record<string, { token: string }> };
        const cards = ['credit_card', 'recipient_card'].map((name) => unseal(request[name]!.token, gateway.shop));
        return (await Promise.all(cards)).map((card) => card?.fields['number'] as string | undefined);
      }),
  );

test('a number filled in without an event after the price was shown is never sealed: the press removes it and asks for the price again', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.transferButton.click();
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  await payer.sees(payer.text(UNDONE));
  await expect.poll(() => gateway.of('check')).toHaveLength(2);
  await payer.readsFee();
  expect(gateway.of('transfer')).toEqual([]);
  expect(payer.element.step).toBe('details');
  expect(await sealed()).toEqual([
    ['4200000000000000', RECIPIENT],
    ['4200000000000000', RECIPIENT],
  ]);
});

test('a number filled in without an event is not sealed for a check either, and the check is made again', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  await payer.from('Card number').click();
  await fillsItself(payer, 'recipient_card-number', OWN, null);
  await payer.fills(payer.from('Card number'), '5204240000015029');
  await payer.sees(payer.text(UNDONE));
  await payer.readsFee();
  expect(await sealed()).toEqual([
    ['4200000000000000', RECIPIENT],
    ['5204240000015029', RECIPIENT],
  ]);
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
});

test('the payer’s input is forgotten with the field: once emptied, it does not come back', async () => {
  const payer = await mount();
  await payer.fillsCards();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await payer.to('Card number').click();
  await payer.from('Card number').click();
  await expect.element(payer.to('Card number')).toHaveValue('');
  expect(payer.text(UNDONE).elements()).toEqual([]);
});

test('the recipient’s fields, and only those, have the attributes that make password managers ignore them', async () => {
  const payer = await mount({ collect: 'holder recipient-holder recipient-expiry' });
  for (const input of inputs(payer)) {
    const marks = ['data-bwignore', 'data-1p-ignore', 'data-lpignore'].map((name) => input.getAttribute(name));
    expect([input.id, marks]).toEqual([input.id, input.id.startsWith('recipient') ? ['', '', 'true'] : [null, null, null]]);
  }
});

test('values in the recipient’s fields from before the set-up are removed, and the payer’s own card is kept', async () => {
  const payer = await mount();
  const fillBefore = (id: string, text: string): void => {
    canary.keepPan(text);
    named(payer, id).value = text;
  };
  fillBefore('credit_card-number', '4200 0000 0000 0000');
  fillBefore('recipient_card-number', OWN);
  expect(payer.events('checkout-ready')).toEqual([]);
  await payer.waitForEvents('checkout-ready');
  await expect.element(payer.to('Card number')).toHaveValue('');
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  await payer.sees(payer.text(UNDONE));
});
