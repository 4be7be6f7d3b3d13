import { describe, expect, test } from 'vitest';
import { API } from '../sandbox.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database.

const DAILY = { plan: { amount: 1000, interval: 1, interval_unit: 'day' } };
const CHALLENGE = '4012000000001097';

/** The path of the page in the first e-mail that names one. */
async function linkOf(subscriber: Subscriber): Promise<string> {
  const texts = (await subscriber.letters()).map(({ text }) => text);
  const [, url = ''] = /(?:Cancel your subscription|Отменить подписку): (\S+)/.exec(texts.join('\n')) ?? [];
  return url.slice(API.length);
}

describe('the page that the e-mails lead to', () => {
  test('names the subscription, and cancels it when its button is pressed', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    const path = await linkOf(subscriber);
    expect(path).toMatch(new RegExp(`^/subscriber/${id}\\?token=[a-z2-7]{52}$`));
    const asked = await subscriber.sandbox.ask(path);
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store']);
    // Another site could frame the page and trick the payer into pressing the button.
    expect(asked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const text of [
      '<h1>Your subscription</h1>',
      'If you cancel, you won’t be charged again.',
      'Certified Market',
      'Tea of the month',
      '10.00 USD a day',
      '<dt>Next charge</dt><dd>10.00 USD, Nov 22, 2026, 10:00 AM UTC</dd>',
      '<button>Cancel your subscription</button>',
    ]) {
      expect(asked.body.text).toContain(text);
    }
    expect((await subscriber.subscription()).state).toBe('active');

    const pressed = await subscriber.sandbox.fetch(path, { method: 'POST' });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, API + path]);
    const after = await subscriber.sandbox.ask(path);
    expect(after.body.text).toContain('<h1>Your subscription is canceled</h1>');
    expect(after.body.text).toContain('<dt>Paid until</dt><dd>Nov 22, 2026, 10:00 AM UTC</dd>');
    expect(after.body.text).not.toContain('Next charge');
    expect(after.body.text).not.toContain('<button');
    await subscriber.sandbox.advance(30 * 86_400);
    expect(await subscriber.charges()).toHaveLength(1);
    expect(subscriber.events().map(([, event]) => event)).toEqual(['created', 'canceled']);
    // Pressed again in another tab: nothing happens, and it says so.
    expect((await subscriber.sandbox.fetch(path, { method: 'POST' })).status).toBe(303);
    await subscriber.sandbox.advance(1);
    expect(subscriber.events()).toHaveLength(2);
  });

  test('is where the payer’s browser is led after the payment, once the subscription runs; merchants are not', async () => {
    const subscriber = new Subscriber(CHALLENGE);
    const { cancel_url: before, redirect_url: bank } = await subscriber.subscribe(DAILY);
    await subscriber.answerBank(bank, { code: '123456', action: 'confirm' });
    const { cancel_url: after } = await subscriber.subscription();
    expect([before, after]).toEqual([null, API + (await linkOf(subscriber))]);
    await subscriber.sandbox.advance(1);
    expect(subscriber.sandbox.deliveries.map(({ body }) => body).join('\n')).not.toContain('cancel_url');
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
    const links = (await stranger.letters()).flatMap(({ text }) => /Cancel your subscription: (\S+)/.exec(text)?.[1] ?? []);
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
});
