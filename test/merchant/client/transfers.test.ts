import { describe, expect, test } from 'vitest';
import { GatewayAnswerError, UnknownOutcomeError } from '../../../src/merchant/index.js';
import { plainCheck, plainTransfer } from '../../gateway/sandbox.js';
import { failureOf, openClient } from './open-client.js';

type Transfer = Parameters<Awaited<ReturnType<typeof openClient>>['client']['createTransfer']>[0];
type Check = Parameters<Awaited<ReturnType<typeof openClient>>['client']['checkTransfer']>[0];
const transfer = (changes: Record<string, unknown> = {}): Transfer =>
  plainTransfer({ tracking_id: 'order-1', ...changes }) as unknown as Transfer;
const check = (changes: Record<string, unknown> = {}): Check => plainCheck(changes) as unknown as Check;

describe('a check', () => {
  test('returns the commission of a possible transfer', async () => {
    const { client } = await openClient();
    const { status, commission } = await client.checkTransfer(check());
    expect(status).toBe('successful');
    expect(commission).toMatchObject({ currency: 'USD' });
  });

  test('that names required fields is an answer, not an error', async () => {
    const { client } = await openClient();
    const answer = await client.checkTransfer(check({ credit_card: { number: '4000100000000018' } }));
    expect(answer.status).toBe('failed');
    expect(answer.required_fields?.credit_card).toEqual(['holder']);
  });
});

describe('a transfer', () => {
  test('is made, and found by its uid and by its tracking id', async () => {
    const { client } = await openClient();
    const made = await client.createTransfer(transfer());
    expect(made).toMatchObject({ status: 'successful', amount: 10_000, currency: 'USD', tracking_id: 'order-1' });
    expect(await client.getTransaction(made.uid)).toMatchObject({ uid: made.uid, status: 'successful' });
    expect(await client.findTransactions('order-1')).toMatchObject([{ uid: made.uid }]);
  });

  test('that is declined is an answer, not an error', async () => {
    const { client } = await openClient();
    const declined = transfer();
    declined.credit_card = { ...declined.credit_card, number: '4005550000000019' };
    expect(await client.createTransfer(declined)).toMatchObject({ status: 'failed' });
  });

  test('that was refused throws an error with every message of every field', async () => {
    const { client } = await openClient();
    const refused = transfer({ amount: 10.5, currency: 'ZZZ', credit_card: { number: '1' }, description: '' });
    const error = await failureOf(client.createTransfer(refused));
    expect(error).toBeInstanceOf(GatewayAnswerError);
    const { code, party, status, body, fields } = error as GatewayAnswerError;
    expect({ code, party, status, error: body?.code }).toEqual({
      code: 'request_refused',
      party: 'merchant',
      status: 422,
      error: 'invalid_params',
    });
    const messages = Object.fromEntries(fields.map(({ path, messages: texts }) => [path.join('.'), texts]));
    expect(messages).toMatchObject({
      amount: ['must be an integer'],
      currency: ['is unknown ISO 4217 Alpha-3 code'],
      'credit_card.number': ['is not a card number'],
      description: ["can't be blank"],
    });
  });

  test('that is rejected as a duplicate has an unknown outcome: the rejection is about another request', async () => {
    const { client } = await openClient();
    await client.createTransfer(transfer());
    const error = await failureOf(client.createTransfer(transfer({ tracking_id: 'order-2' })));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({
      code: 'outcome_unknown',
      trackingId: 'order-2',
      cause: { code: 'request_refused', status: 422 },
    });
  });
});

describe('a status query', () => {
  test('for an unknown uid is not_found', async () => {
    const { client } = await openClient();
    const error = await failureOf(client.getTransaction('unknown'));
    expect(error).toMatchObject({ code: 'not_found', party: 'merchant', status: 404 });
  });

  test('for an unknown tracking id is an empty list', async () => {
    const { client } = await openClient();
    expect(await client.findTransactions('unknown')).toEqual([]);
  });

  test('finds a tracking id that contains characters with a meaning in addresses', async () => {
    const { client } = await openClient();
    const trackingId = 'a/b?c=d#e%20 ü';
    const { uid } = await client.createTransfer(transfer({ tracking_id: trackingId }));
    expect(await client.findTransactions(trackingId)).toMatchObject([{ uid, tracking_id: trackingId }]);
  });

  test('refuses an invalid id before anything is sent', async () => {
    const { client } = await openClient({ fetch: () => Promise.reject(new Error('sent')) });
    for (const id of ['', '.', '..', 'a\ud800']) {
      for (const attempt of [
        client.getTransaction(id),
        client.findTransactions(id),
        client.getProduct(id),
        client.updateProduct(id, { name: 'x' }),
        client.getPlan(id),
        client.getCustomer(id),
      ]) {
        await expect(attempt).rejects.toThrow(TypeError);
      }
    }
  });
});

test("another shop's secret is refused, and appears in no error", async () => {
  const { client } = await openClient({ secretKey: 'sk_wrong_for_sure' });
  for (const attempt of [
    client.checkTransfer(check()),
    client.createTransfer(transfer()),
    client.getTransaction('1'),
    client.listProducts(),
  ]) {
    const error = await failureOf(attempt);
    expect(error).toMatchObject({ code: 'credentials_refused', party: 'merchant', status: 401 });
    expect(`${(error as Error).message} ${JSON.stringify(error)}`).not.toContain('sk_wrong');
  }
});
