import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { type Buyer, offer } from '../buyer.js';
import { gateway, sent } from '../gateway.js';

const US: Readonly<Record<string, string>> = {
  'First name': 'Jane',
  'Last name': 'Doe',
  Email: 'jane@example.com',
  Phone: '+1 555 010 0199',
  Country: 'US',
  'State or province': 'NY',
  City: 'New York',
  Address: '1 Main Street',
  'Postal code': '10001-1234',
  'Date of birth': '1990-05-17',
  'Taxpayer number': '123-45-6789',
};
const GERMAN = { ...US, Country: 'DE', City: 'Berlin', Address: 'Hauptstraße 1', 'Postal code': '10115' };

async function fill(buyer: Buyer, values: Readonly<Record<string, string>>): Promise<void> {
  await buyer.sees(buyer.payButton);
  for (const [label, value] of Object.entries(values)) {
    const field = buyer.field(label);
    if (field.elements().length === 0) continue;
    if (field.element() instanceof HTMLSelectElement) await userEvent.selectOptions(field, value);
    else await field.fill(value);
  }
}

test('every visible field, with a US address: shown, sent as the spec names it, and paid', async () => {
  const buyer = await offer('parcel');
  await fill(buyer, US);
  await buyer.pays();
  await buyer.learns('successful');
  expect(sent('transfer')[0]?.request['customer']).toEqual({
    first_name: 'Jane',
    last_name: 'Doe',
    email: 'jane@example.com',
    phone: '+1 555 010 0199',
    country: 'US',
    state: 'NY',
    city: 'New York',
    address: '1 Main Street',
    zip: '10001-1234',
    birth_date: '1990-05-17',
    taxpayer_id: '123-45-6789',
  });
});

test('a German address has no state, and its postal code does not follow the US format', async () => {
  const buyer = await offer('parcel');
  await fill(buyer, US);
  await fill(buyer, GERMAN);
  expect(buyer.field('State or province').elements()).toEqual([]);
  await buyer.pays();
  await buyer.learns('successful');
  expect(sent('transfer')[0]?.request['customer']).toMatchObject({ country: 'DE', zip: '10115' });
  expect(sent('transfer')[0]?.request['customer']).not.toHaveProperty('state');
});

test.each([
  ['Country', 'US', 'State or province', 56 + 3],
  ['Country', 'CA', 'State or province', 13],
] as const)('%s %s: %s is a choice', async (label, country, state, count) => {
  const buyer = await offer('parcel');
  await buyer.sees(buyer.payButton);
  await userEvent.selectOptions(buyer.field(label), country);
  expect(buyer.field(state).element().querySelectorAll('option[value]:not([value=""])')).toHaveLength(count);
});

test('every country is listed once, by its name', async () => {
  const buyer = await offer('parcel');
  await buyer.sees(buyer.payButton);
  const options = [...buyer.field('Country').element().querySelectorAll('option')].slice(1);
  expect(options).toHaveLength(249);
  expect(new Set(options.map(({ value }) => value)).size).toBe(249);
  expect(options.find(({ value }) => value === 'DE')?.text).toBe('Germany');
});

test.each([
  ['First name', 'given-name', 'text'],
  ['Last name', 'family-name', 'text'],
  ['Email', 'email', 'email'],
  ['Phone', 'tel', 'tel'],
  ['Country', 'country', 'select-one'],
  ['City', 'address-level2', 'text'],
  ['Address', 'street-address', 'text'],
  ['Postal code', 'postal-code', 'text'],
  ['Date of birth', 'bday', 'date'],
  ['Taxpayer number', 'off', 'text'],
])('%s is marked for autofill as %s, and is a %s', async (label, autocomplete, type) => {
  const buyer = await offer('parcel');
  await buyer.sees(buyer.payButton);
  const field = buyer.field(label).element();
  // The property returns only tokens that the browser itself can fill in, and Firefox does not support birthdays.
  expect(field.getAttribute('autocomplete')).toBe(autocomplete);
  expect(field).toMatchObject({ type });
});

test.each([
  ['Email', 'jane@example', 'Enter an email address, for example name@example.com.'],
  ['Phone', 'call me', 'Enter a phone number, for example +1 555 010 0199.'],
  ['Postal code', '1000', 'Enter a ZIP code, for example 10001 or 10001-1234.'],
  ['Date of birth', '2999-01-01', 'Enter a date in the past.'],
  ['First name', '4200 0000 0000 0000', 'Enter the card number below, not here.'],
])('%s “%s” is wrong, and nothing is sent', async (label, value, complaint) => {
  const buyer = await offer('parcel');
  await fill(buyer, { ...US, [label]: value });
  await buyer.pays();
  await buyer.sees(buyer.text(complaint));
  expect(buyer.focused()).toBe(label);
  expect(gateway.posts).toEqual([]);
});

test('fields start with the merchant’s data about the buyer, and hidden values are sent along', async () => {
  const buyer = await offer(
    'cup',
    { 'visible-fields': 'email country' },
    {
      customer: { email: 'known@example.com', country: 'FR', external_id: 'c-7' },
    },
  );
  await expect.element(buyer.field('Email')).toHaveValue('known@example.com');
  await expect.element(buyer.field('Country')).toHaveValue('FR');
  await buyer.field('Email').fill('other@example.com');
  buyer.element.language = 'eu';
  await buyer.element.updateComplete;
  await expect.element(buyer.field('Email')).toHaveValue('other@example.com');
  await buyer.pays();
  await buyer.learns('successful');
  expect(sent('transfer')[0]?.request['customer']).toEqual({ email: 'other@example.com', country: 'FR', external_id: 'c-7' });
});

test('the gateway’s message about a field appears at that field', async () => {
  gateway.replies.transfer = [answer(422, errorBody({ customer: { zip: ['is not of this city'] } }))];
  const buyer = await offer('parcel');
  await fill(buyer, US);
  await buyer.pays();
  await buyer.sees(buyer.text('Not accepted: is not of this city'));
  await expect.poll(() => buyer.focused()).toBe('Postal code');
  expect(buyer.element.step).toBe('details');
  expect(buyer.events('checkout-outcome')).toEqual([]);
});

test('after a decline the buyer’s input is still there', async () => {
  const buyer = await offer('parcel');
  await fill(buyer, GERMAN);
  await buyer.pays({ number: '4005550000000019' });
  await buyer.learns('failed');
  await buyer.button('Try again').click();
  await expect.element(buyer.field('City')).toHaveValue('Berlin');
  await expect.element(buyer.field('Country')).toHaveValue('DE');
});

test('input stays in its field when a state field appears in between', async () => {
  const buyer = await offer('cup', { 'visible-fields': 'country state city address zip' });
  await buyer.field('City').fill('Springfield');
  await buyer.field('Address').fill('1 Main Street');
  await buyer.field('Postal code').fill('62701');
  await userEvent.selectOptions(buyer.field('Country'), 'US');
  await expect.element(buyer.field('State or province')).toBeVisible();
  const values = ['City', 'Address', 'Postal code'].map((label) => (buyer.field(label).element() as HTMLInputElement).value);
  expect(values).toEqual(['Springfield', '1 Main Street', '62701']);
});

test('the date of birth has the same padding as its neighbours, and a line of its own, so that its last digit is visible', async () => {
  const buyer = await offer('cup', { 'visible-fields': 'first_name last_name email birth_date' });
  await buyer.sees(buyer.payButton);
  const [date, name, email] = ['Date of birth', 'First name', 'Email'].map(
    (label) => buyer.field(label).element() as HTMLInputElement,
  );
  const paddings = [date, name].map((input) => getComputedStyle(input!).paddingInline);
  expect(paddings[0]).toBe(paddings[1]);
  const widths = (): number[] => [date, name, email].map((input) => input!.getBoundingClientRect().width);
  for (const width of ['30rem', '344px']) {
    buyer.element.style.inlineSize = width;
    const [birth, first, mail] = widths();
    expect(birth).toBe(mail);
    expect(birth).toBeGreaterThan(first!);
  }
});

test('beside a taxpayer id, the date of birth has half a line, and in a narrow element one of its own', async () => {
  const buyer = await offer('cup', { 'visible-fields': 'first_name last_name birth_date taxpayer_id' });
  await buyer.sees(buyer.payButton);
  const widths = (): number[] =>
    ['First name', 'Date of birth', 'Taxpayer number'].map((label) => buyer.field(label).element().getBoundingClientRect().width);
  buyer.element.style.inlineSize = '30rem';
  const [name, birth, id] = widths();
  expect([birth, id]).toEqual([name, name]);
  buyer.element.style.inlineSize = '344px';
  const [half, ...whole] = widths();
  for (const width of whole) expect(width).toBeGreaterThan(half! * 1.8);
});

test.each([
  ['First name', `Jane ${'Ann '.repeat(80)}Doe`],
  ['Email', `${'jane.'.repeat(60)}doe@example.com`],
])('%s: a text too long to send stays whole, and is reported', async (label, text) => {
  const buyer = await offer('parcel');
  await fill(buyer, { ...US, [label]: text });
  await buyer.payButton.click();
  await expect.element(buyer.field(label)).toHaveValue(text);
  await expect.element(buyer.field(label)).toHaveAccessibleDescription('Enter 255 characters or fewer.');
  expect(gateway.posts).toEqual([]);
});
