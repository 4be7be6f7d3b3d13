import { describe, expect, test } from 'vitest';
import { Buyer, card } from '../buyer.js';

describe('the seal of an order', () => {
  const UNREADABLE = { credit_card: { token: ["can't be decrypted, or was encrypted for another request"] } };

  test.each<[string, object]>([
    ['a transfer', { boundTo: { operation: 'transfer' } }],
    ['a check', { boundTo: { operation: 'check' } }],
    ['the recipient', { boundTo: { section: 'recipient_card' } }],
    ['another product', { boundTo: { product_id: 'prd_other' } }],
    ['no product', { boundTo: { product_id: undefined } }],
    ['a tracking_id that the order lacks', { boundTo: { tracking_id: 'x' } }],
    ['no price', { boundTo: { amount: undefined, currency: undefined } }],
    ['a price of half a cent', { boundTo: { amount: 0.5 } }],
    ['a price as text', { boundTo: { amount: '2500' } }],
    ['an unknown currency', { boundTo: { currency: 'XYZ' } }],
    ['more than the order', { boundTo: { quantity: 1 } }],
    ['a recipient', { boundTo: { recipient: 'sealed' } }],
    ['a time long ago', { claims: { iat: 1_600_000_000 } }],
  ])("for %s can't be read", async (_, changes) => {
    const buyer = await Buyer.of();
    const { status, body } = await buyer.send(await buyer.seal({}, {}, changes));
    expect([status, body.errors]).toEqual([422, UNREADABLE]);
  });

  test('is bound to the tracking_id of the order', async () => {
    const buyer = await Buyer.of();
    const sealed = await buyer.seal({ tracking_id: 'order-7' });
    expect((await buyer.send({ ...sealed, tracking_id: 'order-8' })).body.errors).toEqual(UNREADABLE);
    expect((await buyer.send(sealed)).status).toBe(200);
  });

  test('of a transfer buys nothing, and that of an order transfers nothing', async () => {
    const buyer = await Buyer.of();
    const transfer = (await buyer.sandbox.sealing()).request('transfer', {
      amount: 2500,
      currency: 'USD',
      credit_card: card(),
      recipient_card: { number: '4012000000001006' },
      description: 'x',
    });
    expect((await buyer.send(transfer)).body.errors).toEqual(UNREADABLE);
    const { credit_card } = await buyer.seal();
    expect((await buyer.sandbox.post('/ctp/api/p2p', { ...transfer, credit_card }, 'sealed')).status).toBe(422);
  });

  test('used twice is a duplicate before anything else is judged, whatever duplicate_check says', async () => {
    const buyer = await Buyer.of();
    const sealed = await buyer.seal({ duplicate_check: false });
    expect((await buyer.send(sealed)).status).toBe(200);
    await buyer.merchant.send('PUT', `/products/${buyer.product.id}`, { amount: 1, quantity: 0 });
    await buyer.sandbox.advance(3600);
    const { status, body } = await buyer.send({ ...sealed, return_url: 'x' });
    expect([status, body.error_code]).toEqual([422, 'duplicate_transaction']);
  });

  test('with the attempt of an accepted order is a duplicate, though it was sealed anew', async () => {
    const buyer = await Buyer.of();
    const claims = { attempt: 'same-attempt-000000003' };
    expect((await buyer.send(await buyer.seal({ duplicate_check: false }, {}, { claims }))).status).toBe(200);
    await buyer.sandbox.advance(3600);
    const { status, body } = await buyer.send(await buyer.seal({ duplicate_check: false }, {}, { claims }));
    expect([status, body.error_code]).toEqual([422, 'duplicate_transaction']);
  });

  test('was not used up by a refusal', async () => {
    const buyer = await Buyer.of({ visible_fields: ['email'] });
    const sealed = await buyer.seal();
    expect((await buyer.send(sealed)).status).toBe(422);
    expect((await buyer.send({ ...sealed, customer: { email: 'ann@shop.example' } })).status).toBe(200);
  });
});

describe('the duplicate check of an order', () => {
  test.each([
    [29.999, true],
    [30, false],
  ])('with the same card %d seconds later: duplicate is %s', async (seconds, duplicate) => {
    const buyer = await Buyer.of();
    expect((await buyer.order()).status).toBe(200);
    await buyer.sandbox.advance(seconds);
    const { body } = await buyer.order();
    expect(body.error_code === 'duplicate_transaction').toBe(duplicate);
    expect(await buyer.left()).toBe(duplicate ? 2 : 1);
  });

  test('is dropped with duplicate_check false', async () => {
    const buyer = await Buyer.of();
    await buyer.order();
    expect((await buyer.order({ duplicate_check: false })).status).toBe(200);
  });

  test('lets the same sealed order pay and take a piece once, out of thirty at once', async () => {
    const buyer = await Buyer.of({ quantity: 30 });
    const sealed = await buyer.seal();
    const answers = await Promise.all(Array.from({ length: 30 }, () => buyer.send(sealed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error_code === 'duplicate_transaction')).toHaveLength(29);
    expect(await buyer.left()).toBe(29);
  });
});
