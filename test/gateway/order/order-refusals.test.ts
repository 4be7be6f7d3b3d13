import { describe, expect, test } from 'vitest';
import { Buyer, card } from '../buyer.js';
import { VISIBLE_FIELDS } from '../../wire/visible-fields.js';

const BLANK = "can't be blank";

describe('the reasons for which an order is refused', () => {
  async function refusal(request: object, product: object = {}) {
    const buyer = await Buyer.of(product);
    const { status, body } = await buyer.order(request);
    expect([status, body.error_code, await buyer.left()]).toEqual([422, 'invalid_params', 3]);
    return body.errors;
  }

  test.each<[string, object, object]>([
    [
      'no verification value',
      { credit_card: card(undefined, { verification_value: undefined }) },
      { credit_card: { verification_value: [BLANK] } },
    ],
    [
      'a card that has expired',
      { credit_card: card(undefined, { exp_year: '2025' }) },
      { credit_card: { exp_year: ['is in the past'] } },
    ],
    ['an invalid number', { credit_card: card('4200000000000001') }, { credit_card: { number: ['is not a card number'] } }],
    ['an invalid return_url', { return_url: 'x' }, { return_url: ['is not a URL'] }],
    ['an invalid customer', { customer: ['Ann'] }, { customer: ['must be an object'] }],
    ['an invalid ip', { customer: { ip: '1.2.3' } }, { customer: { ip: ['address is invalid'] } }],
  ])('%s', async (_, request, errors) => {
    expect(await refusal(request)).toEqual(errors);
  });

  const WHOLE = {
    first_name: 'Ann',
    last_name: 'Lee',
    country: 'US',
    state: 'MA',
    city: 'Boston',
    address: '1 Main St',
    zip: '02101',
    phone: '+1 555 0100',
    birth_date: '1990-02-03',
    email: 'ann@shop.example',
    taxpayer_id: '7',
  };

  test('every field that the product asks for and the buyer left out', async () => {
    const blank = Object.fromEntries(VISIBLE_FIELDS.filter((name) => name !== 'state').map((name) => [name, [BLANK]]));
    expect(await refusal({}, { visible_fields: VISIBLE_FIELDS })).toEqual({ customer: blank });
  });

  test.each<[string, object]>([
    ['an American with everything', WHOLE],
    ['a German without state', { ...WHOLE, country: 'DE', state: undefined, zip: '10115' }],
    ['a German with a state, which is ignored', { ...WHOLE, country: 'DE', state: 'Bayern', zip: '10115' }],
  ])('never %s', async (_, customer) => {
    const buyer = await Buyer.of({ visible_fields: VISIBLE_FIELDS });
    const { customer: stored, billing_address: address } = await buyer.pay({ customer });
    expect(stored).toMatchObject({ email: 'ann@shop.example', birth_date: '1990-02-03', taxpayer_id: '7' });
    expect(address.state).toBe(address.country === 'US' ? 'MA' : null);
  });
});
