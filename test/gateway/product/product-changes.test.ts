import { describe, expect, test } from 'vitest';
import { inSeconds, Merchant } from '../merchant.js';
import { BLANK, NO_QUANTITY, NO_END } from './refusal-texts.js';

describe('changing a product', () => {
  async function change(before: object, fields: unknown) {
    const merchant = new Merchant();
    const { id } = await merchant.product(before);
    await merchant.sandbox.advance(60);
    const { status, body } = await merchant.send('PUT', `/products/${id}`, fields);
    return { status, body, product: (await merchant.get(`/products/${id}`)).body };
  }

  test('answers 204 without a body, and changes only what was sent', async () => {
    const { status, body, product } = await change({ visible_fields: ['email'], test: true }, { amount: '3000' });
    expect([status, body]).toEqual([204, { text: '' }]);
    expect(product).toMatchObject({
      name: 'Tea pot',
      description: 'Holds one litre',
      amount: 3000,
      quantity: 3,
      visible_fields: ['email'],
      test: true,
      created_at: '2026-11-21T10:00:00Z',
      updated_at: '2026-11-21T10:01:00Z',
    });
  });

  test.each<[string, object, object, object]>([
    [
      'every plain field',
      {},
      {
        name: 'Cup',
        description: 'Small',
        currency: 'EUR',
        quantity: 9,
        language: 'de',
        test: true,
        return_url: 'https://a.example/',
        transaction_type: 'authorization',
        visible_fields: ['zip'],
      },
      {
        name: 'Cup',
        description: 'Small',
        currency: 'EUR',
        quantity: 9,
        language: 'de',
        test: true,
        return_url: 'https://a.example/',
        transaction_type: 'authorization',
        visible_fields: ['zip'],
      },
    ],
    ['a limited product to one without limit', {}, { infinite: true }, { infinite: true, quantity: null }],
    [
      'one without limit to a limited product',
      { infinite: true, quantity: undefined },
      { infinite: false, quantity: '4' },
      { infinite: false, quantity: 4 },
    ],
    [
      'an endless product to one with an end',
      {},
      { immortal: false, expired_at: inSeconds(60) },
      { immortal: false, expired_at: inSeconds(60) },
    ],
    ['a return_url to null', { return_url: 'https://a.example/' }, { return_url: null }, { return_url: null }],
    ['nothing', {}, {}, { name: 'Tea pot', quantity: 3 }],
  ])('changes %s', async (_, before, fields, after) => {
    const { status, product } = await change(before, fields);
    expect(status).toBe(204);
    expect(product).toMatchObject(after);
  });

  test.each<[string, object, object, object]>([
    ['an empty name', {}, { name: '' }, { name: [BLANK] }],
    ['no amount', {}, { amount: null }, { amount: [BLANK] }],
    ['an unknown currency', {}, { currency: 'XYZ' }, { currency: ['is unknown ISO 4217 Alpha-3 code'] }],
    [
      'a limited product without a quantity',
      { infinite: true, quantity: undefined },
      { infinite: false },
      { quantity: NO_QUANTITY },
    ],
    [
      'a quantity for a product without limit',
      { infinite: true, quantity: undefined },
      { quantity: 5 },
      { quantity: ['must not be sent when infinite is true'] },
    ],
    [
      'a quantity together with infinite: true',
      {},
      { infinite: true, quantity: 5 },
      { quantity: ['must not be sent when infinite is true'] },
    ],
    ['no quantity', {}, { quantity: null }, { quantity: NO_QUANTITY }],
    ['an end that is removed', { immortal: false, expired_at: inSeconds(60) }, { expired_at: null }, { expired_at: NO_END }],
    ['no longer endless, without an end', {}, { immortal: false }, { expired_at: NO_END }],
    ["another shop's id", {}, { shop_id: 1001 }, { shop_id: ['is not the shop of these credentials'] }],
  ])('refuses %s and leaves the product as it was', async (_, before, fields, errors) => {
    const { status, body, product } = await change(before, { ...fields, description: 'New' });
    expect([status, body.errors]).toEqual([422, errors]);
    expect(product).toMatchObject({ description: 'Holds one litre', updated_at: '2026-11-21T10:00:00Z' });
  });

  test('answers 404 for an unknown product', async () => {
    const { status, body } = await new Merchant().send('PUT', '/products/prd_unknown', { name: 'Cup' });
    expect([status, body.error_code]).toEqual([404, 'not_found']);
  });
});
