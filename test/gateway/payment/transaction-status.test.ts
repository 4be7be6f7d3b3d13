import { describe, expect, test } from 'vitest';
import { Sandbox } from '../sandbox.js';

describe('by uid', () => {
  test('a shop sees its transaction as it was answered', async () => {
    const sandbox = new Sandbox();
    const transaction = await sandbox.transfer();
    const { status, body } = await sandbox.get(`/transactions/${transaction.uid}`);
    expect([status, body]).toEqual([200, { transaction }]);
  });

  test("another shop's transaction and an unknown one get the same 404", async () => {
    const sandbox = new Sandbox();
    const { uid } = await sandbox.transfer();
    const others = await sandbox.get(`/transactions/${uid}`, 'sealed');
    const unknown = await sandbox.get('/transactions/unknown');
    expect([others.status, unknown.status]).toEqual([404, 404]);
    expect(others.body).toEqual(unknown.body);
  });
});

describe('by tracking_id', () => {
  test('a unique one gives a list of one', async () => {
    const sandbox = new Sandbox();
    const transaction = await sandbox.transfer({ tracking_id: 'order 1/ü' });
    const { body } = await sandbox.get(`/v2/transactions/tracking_id/${encodeURIComponent('order 1/ü')}`);
    expect(body).toEqual({ transactions: [transaction] });
  });

  test('the ten most recent come newest first', async () => {
    const sandbox = new Sandbox();
    for (let amount = 1; amount <= 12; amount += 1) await sandbox.transfer({ amount, tracking_id: 'same' });
    const { body } = await sandbox.get('/v2/transactions/tracking_id/same');
    expect(body.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  test("an unknown one, and another shop's, give an empty list: it is a search", async () => {
    const sandbox = new Sandbox();
    await sandbox.transfer({ tracking_id: 'mine' });
    const unknown = await sandbox.get('/v2/transactions/tracking_id/unknown');
    const others = await sandbox.get('/v2/transactions/tracking_id/mine', 'sealed');
    expect([unknown.status, unknown.body]).toEqual([200, { transactions: [] }]);
    expect([others.status, others.body]).toEqual([200, { transactions: [] }]);
  });
});
