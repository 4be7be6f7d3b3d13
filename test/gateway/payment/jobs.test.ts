import { describe, expect, test } from 'vitest';
import { plainCheck, plainTransfer, Sandbox } from '../sandbox.js';
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

describe('a check job', () => {
  test('is new, then done with what the synchronous check answers', async () => {
    const sandbox = new Sandbox();
    const { body } = await sandbox.post('/ctp/api/async/verify-p2p', plainCheck());
    expect(body).toEqual({ status: 'new', job_id: expect.any(String) });
    await sandbox.advance(0.299);
    expect((await sandbox.poll(body.job_id)).body).toEqual({ status: 'new', job_id: body.job_id });
    await sandbox.advance(0.001);
    const synchronous = await sandbox.post('/ctp/api/verify-p2p', plainCheck());
    expect((await sandbox.poll(body.job_id)).body).toEqual({ status: 'done', job_id: body.job_id, response: synchronous.body });
  });

  test.each([['4000400000000061', 19.9, 20]])('of %s is new after %d seconds, done after %d', async (number, early, late) => {
    const sandbox = new Sandbox();
    const { body } = await sandbox.post('/ctp/api/async/verify-p2p', plainCheck({ credit_card: { number } }));
    await sandbox.advance(early);
    expect((await sandbox.poll(body.job_id)).body.status).toBe('new');
    await sandbox.advance(late - early);
    expect((await sandbox.poll(body.job_id)).body.status).toBe('done');
  });

  test('can fail with finished false, and be lost', async () => {
    const sandbox = new Sandbox();
    const failing = await sandbox.post('/ctp/api/async/verify-p2p', plainCheck({ credit_card: { number: '4000400000000079' } }));
    const lost = await sandbox.post('/ctp/api/async/verify-p2p', plainCheck({ credit_card: { number: '4000400000000087' } }));
    await sandbox.advance(1);
    expect((await sandbox.poll(failing.body.job_id)).body).toMatchObject({ status: 'failed', response: { finished: false } });
    expect((await sandbox.poll(lost.body.job_id)).status).toBe(404);
  });

  test('refuses a bad request in the POST', async () => {
    const { status, body } = await new Sandbox().post('/ctp/api/async/verify-p2p', plainCheck({ amount: 'x' }));
    expect([status, body.errors]).toEqual([422, { amount: ['must be an integer'] }]);
  });
});

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

  test('reads the transaction at each poll: after 3-D Secure it shows the final one', async () => {
    const sandbox = new Sandbox();
    const id = await start(sandbox, from('4012000000001097'));
    await sandbox.advance(1);
    const { transaction } = (await sandbox.poll(id)).body.response;
    expect(transaction).toMatchObject({ status: 'incomplete', p2p: { status: 'incomplete' }, paid_at: null });
    const page = await sandbox.fetch(new URL(transaction.redirect_url).pathname);
    const formToken = /name="form_token" value="(\w+)"/.exec(await page.text())?.[1] ?? '';
    await sandbox.fetch(new URL(transaction.redirect_url).pathname, {
      method: 'POST',
      body: new URLSearchParams({ form_token: formToken, code: '123456', action: 'confirm' }),
    });
    expect((await sandbox.poll(id)).body).toMatchObject({
      status: 'done',
      response: { transaction: { uid: transaction.uid, status: 'successful' } },
    });
  });

  test('of a declined card is done, not failed', async () => {
    const sandbox = new Sandbox();
    const id = await start(sandbox, from('4005550000000019'));
    await sandbox.advance(1);
    expect((await sandbox.poll(id)).body).toMatchObject({ status: 'done', response: { transaction: { status: 'failed' } } });
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

test('a job of another shop, and an unknown one, are not found', async () => {
  const sandbox = new Sandbox();
  const id = await start(sandbox);
  expect((await sandbox.poll(id, 'sealed')).status).toBe(404);
  expect((await sandbox.poll('nothing')).status).toBe(404);
  expect((await sandbox.poll(id)).status).toBe(200);
});
