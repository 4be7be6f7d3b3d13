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

  test('a payment without the check still counts for the next one with it', async () => {
    expect(await again({ duplicate_check: false }, 1, {})).toBe(true);
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
