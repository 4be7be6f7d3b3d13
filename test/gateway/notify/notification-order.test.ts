import { describe, expect, test } from 'vitest';
import type { GatewayOptions } from '../../../demo/gateway/gateway-options.js';
import { Sandbox } from '../sandbox.js';
import { Subscriber } from '../subscriber.js';

// Notifications about one subscription arrive in order: its charge's transaction, then its new state.

/** A notification as one word: the status of its transaction, or the event of its subscription. */
interface Notified {
  readonly subscription: string;
  readonly what: string;
}

const read = (body: string): Notified => {
  const { transaction, id, event } = JSON.parse(body) as {
    transaction?: { status: string; subscription_id: string };
    id?: string;
    event?: string;
  };
  return transaction
    ? { subscription: transaction.subscription_id, what: `transaction ${transaction.status}` }
    : { subscription: id ?? '', what: `subscription ${event?.replace('.subscription', '')}` };
};

/** A merchant's server that answers with `answer`, and records each notification and its own answers, in order. */
function merchant(answer: (notification: Notified) => Promise<number> | number) {
  const came: Notified[] = [];
  const happened: string[] = [];
  const fetch: GatewayOptions['fetch'] = async (_, init) => {
    const notification = read(init?.body as string);
    came.push(notification);
    happened.push(`${notification.what} came`);
    const status = await answer(notification);
    happened.push(`${notification.what} got ${status}`);
    return new Response(null, { status });
  };
  return { came, happened, fetch };
}

const pause = (milliseconds: number) => new Promise((resolve) => void setTimeout(resolve, milliseconds));
const ofTransactions = ({ what }: Notified): boolean => what.startsWith('transaction');
const resendFirst = async ({ sandbox }: Subscriber) => {
  const { body } = await sandbox.console('/sandbox/notifications');
  const first = (body as unknown as { id: string }[]).at(-1);
  return sandbox.console(`/sandbox/notifications/${first?.id}/resend`, { method: 'POST' });
};

describe("a subscription's notification", () => {
  test("comes only after the merchant has answered its transaction's notification, however long that takes", async () => {
    const { happened, fetch } = merchant(async (notification) => {
      if (ofTransactions(notification)) await pause(100);
      return 200;
    });
    await new Subscriber(undefined, new Sandbox({ fetch })).subscribe();
    expect(happened).toEqual([
      'transaction successful came',
      'transaction successful got 200',
      'subscription created came',
      'subscription created got 200',
    ]);
  });

  test("waits while its transaction's notification is retried, and comes as soon as that one is delivered", async () => {
    let answer = 500;
    const { happened, fetch } = merchant((notification) => (ofTransactions(notification) ? answer : 200));
    const subscriber = new Subscriber(undefined, new Sandbox({ fetch }));
    await subscriber.subscribe();
    // The first retry comes 8 to 66 seconds after the first attempt, the second one 1 to 3 minutes later.
    await subscriber.sandbox.advance(67);
    expect(happened.filter((step) => step.endsWith('came'))).toEqual([
      'transaction successful came',
      'transaction successful came',
    ]);
    answer = 200;
    await subscriber.sandbox.advance(180);
    expect(happened.slice(-4)).toEqual([
      'transaction successful came',
      'transaction successful got 200',
      'subscription created came',
      'subscription created got 200',
    ]);
  });

  test("comes after its transaction's notification was given up", async () => {
    const { came, fetch } = merchant((notification) => (ofTransactions(notification) ? 404 : 200));
    const subscriber = new Subscriber(undefined, new Sandbox({ fetch }));
    await subscriber.subscribe();
    await subscriber.sandbox.advance(14 * 86_400);
    const [last] = came.slice(-1);
    expect([came.filter(ofTransactions).length, last?.what]).toEqual([16, 'subscription created']);
  });

  test("comes after its transaction's notification was delivered by hand, and sending by hand waits for nothing", async () => {
    let answer = 500;
    const { came, fetch } = merchant(() => answer);
    const subscriber = new Subscriber(undefined, new Sandbox({ fetch }));
    await subscriber.subscribe();
    answer = 200;
    expect((await resendFirst(subscriber)).body.state).toBe('delivered');
    await subscriber.sandbox.advance(0);
    expect(came.map(({ what }) => what)).toEqual(['transaction successful', 'transaction successful', 'subscription created']);
    // The try that was to follow finds nothing to do.
    await subscriber.sandbox.advance(3_600);
    expect(came).toHaveLength(3);
  });

  test('does not delay other subscriptions', async () => {
    let blocked: string | undefined;
    const { came, fetch } = merchant(({ subscription }) => (subscription === (blocked ??= subscription) ? 500 : 200));
    const sandbox = new Sandbox({ fetch });
    await new Subscriber('4200000000000000', sandbox).subscribe();
    const { id } = await new Subscriber('4012000000001006', sandbox).subscribe();
    expect(came.filter(({ subscription }) => subscription === id).map(({ what }) => what)).toEqual([
      'transaction successful',
      'subscription created',
    ]);
  });

  test('that is sent by hand out of turn leaves the order of the others as it is', async () => {
    let answer = 500;
    const { came, fetch } = merchant(() => answer);
    const subscriber = new Subscriber(undefined, new Sandbox({ fetch }));
    const { id } = await subscriber.subscribe();
    await subscriber.sandbox.console(`/sandbox/subscriptions/${id}/cancel`, { method: 'POST' });
    const listed = (await subscriber.sandbox.console('/sandbox/notifications')).body as unknown as {
      id: string;
      state: string;
    }[];
    expect(listed.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    answer = 200;
    await subscriber.sandbox.console(`/sandbox/notifications/${listed[1]?.id}/resend`, { method: 'POST' });
    await subscriber.sandbox.advance(3_600);
    expect(came.map(({ what }) => what)).toEqual([
      'transaction successful',
      'subscription created',
      'transaction successful',
      'subscription canceled',
    ]);
  });
});

test('a notification that was delivered by hand during an attempt stays delivered', async () => {
  const answers: ((status: number) => void)[] = [];
  const { came, fetch } = merchant(() => new Promise((resolve) => answers.push(resolve)));
  const subscriber = new Subscriber(undefined, new Sandbox({ fetch }));
  const subscribing = subscriber.subscribe();
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(1);
  const resending = resendFirst(subscriber);
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(2);
  answers[1]?.(200);
  expect((await resending).body.state).toBe('delivered');
  answers[0]?.(500);
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(3);
  answers[2]?.(200);
  await subscribing;
  await subscriber.sandbox.advance(3_600);
  expect(came.map(({ what }) => what)).toEqual(['transaction successful', 'transaction successful', 'subscription created']);
});
