import { describe, expect, test } from 'vitest';
import { type NewTransfer } from '../../../src/merchant/index.js';
import { plainTransfer } from '../../gateway/sandbox.js';
import { Subscriber } from '../../gateway/subscriber.js';
import { openClient } from '../client/open-client.js';
import { ask, handlerOf } from './status-requests.js';

async function transferred(changes: Record<string, unknown> = {}) {
  const { client, sandbox } = await openClient();
  const request = plainTransfer({ tracking_id: 'order-1', ...changes }) as unknown as NewTransfer;
  return { client, sandbox, transaction: await client.createTransfer(request) };
}

describe('a question by tracking id', () => {
  test('is answered with outcome, amount and currency, and nothing else', async () => {
    const { client } = await transferred();
    const response = await handlerOf(client)(ask('?tracking_id=order-1'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ outcome: 'successful', amount: 10_000, currency: 'USD' });
  });

  test.each(['started_at=yesterday', 'started_at=2030-01-01T00:00:00Z&started_at=2030-01-01T00:00:00Z'])(
    'with %s is invalid',
    async (more) => {
      const { client } = await transferred();
      expect((await handlerOf(client)(ask(`?tracking_id=order-1&${more}`))).status).toBe(400);
    },
  );

  test('gets the bank’s page while a challenge is open, so that the payer can go on', async () => {
    const { client, transaction } = await transferred({
      credit_card: { ...plainTransfer()['credit_card'], number: '4012000000001097' },
    });
    for (const query of ['?tracking_id=order-1', `?uid=${transaction.uid}`, `?tracking_id=order-1&uid=${transaction.uid}`]) {
      expect(await (await handlerOf(client)(ask(query))).json()).toEqual({
        outcome: 'pending',
        amount: 10_000,
        currency: 'USD',
        redirectUrl: transaction.redirect_url,
      });
    }
  });
});

describe('a question by uid', () => {
  test('is answered once the tracking id from the gateway is authorized', async () => {
    const { client, transaction } = await transferred();
    const asked: unknown[] = [];
    const handler = handlerOf(client, { authorize: (_, ...about) => asked.push(about) > 0 });
    const response = await handler(ask(`?uid=${transaction.uid}`));
    expect(await response.json()).toEqual({ outcome: 'successful', amount: 10_000, currency: 'USD' });
    // A question by uid looks like one by tracking id, so the same rule applies to both.
    expect(asked).toEqual([['order-1', undefined]]);
  });

  test('is 404 for an unknown uid, a transaction without a tracking id, and another person’s, with identical answers', async () => {
    const { client, transaction } = await transferred();
    const { client: nameless, transaction: unnamed } = await transferred({ tracking_id: undefined });
    const answers = [
      await handlerOf(client)(ask('?uid=unknown')),
      await handlerOf(nameless)(ask(`?uid=${unnamed.uid}`)),
      await handlerOf(client, { authorize: () => false })(ask(`?uid=${transaction.uid}`)),
      await handlerOf(client, { authorize: () => false })(ask('?tracking_id=order-1')),
      await handlerOf(client, { authorize: () => false })(ask('?tracking_id=unknown')),
    ];
    const results = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(new Set(results.map(String)).size).toBe(1);
    expect(results[0]?.[0]).toBe(404);
  });
});

describe('a question by tracking id and uid', () => {
  const DECLINED = { credit_card: { ...plainTransfer()['credit_card'], number: '4005550000000019' } };

  test('is answered when the transaction with this uid has this tracking id, once that is authorized', async () => {
    const { client, transaction } = await transferred();
    const asked: unknown[] = [];
    const handler = handlerOf(client, { authorize: (_, ...about) => asked.push(about) > 0 });
    const response = await handler(ask(`?tracking_id=order-1&uid=${transaction.uid}`));
    expect(await response.json()).toEqual({ outcome: 'successful', amount: 10_000, currency: 'USD' });
    expect(asked).toEqual([['order-1', undefined]]);
  });

  test('is unknown when they do not match, even if the other person’s transaction succeeded', async () => {
    const { client, transaction: stranger } = await transferred({ tracking_id: 'order-of-a-stranger' });
    await client.createTransfer(plainTransfer({ tracking_id: 'order-1', ...DECLINED }) as unknown as NewTransfer);
    const response = await handlerOf(client)(ask(`?tracking_id=order-1&uid=${stranger.uid}`));
    expect(await response.json()).toEqual({ outcome: 'unknown' });
  });

  test('about a subscription, by its own id, is answered from its charge', async () => {
    const { client, sandbox } = await openClient();
    const { id } = await new Subscriber(undefined, sandbox).subscribe({}, { tracking_id: 'order-3' });
    const handler = handlerOf(client);
    expect(await (await handler(ask(`?tracking_id=order-3&uid=${id}`))).json()).toEqual({
      outcome: 'successful',
      amount: 1_000,
      currency: 'USD',
    });
    expect(await (await handler(ask('?tracking_id=order-3&uid=sbs_of_a_stranger'))).json()).toEqual({ outcome: 'unknown' });
  });
});
