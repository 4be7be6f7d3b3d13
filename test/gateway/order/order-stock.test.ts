import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Buyer, card } from '../buyer.js';
import { inSeconds } from '../merchant.js';

const CHALLENGE = card('4012000000001097');
const PASS = { action: 'confirm', code: '123456' };

describe('a change since the payer saw the page', () => {
  test('a price is reported with the old and the new one, and nothing is charged or taken', async () => {
    const buyer = await Buyer.of();
    const sealed = await buyer.seal();
    await buyer.merchant.send('PUT', `/products/${buyer.product.id}`, { amount: '3000' });
    const { status, body } = await buyer.send(sealed);
    expect([status, body.error_code]).toEqual([422, 'invalid_params']);
    expect(body.errors).toEqual({ amount: ['has changed from 25.00 USD to 30.00 USD; nothing was charged'] });
    expect(body.message).toContain('Amount has changed from 25.00 USD to 30.00 USD');
    expect(await buyer.left()).toBe(3);
  });

  test('a currency counts as a price', async () => {
    const buyer = await Buyer.of();
    const sealed = await buyer.seal();
    await buyer.merchant.send('PUT', `/products/${buyer.product.id}`, { currency: 'JPY' });
    expect((await buyer.send(sealed)).body.errors.amount).toEqual([
      'has changed from 25.00 USD to 2,500 JPY; nothing was charged',
    ]);
  });

  test('a recipient beside a sealed card is refused: an order has none', async () => {
    const buyer = await Buyer.of();
    const sealed = await buyer.seal();
    const recipient_card = { token: '9f2c1e7a5b3d8046f1a2c3d4e5f60718293a4b5c6d7e8f900112233445566778' };
    const { status, body } = await buyer.send({ ...sealed, recipient_card });
    expect([status, body.errors]).toEqual([
      422,
      { credit_card: { token: ["can't be decrypted, or was encrypted for another request"] } },
    ]);
    expect((await buyer.send(sealed)).status).toBe(200);
  });

  test('cards sealed for the higher price do not pay a lower one either', async () => {
    const buyer = await Buyer.of();
    const sealed = await buyer.seal();
    await buyer.merchant.send('PUT', `/products/${buyer.product.id}`, { amount: '2000' });
    expect((await buyer.send(sealed)).status).toBe(422);
  });

  test('sold out', async () => {
    const buyer = await Buyer.of({ quantity: 1 });
    const sealed = await buyer.seal({ credit_card: card('5555555555554444') });
    await buyer.pay();
    const { status, body } = await buyer.send(sealed);
    expect([status, body.errors, body.message]).toEqual([422, { quantity: ['is sold out'] }, 'Quantity is sold out']);
  });

  test.each([
    [59, 200],
    [60, 422],
  ])('its time is over: %d of 60 seconds later', async (seconds, expected) => {
    const buyer = await Buyer.of({ immortal: false, expired_at: inSeconds(60) });
    const sealed = await buyer.seal();
    await buyer.sandbox.advance(seconds);
    const { status, body } = await buyer.send(sealed);
    expect(status).toBe(expected);
    if (expected === 422) expect(body.errors).toEqual({ expired_at: ['is over: this can no longer be bought'] });
  });

  test('an expired_at in the past has no effect on an immortal product', async () => {
    const buyer = await Buyer.of({ immortal: true, expired_at: inSeconds(60) });
    const sealed = await buyer.seal();
    await buyer.sandbox.advance(120);
    expect((await buyer.send(sealed)).status).toBe(200);
  });
});

describe('the last piece', () => {
  test('goes to one of twenty buyers at once', async () => {
    const buyer = await Buyer.of({ quantity: 1 });
    const cards = Array.from({ length: 20 }, () => buyer.seal({ duplicate_check: false }));
    const answers = await Promise.all((await Promise.all(cards)).map((sealed) => buyer.send(sealed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errors?.quantity?.[0] === 'is sold out')).toHaveLength(19);
    expect(await buyer.left()).toBe(0);
  });

  test('is reserved while its buyer is at the bank, and is sold when they confirm', async () => {
    const buyer = await Buyer.of({ quantity: 1, return_url: 'https://shop.example/thanks?lang=en' });
    const { uid, status, redirect_url } = await buyer.pay({ credit_card: CHALLENGE });
    expect([status, await buyer.left()]).toEqual(['incomplete', 0]);
    expect((await buyer.order()).body.errors).toEqual({ quantity: ['is sold out'] });
    const back = await buyer.answerBank(redirect_url, PASS);
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `https://shop.example/thanks?lang=en&uid=${uid}&status=successful`,
    ]);
    expect([(await buyer.status(uid)).status, await buyer.left()]).toEqual(['successful', 0]);
  });

  test.each([
    ['the wrong code', { action: 'confirm', code: '111111' }],
    ['a cancelled challenge', { action: 'cancel' }],
  ])('is on sale again after %s, once', async (_, answer) => {
    const buyer = await Buyer.of({ quantity: 1 });
    const { uid, redirect_url } = await buyer.pay({ credit_card: CHALLENGE });
    await buyer.answerBank(redirect_url, answer);
    await buyer.answerBank(redirect_url, answer);
    await buyer.sandbox.advance(3600);
    expect([(await buyer.status(uid)).status, await buyer.left()]).toEqual(['failed', 1]);
  });

  test('is on sale again half an hour after its buyer went to the bank and stayed away', async () => {
    const buyer = await Buyer.of({ quantity: 1 });
    const { uid } = await buyer.pay({ credit_card: CHALLENGE });
    await buyer.sandbox.advance(1798);
    expect([(await buyer.status(uid)).status, await buyer.left()]).toEqual(['incomplete', 0]);
    await buyer.sandbox.advance(2);
    expect([(await buyer.status(uid)).status, await buyer.left()]).toEqual(['failed', 1]);
  });

  test('is reserved for at most half an hour, even if the product is on sale for a year', async () => {
    const buyer = await Buyer.of({ quantity: 1, immortal: false, expired_at: '2027-11-21T10:00:00Z' });
    await buyer.pay({ credit_card: CHALLENGE });
    await buyer.sandbox.advance(1800);
    expect(await buyer.left()).toBe(1);
  });

  test("can't be paid any more when the product expired during the challenge, and is put back", async () => {
    const buyer = await Buyer.of({ quantity: 1, immortal: false, expired_at: inSeconds(60) });
    const { uid } = await buyer.pay({ credit_card: CHALLENGE });
    await buyer.sandbox.advance(60);
    expect(await buyer.status(uid)).toMatchObject({
      status: 'failed',
      message: 'Expired: the payment was not confirmed in time',
    });
    expect(await buyer.left()).toBe(1);
  });
});

test('whatever buyers do, the pieces left and the pieces paid for add up to the original stock', async () => {
  const deeds = fc.constantFrom('pays', 'is declined', 'confirms', 'fails at the bank', 'stays at the bank', 'sends twice');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 4 }), fc.array(deeds, { maxLength: 8 }), async (quantity, visits) => {
      const buyer = await Buyer.of({ quantity });
      let paid = 0;
      let held = 0;
      for (const deed of visits) {
        const atBank = deed.includes('bank') || deed === 'confirms';
        const number = deed === 'is declined' ? '4005550000000019' : atBank ? '4012000000001097' : '4200000000000000';
        const sealed = await buyer.seal({ credit_card: card(number), duplicate_check: false });
        const { status, body } = await buyer.send(sealed);
        expect(status).toBe(paid + held < quantity ? 200 : 422);
        if (status !== 200) continue;
        if (deed === 'sends twice') expect((await buyer.send(sealed)).status).toBe(422);
        await buyer.sandbox.advance(1);
        const { redirect_url } = (await buyer.sandbox.poll(body.job_id, 'sealed')).body.response.transaction;
        if (deed === 'confirms') await buyer.answerBank(redirect_url, PASS);
        if (deed === 'fails at the bank') await buyer.answerBank(redirect_url, { action: 'cancel' });
        if (['pays', 'sends twice', 'confirms'].includes(deed)) paid += 1;
        if (deed === 'stays at the bank') held += 1;
        expect(await buyer.left()).toBe(quantity - paid - held);
      }
      await buyer.sandbox.advance(1800);
      expect(await buyer.left()).toBe(quantity - paid);
    }),
    { numRuns: 12 },
  );
});
