import { describe, expect, test } from 'vitest';
import { UnknownOutcomeError } from '../../../src/merchant/index.js';
import { failureOf } from './open-client.js';
import { brokenLine, scripted, type Step } from './scripted-wire.js';
import { FOUND, REFUSED, PASSING, CHANGING } from './failing-calls.js';

describe('a call that changes something', () => {
  test.each(CHANGING)('%s is sent once, and its outcome is unknown after every failure that proves nothing', async (_, call) => {
    const doubtful: Step[] = [
      ...PASSING.map(([, step]) => step),
      { status: 409, body: { message: 'conflict' } },
      { status: 302, headers: { location: 'https://elsewhere.example' } },
      { status: 403, body: '<h1>firewall</h1>' },
    ];
    for (const step of doubtful) {
      const { client, clock, sent } = scripted([step, FOUND]);
      const failed = failureOf(call(client));
      await clock.advance(600_000);
      expect(await failed).toMatchObject({ code: 'outcome_unknown', party: 'gateway' });
      expect(sent).toHaveLength(1);
    }
  });

  test.each(CHANGING.filter(([name]) => name !== 'updateProduct'))(
    '%s has an unknown outcome after a success without content',
    async (_, call) => {
      const { client, sent } = scripted([{ status: 200, body: '{"tran' }]);
      expect(await failureOf(call(client))).toMatchObject({ code: 'outcome_unknown', cause: { code: 'answer_off_contract' } });
      expect(sent).toHaveLength(1);
    },
  );

  test.each(CHANGING)('%s was certainly refused if the answer is the gateway’s error body', async (_, call) => {
    const { client, sent } = scripted([REFUSED]);
    expect(await failureOf(call(client))).toMatchObject({
      code: 'request_refused',
      fields: [{ path: ['amount'], messages: ['is wrong'] }],
    });
    expect(sent).toHaveLength(1);
  });

  test.each(CHANGING)('%s was not authorized when the answer is 401, whatever its body', async (_, call) => {
    const { client } = scripted([{ status: 401, body: 'HTTP Basic: Access denied.' }]);
    expect(await failureOf(call(client))).toMatchObject({ code: 'credentials_refused' });
  });

  test('a 404 leaves a creation in doubt, but proves that a missing product or subscription was not changed', async () => {
    const nowhere = { status: 404, body: '<h1>nginx</h1>' };
    for (const [name, call] of CHANGING) {
      const { client } = scripted([nowhere]);
      const code = name === 'updateProduct' || name === 'cancelSubscription' ? 'not_found' : 'outcome_unknown';
      expect(await failureOf(call(client))).toMatchObject({ code });
    }
  });

  test('the error of a lost transfer names the call and the id to find it with', async () => {
    const { client } = scripted([brokenLine('ECONNRESET')]);
    const request = { amount: 1, currency: 'USD', description: 'x' };
    const error = await failureOf(client.createTransfer({ ...request, tracking_id: 'order-1' }));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ trackingId: 'order-1', cause: { code: 'network_unreachable' } });
    expect((error as Error).message).toMatch(
      /may have been carried out.*\(ECONNRESET\).*Don't send it again.*findTransactions\(trackingId\)/,
    );
    const nameless = await failureOf(client.createTransfer(request));
    expect(nameless).toMatchObject({ trackingId: undefined });
    expect((nameless as Error).message).toMatch(/without a tracking_id/);
  });

  test.each([
    ['created product', CHANGING[1]!, 'listProducts()'],
    ['changed product', CHANGING[2]!, 'getProduct()'],
    ['created plan', CHANGING[3]!, 'listPlans()'],
    ['created customer', CHANGING[4]!, 'listCustomers()'],
    ['created subscription', CHANGING[5]!, 'findTransactions(trackingId)'],
    ['cancelled subscription', CHANGING[6]!, 'getSubscription()'],
  ] as const)('the error for a lost answer to a %s names the call that finds out', async (_, [, call], cure) => {
    const { client } = scripted([{ status: 500 }]);
    expect(((await failureOf(call(client))) as Error).message).toContain(cure);
  });

  test('a product whose email "is already taken" is a refusal: only transfers have duplicates', async () => {
    const taken = { status: 422, body: { message: 'email is already taken', errors: { email: ['is already taken'] } } };
    const { client } = scripted([taken]);
    expect(await failureOf(CHANGING[4]![1](client))).toMatchObject({ code: 'request_refused' });
    expect(await failureOf(CHANGING[0]![1](client))).toMatchObject({ code: 'outcome_unknown' });
  });
});
