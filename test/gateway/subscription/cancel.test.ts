import { describe, expect, test } from 'vitest';
import type { SubscriptionRecord } from '../../../demo/gateway/store/record/subscription-record.js';
import { afterCharge, asCanceled, withCharge } from '../../../demo/gateway/subscription/schedule.js';
import { createCalendar } from '../../../demo/gateway/time/calendar.js';
import { Sandbox, seededRandom } from '../sandbox.js';
import { freshStore, sharedStores } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database.

const DAILY = { plan: { amount: 1000, interval: 1, interval_unit: 'day' } };
const CHALLENGE = '4012000000001097';

const cancel = (subscriber: Subscriber, id: string, init: RequestInit = {}) =>
  subscriber.sandbox.console(`/sandbox/subscriptions/${id}/cancel`, { method: 'POST', ...init });

describe('cancelling in the console', () => {
  test('ends the subscription, and no later hour charges it', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    await subscriber.until('2026-11-22T10:00:00Z');
    expect(await subscriber.charges()).toHaveLength(2);
    const { status, body } = await cancel(subscriber, id);
    expect([status, body]).toMatchObject([200, { id, state: 'canceled', charge_count: 2, due: [], ends_at: null }]);
    await subscriber.until('2027-03-01T10:00:00Z');
    expect(await subscriber.charges()).toHaveLength(2);
    expect(await subscriber.subscription()).toMatchObject({
      state: 'canceled',
      cancel_reason: 'Cancelled in the console',
      cancelled_at: '2026-11-22T10:00:00Z',
      renew_at: null,
      active_to: '2026-11-23T10:00:00Z',
    });
  });

  test('notifies the merchant, and the subscriber in their language, once', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY, { language: 'ru' });
    await cancel(subscriber, id);
    await subscriber.sandbox.advance(86_400);
    expect(subscriber.events().map(([, event]) => event)).toEqual(['created', 'canceled']);
    const about = (await subscriber.letters()).filter(({ uid }) => uid === id);
    expect(about).toEqual([
      expect.objectContaining({
        to: 'ann@example.com',
        language: 'ru',
        subject: 'Подписка отменена: Tea of the month, Certified Market',
      }),
    ]);
    expect(about[0]?.text).toContain('Больше за неё ничего не спишется.');
  });

  test('refuses one that has ended, with its state, and notifies no one again', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    await cancel(subscriber, id);
    await subscriber.sandbox.advance(1);
    const before = subscriber.events();
    expect(await cancel(subscriber, id)).toMatchObject({
      status: 409,
      body: { error_code: 'subscription_ended', message: `Subscription ${id} has already ended: it is canceled.` },
    });
    await subscriber.sandbox.advance(1);
    expect(subscriber.events()).toEqual(before);
    const failed = new Subscriber('4005550000000019');
    const never = await failed.subscribe(DAILY);
    expect((await cancel(failed, never.id)).body).toMatchObject({
      error_code: 'subscription_ended',
      message: expect.stringContaining('it is failed'),
    });
  });

  test('refuses one whose first payment waits for the bank, and that payment still starts it', async () => {
    const subscriber = new Subscriber(CHALLENGE);
    const { id, redirect_url: bank } = await subscriber.subscribe(DAILY);
    expect(await cancel(subscriber, id)).toMatchObject({ status: 409, body: { error_code: 'subscription_not_begun' } });
    await subscriber.answerBank(bank, { code: '123456', action: 'confirm' });
    expect((await subscriber.subscription()).state).toBe('active');
    expect((await cancel(subscriber, id)).status).toBe(200);
  });
});

describe('cancelling during a charge', () => {
  test.each([-1, 0, 1, 2, 5, 20])('either the charge comes first or there is no charge (%i steps later)', async (steps) => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    await subscriber.until('2026-11-22T09:59:59Z');
    const [first] = steps < 0 ? [cancel(subscriber, id)] : [];
    const charging = subscriber.sandbox.advance(1);
    for (let step = 0; step < steps; step += 1) await new Promise(setImmediate);
    const [{ status }] = await Promise.all([first ?? cancel(subscriber, id), charging]);
    const charges = await subscriber.charges();
    expect(status).toBe(200);
    expect([1, 2]).toContain(charges.length);
    // Every charge is final, and no other charge follows.
    expect(charges.every(([, , result]) => result === 'successful')).toBe(true);
    await subscriber.sandbox.advance(30 * 86_400);
    expect(await subscriber.charges()).toEqual(charges);
    expect((await subscriber.subscription()).state).toBe('canceled');
  });

  test.each([0, 2, 8, 30])('by a different process than the one that charges, %i milliseconds later', async (milliseconds) => {
    const [store, other = store] = sharedStores(2);
    if (!store || !other) throw new Error('no store');
    const vaultKey = new Uint8Array(32);
    const subscriber = new Subscriber(undefined, new Sandbox({ store, vaultKey }));
    const neighbour = new Subscriber(undefined, new Sandbox({ store: other, vaultKey, random: seededRandom('neighbour') }));
    const { id } = await subscriber.subscribe(DAILY);
    await subscriber.until('2026-11-22T09:59:59Z');
    const charging = subscriber.sandbox.advance(1);
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
    const [{ status }] = await Promise.all([cancel(neighbour, id), charging]);
    const charges = await subscriber.charges();
    expect([status, [1, 2].includes(charges.length)]).toEqual([200, true]);
    await subscriber.sandbox.advance(10 * 86_400);
    expect(await subscriber.charges()).toEqual(charges);
    expect((await subscriber.subscription()).state).toBe('canceled');
  });

  test('two at once end it once', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    const answers = await Promise.all([cancel(subscriber, id), cancel(subscriber, id)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    await subscriber.sandbox.advance(1);
    expect(subscriber.events().filter(([, event]) => event === 'canceled')).toHaveLength(1);
  });

  test('a payment in between is recorded, and does not restart it', async () => {
    const store = freshStore();
    const subscriber = new Subscriber(undefined, new Sandbox({ store }));
    const { id } = await subscriber.subscribe(DAILY);
    const running = (await store.subscriptions.byId(id)) as SubscriptionRecord;
    const charged = withCharge(running, { kind: 'cycle', cycle: 2, amount: 1000 }, 'uid', 5);
    const ended = afterCharge(asCanceled(charged, 'Moved', 6), 'successful', 7, createCalendar('UTC'));
    expect(ended).toMatchObject({
      state: 'canceled',
      cancelled: { at: 6, reason: 'Moved' },
      nextChargeAt: null,
      activeTo: expect.any(Number),
      paidCycles: 2,
      lastCharge: { uid: 'uid', result: 'successful' },
    });
  });
});
