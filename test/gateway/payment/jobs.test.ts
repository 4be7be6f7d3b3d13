import { describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox } from '../sandbox.js';
import { freshStore } from '../stores.js';

const from = (number: string, changes: object = {}) => ({
  credit_card: { number, verification_value: '123', exp_month: '01', exp_year: '2030' },
  ...changes,
});
const start = async (sandbox: Sandbox, changes: object = {}): Promise<string> => {
  const { status, body } = await sandbox.post('/ctp/api/async/p2p', plainTransfer(changes));
  expect([status, Object.keys(body)]).toEqual([200, ['status', 'job_id']]);
  expect(body.status).toBe('new');
  return body.job_id;
};

describe('a transfer job', () => {
  test.each([
    ['4200000000000000', 0.7],
    ['4000400000000012', 2],
    ['4000400000000020', 20],
    ['4000400000000038', 300],
  ])('of %s is done after %d seconds', async (number, seconds) => {
    const sandbox = new Sandbox();
    const id = await start(sandbox, from(number));
    await sandbox.advance(seconds - 0.001);
    expect((await sandbox.poll(id)).body).toEqual({ status: 'new', job_id: id });
    await sandbox.advance(0.001);
    const { status, body } = await sandbox.poll(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'done',
      job_id: id,
      response: { transaction: { status: 'successful', amount: 10_000 } },
    });
  });

  test('runs when it is due, without any poll', async () => {
    const sandbox = new Sandbox();
    await start(sandbox, { tracking_id: 'order-1' });
    const before = await sandbox.get('/v2/transactions/tracking_id/order-1');
    expect(before.body.transactions).toMatchObject([
      { status: 'pending', paid_at: null, p2p: { status: 'pending', bank_code: null } },
    ]);
    await sandbox.advance(60);
    const after = await sandbox.get('/v2/transactions/tracking_id/order-1');
    // 0.7 s after 10:00:00: the time at which it was due, not the end of the jump.
    expect(after.body.transactions).toMatchObject([{ status: 'successful', paid_at: '2026-11-21T10:00:00Z' }]);
  });

  test('fails with finished false while the money moved', async () => {
    const sandbox = new Sandbox();
    const id = await start(sandbox, from('4000400000000046', { tracking_id: 'order-1' }));
    await sandbox.advance(1);
    expect((await sandbox.poll(id)).body).toEqual({
      status: 'failed',
      job_id: id,
      response: { status: 'error', errors: [expect.any(String)], message: expect.any(String), finished: false },
    });
    expect((await sandbox.get('/v2/transactions/tracking_id/order-1')).body.transactions).toMatchObject([
      { status: 'successful' },
    ]);
  });

  test('fails with finished false when the gateway itself breaks, and the log says so', async () => {
    const store = freshStore();
    const update = () => Promise.reject(new Error('the store broke'));
    const sandbox = new Sandbox({ store: { ...store, transactions: { ...store.transactions, update } } });
    const id = await start(sandbox);
    await sandbox.advance(1);
    expect((await sandbox.poll(id)).body).toMatchObject({ status: 'failed', response: { finished: false } });
    expect(sandbox.logLines.join('')).toContain('the store broke');
  });

  test('an unexpected error is a 500 with the error body, without its cause', async () => {
    const store = freshStore();
    const insert = () => Promise.reject(new Error('the store broke'));
    const sandbox = new Sandbox({ store: { ...store, transactions: { ...store.transactions, insert } } });
    const { status, headers, body } = await sandbox.post('/ctp/api/p2p', plainTransfer());
    expect([status, body.error_code, headers.get('access-control-allow-origin')]).toEqual([500, 'internal_error', '*']);
    expect(JSON.stringify(body)).not.toContain('broke');
  });

  test('is lost while the money moved', async () => {
    const sandbox = new Sandbox();
    const id = await start(sandbox, from('4000400000000053', { tracking_id: 'order-1' }));
    expect((await sandbox.poll(id)).body.status).toBe('new');
    await sandbox.advance(1);
    const { status, body } = await sandbox.poll(id);
    expect([status, body.error_code]).toEqual([404, 'not_found']);
    expect((await sandbox.get('/v2/transactions/tracking_id/order-1')).body.transactions).toMatchObject([
      { status: 'successful' },
    ]);
  });

  test('fails when its expired_at passes before its work runs', async () => {
    const sandbox = new Sandbox();
    const id = await start(sandbox, from('4000400000000020', { expired_at: '2026-11-21T10:00:10Z' }));
    await sandbox.advance(20);
    expect((await sandbox.poll(id)).body.response.transaction).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^Expired/),
    });
  });

  test('the slow cards answer a synchronous transfer at once', async () => {
    expect((await new Sandbox().transfer(from('4000400000000038'))).status).toBe('successful');
  });
});
