import { describe, expect, test } from 'vitest';
import { Sandbox } from '../sandbox.js';

const trigger = (sandbox: Sandbox, body: unknown) =>
  sandbox.console('/sandbox/trigger', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const notified = async (sandbox: Sandbox): Promise<unknown[]> =>
  (await sandbox.console('/sandbox/notifications')).body as unknown as unknown[];

describe('trigger', () => {
  test.each([
    [{ event: 'transfer' }, { type: 'p2p', status: 'successful', amount: 10_000, currency: 'USD', test: true }],
    [
      { event: 'transfer', status: 'failed', amount: 555, currency: 'EUR' },
      { type: 'p2p', status: 'failed', amount: 555, currency: 'EUR' },
    ],
    [
      { event: 'transfer', status: 'incomplete', tracking_id: 'o-1' },
      { type: 'p2p', status: 'incomplete', tracking_id: 'o-1' },
    ],
  ])('%j makes a transaction of the first shop', async (body, transaction) => {
    const answer = await trigger(new Sandbox(), body);
    expect(answer).toMatchObject({ status: 200, body: { transaction } });
  });

  test.each([
    [{ amount: 1250 }, { type: 'payment', status: 'successful', amount: 1250 }],
    [{ status: 'failed' }, { type: 'payment', status: 'failed' }],
  ])('a product is bought: %j', async (more, transaction) => {
    const sandbox = new Sandbox();
    const { body } = await trigger(sandbox, { event: 'payment', ...more });
    await sandbox.advance(60);
    const made = (await sandbox.console('/sandbox/transactions')).body;
    expect(made).toMatchObject([{ transaction: { ...transaction, tracking_id: body['tracking_id'] } }]);
  });

  test('a subscription begins, and its server is told', async () => {
    const sandbox = new Sandbox();
    const url = 'http://localhost:3000/notifications';
    await trigger(sandbox, { event: 'subscription', tracking_id: 'club-1', notification_url: url });
    await sandbox.advance(60);
    const about = (body: object) => expect.objectContaining({ url, body: expect.objectContaining(body) });
    expect(await notified(sandbox)).toEqual(
      expect.arrayContaining([
        about({ state: 'active', tracking_id: 'club-1' }),
        about({ transaction: expect.objectContaining({ status: 'successful' }) }),
      ]),
    );
  });

  test('any shop can be named, the same payment twice too', async () => {
    const sandbox = new Sandbox();
    for (const _ of [1, 2]) {
      const { body } = await trigger(sandbox, { event: 'transfer', shop_id: 1002, notification_url: 'http://localhost:3000/' });
      expect(body.transaction).toMatchObject({ status: 'successful' });
    }
    expect(await notified(sandbox)).toMatchObject([{ shop_id: 1002 }, { shop_id: 1002 }]);
  });

  test.each([
    [{}, { event: ['must be one of transfer, payment, subscription'] }],
    [{ event: 'refund' }, { event: ['must be one of transfer, payment, subscription'] }],
    [{ event: 'transfer', status: 'paid' }, { status: ['must be one of successful, failed, incomplete'] }],
    [{ event: 'transfer', amount: 1.5 }, { amount: ['must be whole minor units'] }],
    [{ event: 'transfer', shop_id: 7 }, { shop_id: ['must be one of 1001, 1002'] }],
    [{ event: 'transfer', url: 'x' }, { url: [expect.stringMatching(/^is unknown: the fields are event, status/)] }],
  ])('%j is refused', async (body, errors) => {
    const answer = await trigger(new Sandbox(), body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });

  test('a value that the gateway refuses gets the gateway’s words', async () => {
    const { status, body } = await trigger(new Sandbox(), { event: 'transfer', currency: 'XXQ' });
    expect([status, body.errors]).toMatchObject([422, { currency: [expect.any(String)] }]);
  });
});
