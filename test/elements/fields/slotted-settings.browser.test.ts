// Mistakes in inputs that the page has written for fields="slot".
import { expect, test, vi } from 'vitest';
import '../../../src/define.js';
import type { SettingError } from '../../../src/index.js';
import { productMarkup, transferMarkup } from '../../../src/markup/markup.js';
import { mountSlotted, slottedInput } from '../slotted.js';
import { canary } from '../watch-leaks.js';
import { mount, type Payer } from '../payer.js';

const CURE =
  /To write the markup, run where the package is installed: npx --no-install checkout-elements markup early-transfer-\d+\.$/;

async function errorsOf(payer: Payer): Promise<string[]> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect.poll(() => payer.events('checkout-error').length).toBeGreaterThan(0);
  const errors = payer.events('checkout-error').map(({ error }) => error as SettingError);
  expect(errors.map(({ code, party, setting }) => [code, party, setting])).toEqual(
    errors.map(() => ['setting_invalid', 'merchant', 'fields']),
  );
  return errors.map(({ message }) => message);
}

const SOURCE = /<form slot="source"[^]*?<\/form>/;
const INPUT = (name: string): RegExp => new RegExp(`<input id="[\\w-]+" data-checkout-field="${name}"[^>]*>`);

test.each<[string, (markup: string) => string, string]>([
  [
    'no form',
    (markup) => markup.replace(SOURCE, ''),
    'fields: expected one <form slot="source"> as a child of the element; got none.',
  ],
  [
    'two forms',
    (markup) => markup + SOURCE.exec(markup)![0],
    'fields: expected one <form slot="source"> as a child of the element; got two.',
  ],
  [
    'a missing input',
    (markup) => markup.replace(INPUT('verification_value'), ''),
    'fields: expected <form slot="source">: one <input data-checkout-field="verification_value">; got none.',
  ],
  [
    'a form that would be sent',
    (markup) => markup.replace('method="dialog"', 'action="/pay"'),
    'fields: expected <form slot="source">: method="dialog", which sends nothing; got none.',
  ],
  [
    'an input with a name',
    (markup) => markup.replace('data-checkout-field="number"', 'data-checkout-field="number" name="card"'),
    'fields: expected <form slot="source">, number: no name, so that no form can send it; got name="card".',
  ],
  [
    'an input of another type',
    (markup) => markup.replace('type="text"', 'type="number"'),
    'fields: expected <form slot="source">, number: type="text"; got type="number".',
  ],
  [
    'an input without a label',
    (markup) => markup.replace(/<label[^>]*>Expiry date<\/label>/, ''),
    'fields: expected <form slot="source">, expiry: a <label> for it; got none.',
  ],
  [
    'autofill for the recipient',
    (markup) => markup.replace(/(slot="recipient"[^]*<input [^>]*)autocomplete="off"/, '$1autocomplete="cc-number"'),
    'fields: expected <form slot="recipient">, number: autocomplete="off" for the recipient; got "cc-number".',
  ],
])('%s is an error that names the mistake and the cure', async (_, change, expected) => {
  const markup = transferMarkup();
  expect(change(markup)).not.toBe(markup);
  const payer = await mountSlotted({}, {}, change(markup));
  const errors = await errorsOf(payer);
  expect(errors.map((message) => message.replace(CURE, '').trim())).toContain(expected);
  expect(errors.every((message) => CURE.test(message))).toBe(true);
  await expect.element(payer.from('Card number')).not.toBeInTheDocument();
});

test('the same ids in two elements are an error', async () => {
  await mountSlotted();
  const payer = await mountSlotted();
  const errors = await errorsOf(payer);
  expect(errors[0]).toContain(
    'number: an id that no other element of the page has (option --prefix); got "checkout-source-number" twice.',
  );
});

test('the markup of a product lacks the recipient', async () => {
  const payer = await mountSlotted({}, {}, productMarkup());
  expect((await errorsOf(payer))[0]).toContain('one <form slot="recipient"> as a child of the element; got none.');
});

test('fields="slot" beside fields-url, a misspelt value, and a form around the element are errors', async () => {
  const framed = await mountSlotted({ 'fields-url': 'https://fields.example/' });
  expect(await errorsOf(framed)).toEqual([
    'fields: expected "slot" without fields-url; got fields-url="https://fields.example/" beside it. Leave one of the two out: in a frame, no input is in the page.',
  ]);
  const misspelt = await mount({ fields: 'slots' });
  expect(await errorsOf(misspelt)).toEqual([
    'fields: expected shadow, slot; got "slots". Set one of them, or leave the attribute out.',
  ]);
  const inside = await mountSlotted({}, {}, { prefix: 'inside' });
  const form = document.createElement('form');
  inside.element.replaceWith(form);
  form.append(inside.element);
  expect((await errorsOf(inside))[0]).toContain('expected the element outside any form');
});

test('an input that the page removes is an error; put back, it works again, and the other inputs keep their texts', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const payer = await mountSlotted();
  await payer.waitForEvents('checkout-ready');
  canary.keepCode('737');
  const number = slottedInput(payer.element, 'source-number');
  await payer.from('Security code').fill('737');
  const place = number.parentElement!;
  number.remove();
  await payer.waitForEvents('checkout-error');
  expect(payer.events('checkout-error')[0]?.error.message).toContain('one <input data-checkout-field="number">; got none.');
  // Vitest's roles don't see in WebKit that a slot in a hidden place shows nothing.
  const code = slottedInput(payer.element, 'source-verification_value');
  await expect.poll(() => code.checkVisibility()).toBe(false);
  place.prepend(number);
  await expect.element(payer.from('Card number')).toBeVisible();
  await expect.element(payer.from('Security code')).toHaveValue('737');
  expect(payer.alert().elements()).toEqual([]);
});

test('the page can’t replace its inputs by the element’s own once the payer has begun to type', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const payer = await mountSlotted();
  await payer.waitForEvents('checkout-ready');
  await payer.fills(payer.from('Card number'), '4200000000000000');
  payer.element.setAttribute('fields', 'shadow');
  await payer.waitForEvents('checkout-error');
  expect(payer.events('checkout-error')[0]?.error).toMatchObject({ code: 'setting_changed', setting: 'fields' });
  // The card data that was typed before the change is wiped.
  expect(slottedInput(payer.element, 'source-number').value).toBe('');
});
