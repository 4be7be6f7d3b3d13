// The plan, the orders, and the answers to your page and the gateway. Only the server imports this file.
import {
  createNotificationHandler,
  createStatusHandler,
  firstChargeOf,
  MerchantClient,
  type Plan,
  type Subscription,
} from 'checkout-elements/merchant';
import { cookies } from 'next/headers';
import { connection } from 'next/server';

interface Order {
  readonly session: string;
  /** The id of the subscription that has paid for it. */
  paidBy?: string;
}

/** Your database; here in memory, which the page and the routes share through `globalThis`. */
const memory = globalThis as { orders?: Map<string, Order>; plan?: Promise<Plan> };
const orders = (memory.orders ??= new Map());
const sessionOf = async (): Promise<string | undefined> => (await cookies()).get('session')?.value || undefined;

function setting(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`Expected ${name} in the environment. For the sandbox, the file .env.development of this starter has it.`);
}

function openShop() {
  const [shopId, secretKey, publicKey] = [setting('SHOP_ID'), setting('SECRET_KEY'), setting('PUBLIC_KEY')];
  const shopUrl = setting('SHOP_URL');
  const client = new MerchantClient({ shopId, secretKey, gatewayUrl: setting('GATEWAY_URL') });
  // For the sandbox: never where you deliver anything of value.
  const test = process.env.ALLOW_TEST === 'yes';
  // Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
  const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(shopUrl);

  /** A real shop creates its plans once, and keeps their ids. */
  async function createPlan(): Promise<Plan> {
    try {
      const terms = { plan: { amount: 1000, interval: 1, interval_unit: 'month' }, language: 'en', test } as const;
      return await client.createPlan({ title: 'Tea club', currency: 'USD', ...terms });
    } catch (error) {
      delete memory.plan; // the next request tries again
      throw error;
    }
  }
  const plan = (): Promise<Plan> => (memory.plan ??= createPlan());

  /** An order for each attempt to subscribe. */
  async function openOrder(): Promise<Response> {
    const [trackingId, session] = [crypto.randomUUID(), (await sessionOf()) ?? crypto.randomUUID()];
    orders.set(trackingId, { session });
    (await cookies()).set('session', session, { httpOnly: true, sameSite: 'lax', secure, path: '/' });
    return Response.json({ trackingId });
  }

  /** How an order ended, for the browser that opened it. */
  const status = createStatusHandler({
    client,
    allowTest: test,
    authorize: async (_, trackingId) => orders.get(trackingId)?.session === ((await sessionOf()) ?? 'none'),
    report: console.error,
  });

  /** Its plan and its first charge decide: the plan has the price, and `last_transaction` has no amount. */
  async function update(subscription: Subscription): Promise<void> {
    const { id, state, tracking_id, plan: bought } = subscription;
    const order = orders.get(tracking_id ?? '');
    if (!order) return console.error(`Subscription ${id} belongs to no order.`);
    // A subscription that has ended may be paid for: its state alone does not say.
    const isPaid = firstChargeOf(subscription) === 'successful';
    if (order.paidBy === id || !isPaid) return console.log(`Subscription ${id} is ${state}.`);
    const matches = bought?.id === (await plan()).id;
    if (order.paidBy !== undefined || !matches) return console.error(`Review subscription ${id} of order ${tracking_id}.`);
    // In a database: one statement that succeeds only once, and a row "to deliver" in the same transaction. A job ships
    // that row, and repeats until it succeeds: what fails here is not tried again, because the order is paid.
    order.paidBy = id;
    console.log(`Order ${tracking_id} is paid: send the first tea.`);
  }

  const notifications = createNotificationHandler({
    shopId,
    secretKey,
    publicKey,
    allowTest: test,
    // Each charge, also the renewals: keep it, by its uid.
    onTransaction: ({ uid, status: how }) => console.log(`Charge ${uid} is ${how}.`),
    onSubscription: update,
  });

  return { publicKey, shopUrl, plan, openOrder, status, notifications };
}

let opened: ReturnType<typeof openShop> | undefined;

/** Opened by the first request: the build loads this file too, and then there are no settings. */
export async function shop(): Promise<ReturnType<typeof openShop>> {
  await connection(); // what follows is done for each request, never when Next builds
  return (opened ??= openShop());
}
