import { describe, expect, test } from 'vitest';
import { GatewayError, UnknownOutcomeError } from '../../../src/merchant/index.js';
import { plainCheck, plainTransfer } from '../../gateway/sandbox.js';
import { failureOf, openClient } from './open-client.js';

type Transfer = Parameters<Awaited<ReturnType<typeof openClient>>['client']['createTransfer']>[0];
type Check = Parameters<Awaited<ReturnType<typeof openClient>>['client']['checkTransfer']>[0];
const transfer = (changes: Record<string, unknown> = {}): Transfer =>
  plainTransfer({ tracking_id: 'order-1', ...changes }) as unknown as Transfer;
const check = (changes: Record<string, unknown> = {}): Check => plainCheck(changes) as unknown as Check;

describe('a check', () => {
  test('that names required fields is an answer, not an error', async () => {
    const { client } = await openClient();
    const answer = await client.checkTransfer(check({ credit_card: { number: '4000100000000018' } }));
    expect(answer.status).toBe('failed');
    expect(answer.required_fields?.credit_card).toEqual(['holder']);
  });
});

describe('a transfer', () => {
  test('that was refused throws an error with every message of every field', async () => {
    const { client } = await openClient();
    const refused = transfer({ amount: 10.5, currency: 'ZZZ', credit_card: { number: '1' }, description: '' });
    const error = await failureOf(client.createTransfer(refused));
    expect(error).toBeInstanceOf(GatewayError);
    const { code, party, status, body, fields } = error as GatewayError;
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
