import { expect, test } from 'vitest';
import { VISIBLE_FIELDS } from '../../wire/visible-fields.js';
import { violations } from '../rig/axe.js';
import { type Buyer, PHONE, useBuyers } from '../rig/buyer.js';
import { paymentOf, sell } from '../rig/merchant.js';
import { useSalePage } from '../rig/page/sale-page.js';

const buyers = useBuyers();
const shopPage = useSalePage();
const PAYS = '4200000000000000';

interface Person {
  readonly country: string;
  readonly state?: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly reported: { readonly customer: object; readonly sender_billing_address: object };
}

const PEOPLE: Readonly<Record<string, Person>> = {
  'an American': {
    country: 'US',
    state: 'NY',
    typed: {
      'First name': 'Ada',
      'Last name': 'King',
      Email: 'ada@example.org',
      Phone: '+1 555 010 0199',
      Address: '1 Main Street',
      City: 'Albany',
      'Postal code': '12207-1234',
      'Taxpayer number': 'US-77',
    },
    reported: {
      customer: { email: 'ada@example.org', birth_date: '1990-02-28', taxpayer_id: 'US-77' },
      sender_billing_address: {
        first_name: 'Ada',
        last_name: 'King',
        country: 'US',
        state: 'NY',
        city: 'Albany',
        zip: '12207-1234',
        address: '1 Main Street',
        phone: '+1 555 010 0199',
      },
    },
  },
  'a German': {
    country: 'DE',
    typed: {
      'First name': 'Jörg',
      'Last name': 'Groß',
      Email: 'joerg@example.de',
      Phone: '+49 30 901820',
      Address: 'Straße des 17. Juni 135',
      City: 'Berlin',
      'Postal code': '10623',
      'Taxpayer number': 'DE-77',
    },
    reported: {
      customer: { email: 'joerg@example.de', birth_date: '1990-02-28', taxpayer_id: 'DE-77' },
      sender_billing_address: {
        first_name: 'Jörg',
        last_name: 'Groß',
        country: 'DE',
        state: null,
        city: 'Berlin',
        zip: '10623',
        address: 'Straße des 17. Juni 135',
        phone: '+49 30 901820',
      },
    },
  },
};

async function fillIn(buyer: Buyer, { country, state, typed }: Person): Promise<void> {
  const { within } = buyer;
  await within.getByLabel('Country').selectOption(country);
  if (state) await within.getByLabel('State or province').selectOption(state);
  await within.getByLabel('Date of birth').fill('1990-02-28');
  for (const [label, text] of Object.entries(typed)) await buyer.box(label).fill(text);
}

/** Pays with a postal code that no American address has: the field reports it before anything is sent, and the buyer corrects it. */
async function correctPostalCode(buyer: Buyer, right: string): Promise<void> {
  const sent: string[] = [];
  buyer.page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const postalCode = buyer.box('Postal code');
  await postalCode.fill('SW1A 1AA');
  await buyer.pay(PAYS);
  await buyer.within.getByText('Enter a ZIP code, for example 10001 or 10001-1234.').first().waitFor();
  expect(await postalCode.evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input)).toBe(true);
  // The merchant's page around it has no language and no heading.
  expect((await violations(buyer.page)).filter((found) => found.includes('product-pay'))).toEqual([]);
  expect(sent).toEqual([]);
  await postalCode.fill(right);
  await buyer.press();
}

test.each(Object.entries(PEOPLE))('every field, filled in by %s, reaches the merchant', async (_, person) => {
  const buyer = await buyers.arrive(shopPage.product(await sell({ visible_fields: VISIBLE_FIELDS })), person.state ? PHONE : {});
  await buyer.payButton.waitFor();
  await fillIn(buyer, person);
  expect(await buyer.within.getByLabel('State or province').count()).toBe(person.state ? 1 : 0);
  if (person.state) await correctPostalCode(buyer, person.typed['Postal code']!);
  else await buyer.pay(PAYS);
  await buyer.heading('Payment complete').waitFor();
  expect(await paymentOf(await buyer.fact('Transaction'))).toMatchObject(person.reported);
});
