import { expect, test } from 'vitest';
import { violations } from './axe.js';
import { type Buyer, PHONE, useBuyers } from './buyer.js';
import { paymentOf, sell } from './merchant.js';
import { useSalePage } from './sale-page.js';

const buyers = useBuyers();
const shopPage = useSalePage();
const PAYS = '4200000000000000';

// Spec 2.7, every one that there is.
const ALL = ['first_name', 'last_name', 'country', 'state', 'city', 'address', 'zip', 'phone', 'birth_date', 'email', 'taxpayer_id'];

interface Person {
  readonly country: string;
  readonly state?: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly told: { readonly customer: object; readonly sender_billing_address: object };
}

const PEOPLE: Readonly<Record<string, Person>> = {
  'an American': {
    country: 'US', state: 'NY',
    typed: {
      'First name': 'Ada', 'Last name': 'King', 'E-mail': 'ada@example.org', Phone: '+1 555 010 0199', Address: '1 Main Street',
      City: 'Albany', 'Postal code': '12207-1234', 'Taxpayer number': 'US-77',
    },
    told: {
      customer: { email: 'ada@example.org', birth_date: '1990-02-28', taxpayer_id: 'US-77' },
      sender_billing_address: {
        first_name: 'Ada', last_name: 'King', country: 'US', state: 'NY', city: 'Albany', zip: '12207-1234', address: '1 Main Street',
        phone: '+1 555 010 0199',
      },
    },
  },
  'a German': {
    country: 'DE',
    typed: {
      'First name': 'Jörg', 'Last name': 'Groß', 'E-mail': 'joerg@example.de', Phone: '+49 30 901820', Address: 'Straße des 17. Juni 135',
      City: 'Berlin', 'Postal code': '10623', 'Taxpayer number': 'DE-77',
    },
    told: {
      customer: { email: 'joerg@example.de', birth_date: '1990-02-28', taxpayer_id: 'DE-77' },
      sender_billing_address: {
        first_name: 'Jörg', last_name: 'Groß', country: 'DE', state: null, city: 'Berlin', zip: '10623', address: 'Straße des 17. Juni 135',
        phone: '+49 30 901820',
      },
    },
  },
};

async function fillIn(buyer: Buyer, { country, state, typed }: Person): Promise<void> {
  const { form } = buyer;
  await form.getByLabel('Country').selectOption(country);
  if (state) await form.getByLabel('State or province').selectOption(state);
  await form.getByLabel('Date of birth').fill('1990-02-28');
  for (const [label, text] of Object.entries(typed)) await buyer.box(label).fill(text);
}

test.each(Object.entries(PEOPLE))('every field there is, filled in by %s: all of it reaches the merchant', async (_, person) => {
  const buyer = await buyers.arrive(shopPage.product(await sell({ visible_fields: ALL })), person.state ? PHONE : {});
  await buyer.button.waitFor();
  await fillIn(buyer, person);
  expect(await buyer.form.getByLabel('State or province').count()).toBe(person.state ? 1 : 0);
  await buyer.pay(PAYS);
  await buyer.heading('Payment complete').waitFor();
  expect(await paymentOf(await buyer.fact('Transaction'))).toMatchObject(person.told);
});

test('a German’s postal code with an American address: said at its field before anything is sent, and mended there', async () => {
  const buyer = await buyers.arrive((await sell({ visible_fields: ALL })).pay_url, PHONE);
  await buyer.button.waitFor();
  const sent: string[] = [];
  buyer.page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await fillIn(buyer, PEOPLE['an American']!);
  await buyer.box('Postal code').fill('SW1A 1AA');
  await buyer.pay(PAYS);
  await buyer.form.getByText('Enter a ZIP code such as 10001 or 10001-1234.').waitFor();
  expect(await buyer.box('Postal code').evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input)).toBe(true);
  expect(await violations(buyer.page)).toEqual([]);
  expect(sent).toEqual([]);
  await buyer.box('Postal code').fill('12207');
  await buyer.button.click();
  await buyer.heading('Payment complete').waitFor();
});
