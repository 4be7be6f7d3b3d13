// The plan, the orders, and the answers to your page and the gateway. Only the server imports this file.
import {
  createNotificationHandler,
  createStatusHandler,
  MerchantClient,
  type Plan,
  type Subscription,
} from 'checkout-elements/merchant';
import { cookies } from 'next/headers';

const { SHOP_ID = '', SECRET_KEY = '', GATEWAY_URL = '', ALLOW_TEST } = process.env;
export const { PUBLIC_KEY = '', SHOP_URL = '' } = process.env;
for (const name of ['SHOP_ID', 'SECRET_KEY', 'PUBLIC_KEY', 'GATEWAY_URL', 'SHOP_URL']) {
  if (!process.env[name])
    throw new Error(`Expected ${name} in the environment. For the sandbox, the file .env.development of this starter has it.`);
}
// For the sandbox: never where you deliver anything of value.
const test = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

interface Order {
  readonly session: string;
  /** The id of the subscription that has paid for it. */
  paidBy?: string;
}

/** Your database; here in memory, which the routes share through `globalThis`. */
const memory = globalThis as { orders?: Map<string, Order>; plan?: Promise<Plan> };
const orders = (memory.orders ??= new Map());

/** A real shop creates its plans once, and keeps their ids. */
export const plan = (): Promise<Plan> =>
  (memory.plan ??= client.createPlan({
    title: 'Tea club',
    currency: 'USD',
    plan: { amount: 1000, interval: 1, interval_unit: 'month' },
    language: 'en',
    test,
  }));

const sessionOf = async (): Promise<string | undefined> => (await cookies()).get('session')?.value || undefined;
// Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(SHOP_URL);

/** An order for each attempt to subscribe. */
export async function openOrder(): Promise<Response> {
  const [trackingId, session] = [crypto.randomUUID(), (await sessionOf()) ?? crypto.randomUUID()];
  orders.set(trackingId, { session });
  (await cookies()).set('session', session, { httpOnly: true, sameSite: 'lax', secure, path: '/' });
  return Response.json({ trackingId });
}

/** How an order ended, for the browser that opened it. */
export const status = createStatusHandler({
  client,
  allowTest: test,
  authorize: async (_, trackingId) => orders.get(trackingId)?.session === ((await sessionOf()) ?? 'none'),
  report: console.error,
});

/** Its plan and its state decide: the plan has the price, and `last_transaction` has no amount. */
async function update({ id, state, tracking_id, plan: bought }: Subscription): Promise<void> {
  const order = orders.get(tracking_id ?? '');
  if (!order) return console.error(`Subscription ${id} belongs to no order.`);
  if (order.paidBy === id || (state !== 'trial' && state !== 'active')) return console.log(`Subscription ${id} is ${state}.`);
  const matches = bought?.id === (await plan()).id;
  if (order.paidBy !== undefined || !matches) return console.error(`Review subscription ${id} of order ${tracking_id}.`);
  order.paidBy = id; // in a database: one statement that succeeds only once
  console.log(`Order ${tracking_id} is paid: send the first tea.`);
}

export const notifications = createNotificationHandler({
  shopId: SHOP_ID,
  secretKey: SECRET_KEY,
  publicKey: PUBLIC_KEY,
  allowTest: test,
  // Each charge, also the renewals: keep it, by its uid.
  onTransaction: ({ uid, status: how }) => console.log(`Charge ${uid} is ${how}.`),
  onSubscription: update,
});
