import { describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox, SOURCE } from '../sandbox.js';
import { faulty, listed, transactions, check } from './faulty-sandbox.js';

describe('an answer', () => {
  test('of 429 has a Retry-After that pages of every origin can read', async () => {
    const sandbox = await faulty({ kind: 'rate_limited', retry_after: 9 });
    const { status, headers, body } = await check(sandbox);
    expect([status, body.error_code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '9']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(headers.get('date')).toBe('Sat, 21 Nov 2026 10:00:00 GMT');
  });

  test('that is not JSON still has the content type of JSON', async () => {
    const sandbox = await faulty({ kind: 'invalid_json' });
    const response = await sandbox.fetch('/ctp/api/verify-p2p', { method: 'POST', headers: await sandbox.bearer() });
    expect(response.headers.get('content-type')).toBe('application/json');
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  test('with the wrong types has the same fields', async () => {
    const sandbox = await faulty({ kind: 'wrong_schema' });
    const { status, body } = await sandbox.post('/transactions/p2ps', plainTransfer());
    expect(status).toBe(200);
    expect(body.transaction).toMatchObject({ status: [10], amount: 'about 10000', test: 0, credit_card: { last_4: [4] } });
  });

  test('comes late, although the work is done', async () => {
    const sandbox = await faulty({ kind: 'slow', delay_ms: 3000 });
    const answer = sandbox.post('/transactions/p2ps', plainTransfer());
    let isAnswered = false;
    void answer.then(() => (isAnswered = true));
    await expect.poll(() => transactions(sandbox), { interval: 5, timeout: 60_000 }).toHaveLength(1);
    expect(isAnswered).toBe(false);
    expect((await answer).status).toBe(200);
  });

  test.each([
    ['closed_before', 0],
    ['closed_after', 1],
  ])('fails like a connection without a socket: %s', async (kind, kept) => {
    const sandbox = await faulty({ kind });
    await expect(sandbox.post('/transactions/p2ps', plainTransfer())).rejects.toThrow(TypeError);
    expect(await transactions(sandbox)).toHaveLength(kept);
  });

  test('breaks off halfway', async () => {
    const sandbox = await faulty({ kind: 'truncated' });
    await expect(sandbox.post('/transactions/p2ps', plainTransfer())).rejects.toThrow(/closed/);
    expect(await transactions(sandbox)).toHaveLength(1);
  });
});

describe('a job', () => {
  const start = async (sandbox: Sandbox) => String((await sandbox.post('/ctp/api/async/p2p', plainTransfer())).body.job_id);

  test('takes as long as its setting', async () => {
    const sandbox = await faulty({ kind: 'job_slow', delay_ms: 60_000 });
    const id = await start(sandbox);
    await sandbox.advance(59);
    expect((await sandbox.poll(id)).body.status).toBe('new');
    await sandbox.advance(1);
    expect((await sandbox.poll(id)).body.status).toBe('done');
  });

  test('fails with an open result, although the money moved', async () => {
    const sandbox = await faulty({ kind: 'job_failed' });
    const id = await start(sandbox);
    await sandbox.advance(1);
    expect((await sandbox.poll(id)).body).toMatchObject({ status: 'failed', response: { status: 'error', finished: false } });
    expect(await transactions(sandbox)).toMatchObject([{ transaction: { status: 'successful' } }]);
  });

  test('is lost', async () => {
    const sandbox = await faulty({ kind: 'job_lost', requests: 1 });
    const id = await start(sandbox);
    await sandbox.advance(1);
    expect((await sandbox.poll(id)).status).toBe(404);
    await sandbox.advance(30);
    const next = await start(sandbox);
    await sandbox.advance(1);
    expect((await sandbox.poll(next)).body.status).toBe('done');
  });
});

describe('the rest', () => {
  test("a merchant's address is down for the given number of deliveries, and each attempt is listed", async () => {
    const sandbox = await faulty({ kind: 'notification_down', requests: 2 });
    await sandbox.transfer({ notification_url: 'http://127.0.0.1:4020/' });
    await sandbox.advance(300);
    const { body } = await sandbox.console('/sandbox/notifications');
    expect(body[0]).toMatchObject({ state: 'delivered' });
    expect((body[0] as { attempts: { result: unknown }[] }).attempts.map(({ result }) => result)).toEqual([
      expect.stringContaining('an active fault'),
      expect.stringContaining('an active fault'),
      200,
    ]);
    expect(sandbox.deliveries).toHaveLength(1);
  });

  test('the duplicate check compares tokens while the fault is on, PANs otherwise', async () => {
    const pay = async (sandbox: Sandbox, credit_card: object) =>
      (await sandbox.post('/transactions/p2ps', plainTransfer({ credit_card }))).status;
    const saved = async (sandbox: Sandbox) => {
      const { credit_card } = await sandbox.transfer({ amount: 1, additional_data: { contract: ['oneclick'] } });
      return { token: String(credit_card.token), verification_value: '123' };
    };
    const inClear = { number: SOURCE, verification_value: '123', exp_month: '01', exp_year: '2030' };
    const byPan = new Sandbox();
    expect([await pay(byPan, await saved(byPan)), await pay(byPan, inClear)]).toEqual([200, 422]);
    const byToken = await faulty({ kind: 'duplicates_by_token' });
    const token = await saved(byToken);
    expect([await pay(byToken, token), await pay(byToken, inClear), await pay(byToken, token)]).toEqual([200, 200, 422]);
  });

  test('different roles meet in one request', async () => {
    const sandbox = await faulty({ kind: 'job_lost' }, { kind: 'server_error', committed: true }, { kind: 'html' });
    expect((await sandbox.post('/ctp/api/async/p2p', plainTransfer())).status).toBe(500);
    expect((await listed(sandbox)).map(({ kind, requests_met }) => [kind, requests_met])).toEqual([
      ['job_lost', 1],
      ['server_error', 1],
      ['html', 0],
    ]);
    await sandbox.advance(1);
    const jobs = (await sandbox.console('/sandbox/jobs')).body as unknown as { state: string }[];
    expect(jobs.map(({ state }) => state)).toEqual(['lost']);
  });
});
