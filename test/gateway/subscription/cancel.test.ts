import { describe, expect, test, vi } from 'vitest';
import type { SubscriptionRecord } from '../../../demo/gateway/store/record/subscription-record.js';
import { afterCharge, asCanceled, withCharge } from '../../../demo/gateway/subscription/schedule.js';
import { createCalendar } from '../../../demo/gateway/time/calendar.js';
import { API, Sandbox, seededRandom } from '../sandbox.js';
import { freshStore, sharedStores } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database.
vi.setConfig({ testTimeout: 60_000 });

const DAILY = { plan: { amount: 1000, interval: 1, interval_unit: 'day' } };
const CHALLENGE = '4012000000001097';

const cancel = (subscriber: Subscriber, id: string, init: RequestInit = {}) =>
  subscriber.sandbox.console(`/sandbox/subscriptions/${id}/cancel`, { method: 'POST', ...init });

/** A test card that pays once and is then declined for a while. */
async function cardThatPaysOnce(): Promise<string> {
  const cards = (await new Sandbox().console('/sandbox/cards')).body as unknown as { number: string; label: string }[];
  return cards.find(({ label }) => /pays once.*declin/i.test(label))?.number ?? '';
}

/** Every e-mail, oldest first. */
async function letters({
  sandbox,
}: Subscriber): Promise<{ uid: string; to: string; language: string; subject: string; text: string }[]> {
  const { body } = await sandbox.console('/sandbox/emails');
  return (body as unknown as { uid: string; to: string; language: string; subject: string; text: string }[]).toReversed();
}

/** The path of the page in the first e-mail that names one. */
async function linkOf(subscriber: Subscriber): Promise<string> {
  const texts = (await letters(subscriber)).map(({ text }) => text);
  const [, url = ''] = /(?:Cancel your subscription|Отменить подписку): (\S+)/.exec(texts.join('\n')) ?? [];
  return url.slice(API.length);
}

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
    expect(await subscriber.subscription()).toMatchObject({ state: 'canceled', updated_at: '2026-11-22T10:00:00Z' });
  });

  test('notifies the merchant, and the subscriber in their language, once', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY, { language: 'ru' });
    await cancel(subscriber, id);
    await subscriber.sandbox.advance(86_400);
    expect(subscriber.events().map(([, event]) => event)).toEqual(['active', 'canceled']);
    const about = (await letters(subscriber)).filter(({ uid }) => uid === id);
    expect(about).toEqual([
      expect.objectContaining({
        to: 'ann@example.com',
        language: 'ru',
        subject: 'Подписка отменена: Tea of the month, Certified Market',
      }),
    ]);
    expect(about[0]?.text).toContain('Больше за неё ничего не спишется.');
  });

  test('is also reported to the subscriber when failed attempts end the subscription', async () => {
    const subscriber = new Subscriber(await cardThatPaysOnce());
    const { id } = await subscriber.subscribe({ ...DAILY, number_payment_attempts: 1 });
    await subscriber.until('2026-11-22T10:00:01Z');
    expect((await subscriber.subscription()).state).toBe('canceled');
    expect((await letters(subscriber)).filter(({ uid }) => uid === id).map(({ subject }) => subject)).toEqual([
      'Your subscription is cancelled: Tea of the month, Certified Market',
    ]);
  });

  test('is possible in a trial, and while a declined charge is tried again', async () => {
    const trial = new Subscriber();
    const { id } = await trial.subscribe({ ...DAILY, trial: { amount: 100, interval: 3, interval_unit: 'day' } });
    expect((await cancel(trial, id)).body).toMatchObject({ state: 'canceled' });
    await trial.sandbox.advance(7 * 86_400);
    expect(await trial.charges()).toHaveLength(1);

    const recovering = new Subscriber(await cardThatPaysOnce());
    const { id: other } = await recovering.subscribe(DAILY);
    await recovering.until('2026-11-22T10:00:01Z');
    expect((await recovering.subscription()).state).toBe('failed_attempt');
    expect((await cancel(recovering, other)).status).toBe(200);
    await recovering.sandbox.advance(7 * 86_400);
    expect(await recovering.charges()).toHaveLength(2);
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

  test('refuses an unknown subscription, fields, and a request from another page', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    expect(await cancel(subscriber, 'sbs_none')).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
    const json = { 'content-type': 'application/json' };
    expect(await cancel(subscriber, id, { headers: json, body: '{"at":"end"}' })).toMatchObject({
      status: 422,
      body: { error_code: 'invalid_params', errors: { at: [expect.stringContaining('is unknown')] } },
    });
    expect((await cancel(subscriber, id, { headers: { origin: 'https://shop.example' } })).status).toBe(403);
    expect((await subscriber.subscription()).state).toBe('active');
    expect((await cancel(subscriber, id, { headers: json, body: '{}' })).status).toBe(200);
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
    const ended = afterCharge(asCanceled(charged, 6), 'successful', 7, createCalendar('UTC'));
    expect(ended).toMatchObject({
      state: 'canceled',
      nextChargeAt: null,
      paidCycles: 2,
      lastCharge: { uid: 'uid', result: 'successful' },
    });
  });
});

describe('the page that the e-mails lead to', () => {
  test('names the subscription, and cancels it when its button is pressed', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    const path = await linkOf(subscriber);
    expect(path).toMatch(new RegExp(`^/subscriptions/${id}/cancel\\?token=[a-z2-7]{52}$`));
    const asked = await subscriber.sandbox.ask(path);
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store']);
    // Another site could frame the page and trick the payer into pressing the button.
    expect(asked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const text of [
      'Cancel your subscription?',
      'Certified Market',
      'Tea of the month',
      '10.00 USD every day',
      'November 22, 2026',
    ]) {
      expect(asked.body.text).toContain(text);
    }
    expect((await subscriber.subscription()).state).toBe('active');

    const pressed = await subscriber.sandbox.fetch(path, { method: 'POST' });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, API + path]);
    const after = await subscriber.sandbox.ask(path);
    expect(after.body.text).toContain('<h1>Your subscription is cancelled</h1>');
    expect(after.body.text).not.toContain('<button');
    await subscriber.sandbox.advance(30 * 86_400);
    expect(await subscriber.charges()).toHaveLength(1);
    expect(subscriber.events().map(([, event]) => event)).toEqual(['active', 'canceled']);
    // Pressed again in another tab: nothing happens, and it says so.
    expect((await subscriber.sandbox.fetch(path, { method: 'POST' })).status).toBe(303);
    await subscriber.sandbox.advance(1);
    expect(subscriber.events()).toHaveLength(2);
  });

  test('is in the subscription’s language', async () => {
    const subscriber = new Subscriber();
    await subscriber.subscribe(DAILY, { language: 'ru' });
    const { body } = await subscriber.sandbox.ask(await linkOf(subscriber));
    for (const text of ['<html lang="ru" dir="ltr">', 'Отменить подписку?', 'каждый день', '22 ноября 2026'])
      expect(body.text).toContain(text);
  });

  test.each([
    ['without its token', (path: string) => path.split('?')[0] ?? ''],
    ['with half of it', (path: string) => path.slice(0, -20)],
    ['with another token', (path: string) => path.replace(/token=./, (found) => `token=${found.endsWith('a') ? 'b' : 'a'}`)],
    ['with the token of another subscription', (path: string, other: string) => `${path.split('?')[0]}?${other.split('?')[1]}`],
  ])('is not found %s, and cancels nothing', async (_, spoil) => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    const path = await linkOf(subscriber);
    const stranger = new Subscriber(undefined, subscriber.sandbox);
    await stranger.order((await stranger.plan(DAILY)).id, { duplicate_check: false });
    await stranger.sandbox.advance(1);
    const links = (await letters(stranger)).flatMap(({ text }) => /Cancel your subscription: (\S+)/.exec(text)?.[1] ?? []);
    expect(links).toHaveLength(2);
    const address = spoil(path, links.find((link) => !link.includes(id)) ?? '');
    for (const method of ['GET', 'POST']) {
      const { status, body } = await subscriber.sandbox.ask(address, { method });
      expect(status).toBe(404);
      expect(body.text).toContain('We couldn’t find this subscription');
      expect(body.text).not.toContain('Tea of the month');
    }
    expect((await subscriber.subscription()).state).toBe('active');
  });

  test('is in no e-mail about another payment or a subscription that never began, and its token is in no log', async () => {
    const subscriber = new Subscriber('4005550000000019');
    await subscriber.subscribe(DAILY);
    await subscriber.sandbox.transfer({ customer: { email: 'ann@example.com' } });
    const texts = (await letters(subscriber)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.join('\n')).not.toContain('Cancel your subscription');
    const paying = new Subscriber();
    await paying.subscribe(DAILY);
    const path = await linkOf(paying);
    await paying.sandbox.ask(path);
    const token = path.split('token=')[1] ?? '';
    expect(token).toHaveLength(52);
    expect(paying.sandbox.logLines.join('\n')).not.toContain(token);
    expect(JSON.stringify((await paying.sandbox.console('/sandbox/requests')).body)).not.toContain(token);
  });
});
