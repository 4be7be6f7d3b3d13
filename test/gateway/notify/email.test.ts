import { describe, expect, test } from 'vitest';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { card } from '../buyer.js';
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
Date: Nov 21, 2026, 10:00 AM UTC
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
