import { describe, expect, test } from 'vitest';
import { notificationFor, transfer } from '../merchant/notification/notification.js';
import { openShop } from './open-shop.js';

type Shop = ReturnType<typeof openShop>;

interface Known {
  readonly orders: readonly Record<string, unknown>[];
  readonly elsewhere: readonly Record<string, unknown>[];
  readonly strays: readonly unknown[];
}
const known = async (shop: Shop, as?: string): Promise<Known> =>
  (await shop.call('/api/transfers', { as })).json() as Promise<Known>;

/** The cookie that a browser keeps of an answer: the last one of its name. */
const kept = (response: Response): string => response.headers.getSetCookie().at(-1)!.split(';')[0]!;

/** Returns from the payment page with the parameters in its address. */
async function comeBack(shop: Shop, query: string, as?: string): Promise<{ readonly html: string; readonly as: string }> {
  const response = await shop.call(`/bought?${query}`, { as });
  return { html: await response.text(), as: as ?? kept(response) };
}

/** The address to which the page moves on by itself; undefined: it stays. */
const nextCheck = (html: string): string | undefined =>
  /<main [^>]*data-again="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');

// With a tracking id of the gateway's page, since the shop opened no order.
const coffee = (changes: Readonly<Record<string, unknown>> = {}) => ({
  uid: 'u-1',
  type: 'payment',
  amount: 1850,
  product_id: 'prd_1',
  recipient_card: null,
  tracking_id: '6e1f-of-the-page',
  ...changes,
});

describe('a product bought by its payment link', () => {
  test('becomes a new order, whose public part everyone sees', async () => {
    const shop = openShop();
    expect((await shop.notify(coffee())).status).toBe(200);
    expect(await known(shop)).toMatchObject({ orders: [], strays: [] });
    expect((await known(shop)).elsewhere).toEqual([{ sku: 'coffee', openedAt: '2026-11-21T10:42:00.000Z', state: 'paid' }]);
  });

  test('twice is two orders, each paid; a repeated notification adds none', async () => {
    const shop = openShop();
    await shop.notify(coffee());
    await shop.notify(coffee());
    await shop.notify(coffee({ uid: 'u-2' }));
    expect((await known(shop)).elsewhere).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
  });

  test('becomes the order of the first session that returns with its uid', async () => {
    const shop = openShop();
    await shop.notify(coffee());
    const buyer = await comeBack(shop, 'uid=u-1&status=successful');
    expect(buyer.html).toContain('<h1>Thank you for your payment</h1>');
    expect(buyer.html).toMatch(/Coffee[^$]*18\.50\sUSD/);
    expect((await known(shop, buyer.as)).orders).toMatchObject([
      { begun: 'on the payment page', state: 'paid', trackingId: '6e1f-of-the-page' },
    ]);
    expect((await known(shop)).elsewhere).toEqual([]);
    const other = await comeBack(shop, 'uid=u-1&status=successful');
    expect(other.html).toContain('<h1>Welcome back</h1>');
    expect((await known(shop, other.as)).orders).toEqual([]);
  });

  test('is asked for at the gateway where the payer is back before the notification', async () => {
    const shop = openShop({
      gateway: ({ url }) =>
        url.endsWith('/transactions/u-1')
          ? Response.json({ transaction: transfer(coffee({ test: true })) })
          : new Response(null, { status: 404 }),
    });
    const buyer = await comeBack(shop, 'uid=u-1&status=successful');
    expect(buyer.html).toContain('Thank you for your payment');
    await shop.notify(coffee());
    expect((await known(shop, buyer.as)).orders).toMatchObject([
      { state: 'paid', transactions: [{ sources: ['status', 'notification'] }] },
    ]);
  });

  test.each([['uid=u-9&status=successful'], ['status=successful'], ['']])(
    'is not believed from the address %j alone',
    async (query) => {
      const { html } = await comeBack(openShop(), query);
      expect(html).toContain('<h1>Welcome back</h1>');
      expect(html).not.toContain('Thank you');
    },
  );

  test('is awaited when the gateway has not reported it yet, but not without an id', async () => {
    expect(nextCheck((await comeBack(openShop(), 'id=sbs_1')).html)).toBe('/bought?id=sbs_1&checks=1');
    expect((await comeBack(openShop(), '')).html).not.toMatch(/data-again|checks again/);
  });

  test('is shown to its payer by name, price and one reference, without the gateway’s own words', async () => {
    const shop = openShop();
    await shop.notify(coffee());
    const { html } = await comeBack(shop, 'uid=u-1');
    const text = html
      .split('<main')[1]!
      .split('</main>')[0]!
      .replaceAll(/<[^>]*>/g, ' ');
    expect(text).toMatch(/Thank you for your payment.*Item\s+Coffee.*You paid\s+18\.50\sUSD.*Reference\s+6e1f-of-the-page/s);
    expect(text).not.toMatch(/successful|notification|u-1/);
  });

  test.each([['uid=made-up'], ['id=made-up'], ['uid=u-open'], ['uid=made-up&checks=-5'], ['uid=made-up&checks=x']])(
    'is looked for twenty times, then the page at %s stops and says what to do',
    async (query) => {
      const shop = openShop();
      await shop.notify(coffee({ uid: 'u-open', status: 'incomplete' }));
      let looks = 0;
      let { html, as } = await comeBack(shop, query);
      for (let next = nextCheck(html); next !== undefined && looks < 50; next = nextCheck(html)) {
        looks += 1;
        ({ html, as } = await comeBack(shop, next.replace('/bought?', ''), as));
      }
      expect(looks).toBe(20);
      expect(html).toContain('<h1>Still no result</h1>');
      expect(html).toContain('If you’ve paid, don’t pay again');
      const [name, id] = [...new URLSearchParams(query)][0]!;
      expect(html).toContain(`<a href="/bought?${name}=${id}">Check again</a>`);
    },
  );

  test.each(['call +1 217 555 0100', 'CALL-1-217-555-0100'])(
    'shows nothing of an address that the gateway has not confirmed: %s',
    async (uid) => {
      const { html } = await comeBack(openShop(), `uid=${encodeURIComponent(uid)}&checks=20`);
      expect(html).toContain('Still no result');
      // Only the link to check again contains it, as a part of its address.
      expect(html.replaceAll(/<a href="[^"]*">/g, '')).not.toMatch(/call/i);
    },
  );
});

describe('a product whose notifications name none, as at most gateways', () => {
  const notify = async (shop: Shop, path: string, changes = {}): Promise<number> => {
    const transaction = transfer(coffee({ product_id: undefined, tracking_id: null, test: true, ...changes }));
    const request = notificationFor(shop.keys, { body: JSON.stringify({ transaction }) });
    const url = `${new URL(request.url).origin}${path}`;
    return (await shop.app.request(new Request(url, request))).status;
  };

  test('is known by the address that its notifications come to', async () => {
    const shop = openShop();
    expect(await notify(shop, '/notifications/coffee')).toBe(200);
    expect(await known(shop)).toMatchObject({ strays: [], elsewhere: [{ sku: 'coffee', state: 'paid' }] });
  });
});

const PLAN = {
  id: 'pln_1',
  title: 'Club',
  currency: 'USD',
  test: true,
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
};

describe('a plan subscribed to on its page', () => {
  const subscription = (changes: Readonly<Record<string, unknown>> = {}) => ({
    id: 'sbs_1',
    event: 'trial',
    state: 'trial',
    tracking_id: null,
    customer: { id: 'cst_1' },
    plan: PLAN,
    last_transaction: last(),
    ...changes,
  });
  const last = (uid = 'charge-1', status = 'successful') => ({
    uid,
    status,
    message: 'Paid',
    created_at: '2026-11-21T10:00:00Z',
  });
  const charge = (changes: Readonly<Record<string, unknown>> = {}) => ({
    uid: 'charge-1',
    type: 'payment',
    amount: 100,
    test: true,
    tracking_id: null,
    subscription_id: 'sbs_1',
    recipient_card: null,
    ...changes,
  });
  const notify = async (shop: Shop, body: unknown): Promise<number> =>
    (await shop.app.request(notificationFor(shop.keys, { body: JSON.stringify(body) }))).status;

  test('becomes an order with its charges, even if the first one is reported earlier', async () => {
    const shop = openShop();
    await shop.notify(charge());
    await notify(shop, subscription());
    await shop.notify(charge({ uid: 'charge-2', amount: 1000 }));
    expect(await known(shop)).toMatchObject({ strays: [], elsewhere: [{ sku: 'club', state: 'paid' }] });
    const { as } = await comeBack(shop, 'id=sbs_1');
    expect((await known(shop, as)).orders).toMatchObject([
      {
        begun: 'on the payment page',
        trackingId: 'sbs_1',
        state: 'paid',
        transactions: [
          { uid: 'charge-1', verdict: 'charge' },
          { uid: 'sbs_1', kind: 'subscription', verdict: 'pays' },
          { uid: 'charge-2', verdict: 'charge' },
        ],
      },
    ]);
  });

  test('is unknown while only charges were reported; they join it later', async () => {
    const shop = openShop();
    await shop.notify(charge({ uid: 'charge-2', amount: 1000 }));
    expect(await known(shop)).toMatchObject({ strays: [{ verdict: 'early' }], elsewhere: [] });
    await notify(shop, subscription());
    expect(await known(shop)).toMatchObject({ strays: [], elsewhere: [{ state: 'paid' }] });
    const { as } = await comeBack(shop, 'id=sbs_1');
    expect((await known(shop, as)).orders).toMatchObject([
      {
        transactions: [
          { uid: 'charge-2', verdict: 'charge' },
          { uid: 'sbs_1', verdict: 'pays' },
        ],
      },
    ]);
  });
});

describe('a subscriber', () => {
  const running = {
    id: 'sbs_1',
    state: 'active',
    tracking_id: null,
    active_to: '2026-12-21T10:00:00Z',
    paid_billing_cycles: 1,
    plan: PLAN,
    last_transaction: { uid: 'charge-1', status: 'successful', created_at: '2026-11-21T10:00:00Z' },
  };
  const canceled = { ...running, state: 'canceled', renew_at: null };
  const subscribed = async (gateway?: (request: Request) => Response) => {
    const shop = openShop(gateway && { gateway });
    await shop.app.request(notificationFor(shop.keys, { body: JSON.stringify(running) }));
    return { shop, ...(await comeBack(shop, 'id=sbs_1')) };
  };
  const press = (shop: Shop, as: string | undefined, origin = 'http://127.0.0.1:4020', id = 'sbs_1') =>
    shop.call('/bought/cancel', { method: 'POST', as, headers: { origin }, body: new URLSearchParams({ id }) });

  test('sees until when it is paid, and cancels it; it stays paid until then', async () => {
    const { shop, html, as } = await subscribed(() => Response.json(canceled));
    expect(html).toMatch(/Paid until<\/dt><dd>December 21, 2026/);
    const pressed = await press(shop, as);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/bought?id=sbs_1']);
    const [asked] = shop.asked;
    expect([asked?.method, new URL(asked!.url).pathname, await asked?.json()]).toEqual([
      'POST',
      '/subscriptions/sbs_1/cancel',
      { cancel_reason: "Customer's request" },
    ]);
    const after = (await comeBack(shop, 'id=sbs_1', as)).html;
    expect(after).toContain('Your subscription is canceled. You won’t be charged again.');
    expect(after).toMatch(/Paid until<\/dt><dd>December 21, 2026/);
    expect(after).not.toContain('Cancel subscription');
  });
});
