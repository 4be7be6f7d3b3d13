import { describe, expect, test } from 'vitest';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { Buyer, card } from '../buyer.js';
import { API, Sandbox } from '../sandbox.js';
import { freshStore } from '../stores.js';

const ANN = { customer: { email: 'ann@shop.example' } };

/** A sandbox and its outbox, newest first. */
function outbox(emails?: boolean) {
  const store = freshStore();
  const shops = SANDBOX_SHOPS.map((shop) => (emails === undefined ? shop : { ...shop, emails }));
  return { sandbox: new Sandbox({ store, shops }), letters: () => store.emails.latest(10) };
}

describe('the e-mail about a transfer', () => {
  test('reports the result, with the lines of receipt_text, to the address of the request', async () => {
    const { sandbox, letters } = outbox();
    const { uid, p2p } = await sandbox.transfer({
      ...ANN,
      additional_data: { receipt_text: ['Thank you, Ann.', 'Call 555 0100.'] },
    });
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      shopId: 1002,
      uid,
      to: 'ann@shop.example',
      language: 'en',
      at: Date.parse('2026-11-21T10:00:00Z'),
    });
    expect(letter?.subject).toBe('Transfer complete: 100.00 USD, Certified Market');
    expect(letter?.text).toBe(`Transfer complete

Merchant: Certified Market
Description: Rent
Amount: 100.00 USD
Fee: 1.50 USD
Total: 101.50 USD
From card: •••• 0000
To card: •••• 1006
Date: November 21, 2026 at 10:00 AM UTC
Reference: ${uid}
Bank’s reference: ${p2p.ref_id}
On your statement: SANDBOX*CERTIFIED MARKET
Receipt: ${API}/receipts/${uid}

Thank you, Ann.
Call 555 0100.

Sandbox: no money moves.
`);
  });

  test('names the payment as the shop and its page do, by the tracking id, and the gateway’s id beside', async () => {
    const { sandbox, letters } = outbox();
    const { uid } = await sandbox.transfer({ ...ANN, tracking_id: 'order-77' });
    const [letter] = await letters();
    expect(letter?.text).toContain(`\nReference: order-77\nTransaction: ${uid}\n`);
  });

  test('is in the language of the request', async () => {
    const { sandbox, letters } = outbox();
    await sandbox.transfer({ ...ANN, language: 'ru' });
    const [letter] = await letters();
    expect(letter).toMatchObject({ language: 'ru', subject: 'Перевод выполнен: 100,00 USD, Certified Market' });
    expect(letter?.text).toContain('Сумма: 100,00 USD');
    expect(letter?.text).toContain('Дата: 21 ноября 2026 г. в 10:00 UTC');
  });

  test('says why it failed, and mentions no fee and no statement', async () => {
    const { sandbox, letters } = outbox();
    await sandbox.transfer({ ...ANN, credit_card: card('4005550000000019') });
    const [letter] = await letters();
    expect(letter?.text).toMatch(
      /^Transfer didn’t go through\n\nNo money was taken from your card.\n\nDeclined by the issuer\n\n/,
    );
    expect(letter?.text).not.toMatch(/fee|statement/);
  });

  test('is written once, when it is final and not before', async () => {
    const { sandbox, letters } = outbox();
    const { status } = await sandbox.transfer({ ...ANN, credit_card: card('4012000000001097') });
    expect([status, await letters()]).toEqual(['incomplete', []]);
    await sandbox.advance(1800);
    await sandbox.advance(1800);
    expect((await letters()).map(({ subject }) => subject)).toEqual(['Transfer didn’t go through: 100.00 USD, Certified Market']);
  });

  test('contains no card number and no verification value', async () => {
    const { sandbox, letters } = outbox();
    await sandbox.transfer({ ...ANN, credit_card: card('5555555555554444', { verification_value: '987' }) });
    const [letter] = await letters();
    expect(letter?.text).toContain('•••• 4444');
    expect(`${letter?.subject} ${letter?.text}`).not.toMatch(/5555555555554444|987|\d{12}/);
  });
});

describe('the e-mail about an order', () => {
  test("reports a payment, with the product's lines, in the product's language", async () => {
    const { sandbox, letters } = outbox();
    const buyer = await Buyer.of({ language: 'ru', additional_data: { receipt_text: ['Спасибо'] } }, sandbox);
    await buyer.pay(ANN);
    const [letter] = await letters();
    expect(letter).toMatchObject({ shopId: 1001, to: 'ann@shop.example', subject: 'Платёж выполнен: 25,00 USD, Corner Store' });
    expect(letter?.text).toContain('Назначение: Tea pot');
    expect(letter?.text).toContain('\n\nСпасибо\n\n');
    expect(letter?.text).not.toContain('На карту');
  });
});

describe('no e-mail is written', () => {
  test.each([
    ['where the shop sends no e-mails', false, ANN],
    ['where no address is known', true, {}],
    ['where the address is empty', true, { customer: { email: ' ' } }],
  ])('%s', async (_, emails, request) => {
    const { sandbox, letters } = outbox(emails);
    expect((await sandbox.transfer(request)).status).toBe('successful');
    expect(await letters()).toEqual([]);
  });
});
