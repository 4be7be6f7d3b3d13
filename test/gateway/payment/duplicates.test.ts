import { describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox, SOURCE } from '../sandbox.js';

const P2P = '/ctp/api/p2p';
const isDuplicate = ({ status, body }: { status: number; body: { error_code?: string } }) =>
  status === 422 && body.error_code === 'duplicate_transaction';

/** Sends a transfer, moves the clock, and sends it again; returns whether the second one was rejected as a duplicate. */
async function again(first: object, seconds: number, second: object): Promise<boolean> {
  const sandbox = new Sandbox();
  expect((await sandbox.post(P2P, plainTransfer(first))).status).toBe(200);
  await sandbox.advance(seconds);
  return isDuplicate(await sandbox.post(P2P, plainTransfer(second)));
}

const from = (number: string) => ({ credit_card: { number, verification_value: '123', exp_month: '01', exp_year: '2030' } });

describe('the same amount and source card', () => {
  test.each([
    [0, true],
    [1, true],
    [29.999, true],
    [30, false],
    [3600, false],
  ])('%d seconds later: duplicate is %s', async (seconds, duplicate) => {
    expect(await again({}, seconds, {})).toBe(duplicate);
  });

  test.each<[string, object, boolean]>([
    ['another recipient', { recipient_card: { number: '4005550000000019' } }, true],
    ['another currency', { currency: 'EUR' }, true],
    ['another tracking_id', { tracking_id: 'other' }, true],
    ['another amount', { amount: 10_001 }, false],
    ['another source card', from('5555555555554444'), false],
    ['duplicate_check true', { duplicate_check: true }, true],
    ['duplicate_check false', { duplicate_check: false }, false],
  ])('with %s: duplicate is %s', async (_, changes, duplicate) => {
    expect(await again({}, 1, changes)).toBe(duplicate);
  });

  test('count again from each payment that was taken, not from those that were rejected', async () => {
    const sandbox = new Sandbox();
    const results: boolean[] = [];
    for (const wait of [0, 20, 10, 29, 1]) {
      await sandbox.advance(wait);
      results.push(isDuplicate(await sandbox.post(P2P, plainTransfer())));
    }
    // At 0 s taken, 20 s rejected, 30 s taken, 59 s rejected, 60 s taken.
    expect(results).toEqual([false, true, false, true, false]);
  });

  test('a payment without the check still counts for the next one with it', async () => {
    expect(await again({ duplicate_check: false }, 1, {})).toBe(true);
  });

  test('of another shop are not a duplicate', async () => {
    const sandbox = new Sandbox();
    await sandbox.transfer();
    const sealed = (await sandbox.sealing()).request('transfer', plainTransfer());
    expect((await sandbox.post(P2P, sealed, 'sealed')).status).toBe(200);
  });

  test('a decline counts as the first', async () => {
    expect(await again(from('4005550000000019'), 1, from('4005550000000019'))).toBe(true);
  });

  test('a request refused with 422 does not', async () => {
    const sandbox = new Sandbox();
    expect((await sandbox.post(P2P, plainTransfer({ description: '' }))).status).toBe(422);
    expect((await sandbox.post(P2P, plainTransfer())).status).toBe(200);
  });

  test('are recognized by a saved card too', async () => {
    const sandbox = new Sandbox();
    const { credit_card } = await sandbox.transfer({ additional_data: { contract: ['oneclick'] } });
    const saved = plainTransfer({ credit_card: { token: credit_card.token, verification_value: '123' } });
    expect(isDuplicate(await sandbox.post(P2P, saved))).toBe(true);
  });

  test.each([['/transactions/p2ps'], ['/ctp/api/p2p'], ['/ctp/api/async/p2p']])('are refused in the POST of %s', async (path) => {
    const sandbox = new Sandbox();
    await sandbox.transfer();
    const answer = await sandbox.post(path, plainTransfer());
    expect(isDuplicate(answer)).toBe(true);
    expect(answer.body).toMatchObject({
      message: expect.stringContaining('within 30 seconds'),
      errors: { base: [expect.any(String)] },
    });
  });

  test('of many at once, exactly one is accepted', async () => {
    const sandbox = new Sandbox();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.post(P2P, plainTransfer())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(isDuplicate)).toHaveLength(19);
  });
});

describe('a sealed body that was already paid with', () => {
  test.each([[0], [31], [3600], [200_000]])(
    'never pays again, %i seconds later, even without the duplicate check',
    async (seconds) => {
      const sandbox = new Sandbox();
      const sealed = (await sandbox.sealing()).request('transfer', plainTransfer({ duplicate_check: false, tracking_id: 't' }));
      expect((await sandbox.post(P2P, sealed, 'sealed')).status).toBe(200);
      await sandbox.advance(seconds);
      expect(isDuplicate(await sandbox.post(P2P, sealed, 'sealed'))).toBe(true);
      expect((await sandbox.get('/v2/transactions/tracking_id/t', 'sealed')).body.transactions).toHaveLength(1);
    },
  );

  test('is rejected before any other check', async () => {
    const sandbox = new Sandbox();
    const sealed = (await sandbox.sealing()).request('transfer', plainTransfer());
    await sandbox.post('/ctp/api/async/p2p', sealed, 'sealed');
    const worse = { ...sealed, amount: 'x', currency: 'nothing', description: undefined };
    expect(isDuplicate(await sandbox.post(P2P, worse, 'sealed'))).toBe(true);
  });

  test('is recognized by either of its sections', async () => {
    const sandbox = new Sandbox();
    const sealing = await sandbox.sealing();
    const paid = sealing.request('transfer', plainTransfer());
    await sandbox.post(P2P, paid, 'sealed');
    const fresh = sealing.request('transfer', plainTransfer({ amount: 3 }));
    for (const section of ['credit_card', 'recipient_card']) {
      expect(isDuplicate(await sandbox.post(P2P, { ...fresh, [section]: paid[section] }, 'sealed'))).toBe(true);
    }
  });

  test('was not used up by a refusal', async () => {
    const sandbox = new Sandbox();
    const sealed = (await sandbox.sealing()).request('transfer', plainTransfer());
    expect((await sandbox.post(P2P, { ...sealed, description: '' }, 'sealed')).body.errors).toEqual({
      description: ["can't be blank"],
    });
    expect((await sandbox.post(P2P, sealed, 'sealed')).status).toBe(200);
  });

  test.each([[1], [31], [200_000]])(
    'and is sealed anew with the same attempt is refused %i seconds later, even without the duplicate check',
    async (seconds) => {
      const sandbox = new Sandbox({ duplicatesBy: 'token' });
      const transfer = plainTransfer({ duplicate_check: false, tracking_id: 't' });
      const attempt = 'same-attempt-000000001';
      expect((await sandbox.post(P2P, (await sandbox.sealing()).request('transfer', transfer, attempt), 'sealed')).status).toBe(
        200,
      );
      await sandbox.advance(seconds);
      // `sealing()` has the new time, and each seal a jti of its own.
      const anew = (await sandbox.sealing()).request('transfer', transfer, attempt);
      expect(isDuplicate(await sandbox.post(P2P, anew, 'sealed'))).toBe(true);
      expect((await sandbox.get('/v2/transactions/tracking_id/t', 'sealed')).body.transactions).toHaveLength(1);
    },
  );

  test('an attempt whose request was refused is not used up', async () => {
    const sandbox = new Sandbox();
    const sealing = await sandbox.sealing();
    const attempt = 'same-attempt-000000002';
    const refused = { ...sealing.request('transfer', plainTransfer(), attempt), description: '' };
    expect((await sandbox.post(P2P, refused, 'sealed')).status).toBe(422);
    expect((await sandbox.post(P2P, sealing.request('transfer', plainTransfer(), attempt), 'sealed')).status).toBe(200);
  });

  test('of fifty at once pays exactly once', async () => {
    const sandbox = new Sandbox();
    const sealed = (await sandbox.sealing()).request('transfer', plainTransfer({ duplicate_check: false }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => sandbox.post(P2P, sealed, 'sealed')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(isDuplicate)).toHaveLength(49);
  });
});

test('by token string, two seals of one card are two cards', async () => {
  for (const [duplicatesBy, expected] of [
    ['pan', true],
    ['token', false],
  ] as const) {
    const sandbox = new Sandbox({ duplicatesBy });
    const sealing = await sandbox.sealing();
    const request = plainTransfer({
      credit_card: { number: SOURCE, verification_value: '123', exp_month: '01', exp_year: '2030' },
    });
    await sandbox.post(P2P, sealing.request('transfer', request), 'sealed');
    expect(isDuplicate(await sandbox.post(P2P, sealing.request('transfer', request), 'sealed'))).toBe(expected);
  }
});
