// What is for sale, the orders, and the answers to your page and the gateway. Only the server imports this file.
import {
  createNotificationHandler,
  createStatusHandler,
  type ExpectedPayment,
  MerchantClient,
  type Product,
  reconcile,
} from 'checkout-elements/merchant';
import { parseCookie, stringifySetCookie } from 'cookie';
import { connection } from 'next/server';

interface Order {
  readonly session: string;
  readonly payment: ExpectedPayment;
  /** The uid of the transaction that has paid for it. */
  paidBy?: string;
}

/** Your database; here in memory, which the page and the routes share through `globalThis`. */
const memory = globalThis as { orders?: Map<string, Order>; product?: Promise<Product> };
const orders = (memory.orders ??= new Map<string, Order>());
const sessionOf = (request: Request): string | undefined =>
  parseCookie(request.headers.get('cookie') ?? '')['session'] || undefined;

function setting(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`Expected ${name} in the environment. For the sandbox, save its settings as .env.development.`);
}

function openShop() {
  const [shopId, secretKey, publicKey] = [setting('SHOP_ID'), setting('SECRET_KEY'), setting('PUBLIC_KEY')];
  const shopUrl = setting('SHOP_URL');
  const client = new MerchantClient({ shopId, secretKey, gatewayUrl: setting('GATEWAY_URL') });
  // For the sandbox: never where you deliver anything of value.
  const test = process.env['ALLOW_TEST'] === 'yes';
  const price = { amount: 1250, currency: 'USD' };
  // Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
  const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(shopUrl);

  /** A real shop creates its products once, and keeps their ids. */
  async function createProduct(): Promise<Product> {
    try {
      const offer = { name: 'Tea', description: 'Green tea, 100 g', ...price };
      return await client.createProduct({ ...offer, infinite: true, immortal: true, language: 'en', test });
    } catch (error) {
      delete memory.product; // the next request tries again
      throw error;
    }
  }
  const product = (): Promise<Product> => (memory.product ??= createProduct());

  /** An order for each attempt to pay: the page's `prepare` asks for it. */
  async function openOrder(request: Request): Promise<Response> {
    const [trackingId, session] = [crypto.randomUUID(), sessionOf(request) ?? crypto.randomUUID()];
    // A gateway may leave out the product. This shop sells only one, so no other can have been paid for at the same price.
    const bought = { productId: (await product()).id, acceptUnnamedProduct: true };
    orders.set(trackingId, { session, payment: { type: 'payment', ...bought, ...price, test } });
    const cookie = { name: 'session', value: session, httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
    return Response.json({ trackingId }, { headers: { 'set-cookie': stringifySetCookie(cookie) } });
  }

  /** How an order ended, for the browser that opened it. */
  const status = createStatusHandler({
    client,
    allowTest: test,
    authorize: (request, trackingId) => orders.get(trackingId)?.session === (sessionOf(request) ?? 'none'),
    report: console.error,
  });

  /** Delivers when a verified notification matches the order. */
  const notifications = createNotificationHandler({
    shopId,
    secretKey,
    publicKey,
    allowTest: test,
    onTransaction: (transaction) => {
      const id = transaction.tracking_id ?? '';
      const order = orders.get(id);
      if (!order) return console.error(`Payment ${transaction.uid} belongs to no order.`);
      const { verdict } = reconcile({ ...order.payment, paidBy: order.paidBy }, transaction);
      if (verdict === 'pays') {
        // In a database: one statement that succeeds only once, and a row "to deliver" in the same transaction. A job ships
        // that row, and repeats until it succeeds: what fails here is not tried again, because the order is paid.
        order.paidBy = transaction.uid;
        console.log(`Order ${id} is paid: deliver the tea.`);
      } else if (verdict === 'paid_twice' || verdict === 'differs') {
        console.error(`Order ${id}: ${verdict}. Review payment ${transaction.uid}, and refund it.`);
      }
    },
  });

  return { publicKey, shopUrl, product, openOrder, status, notifications };
}

let opened: ReturnType<typeof openShop> | undefined;

/** Opened by the first request: the build loads this file too, and then there are no settings. */
export async function shop(): Promise<ReturnType<typeof openShop>> {
  await connection(); // what follows is done for each request, never when Next builds
  return (opened ??= openShop());
}
