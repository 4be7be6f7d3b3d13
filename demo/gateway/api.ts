import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { TAGS } from 'virtual:tags';
import type { Identifiers } from './crypto/identifiers.js';
import type { Vault } from './crypto/vault.js';
import { serveCustomers } from './customer/customers.js';
import { createExamples } from './examples.js';
import { closingConnections } from './faults/close-connection.js';
import { injectFaults } from './faults/inject.js';
import type { ActiveFaults } from './faults/active-faults.js';
import { scriptResponse, type Assets } from './http/assets.js';
import type { Authenticator } from './http/authentication.js';
import { dated, allowEveryOrigin } from './http/cross-origin.js';
import { errorResponse } from './http/error-response.js';
import { createFieldsResponse } from './http/fields.js';
import type { GatewayEnv } from './http/gateway-env.js';
import type { GatewayUrls } from './http/gateway-urls.js';
import { createServe } from './http/serve.js';
import { refuseUnserved } from './http/unserved.js';
import type { WriteBody } from './http/write-body.js';
import { answerErrors, logRequests, type RequestLog } from './log/request-log.js';
import { openApiResponse } from './openapi/response.js';
import { createOrderPages } from './order/order-pages.js';
import { serveOrders } from './order/order-routes.js';
import type { Orders } from './order/orders.js';
import { createAcs } from './payment/acs.js';
import type { Habit } from './issuer/habit.js';
import type { Jobs } from './payment/jobs.js';
import { servePayments } from './payment/payment-routes.js';
import type { Payments } from './payment/payments.js';
import { serveFollowUps } from './payment/follow-ups.js';
import { createReceipts } from './payment/receipt.js';
import { servePlans } from './plan/plans.js';
import { serveProducts } from './product/products.js';
import type { Shop } from './shop/shops.js';
import type { Store, TransactionRecord } from './store/store.js';
import { createCancelPages } from './subscription/cancel-pages.js';
import type { SubscriptionLinks } from './subscription/subscription-links.js';
import { serveSubscriptions, type SubscriptionRouteDependencies } from './subscription/subscription-routes.js';
import type { Subscriptions } from './subscription/subscriptions.js';
import type { Clock } from './time/clock.js';
import { serveTransfers } from './transfer/transfer-routes.js';
import type { Transfers } from './transfer/transfers.js';
import { frontPage } from './page/front-page.js';

/** The script files: of all elements, of each element, and the files that they load. */
const SCRIPTS = ['checkout', ...TAGS];
export interface ApiDependencies extends Omit<SubscriptionRouteDependencies, 'payments'> {
  readonly clock: Clock;
  readonly store: Store;
  readonly vault: Vault;
  readonly identifiers: Identifiers;
  readonly urls: GatewayUrls;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly transfers: Transfers;
  readonly payments: Payments;
  readonly jobs: Jobs;
  readonly orders: Orders;
  readonly subscriptions: Subscriptions;
  readonly subscriptionLinks: SubscriptionLinks;
  readonly assets: Assets;
  /** Called with each capture, void and refund. */
  readonly followedUp: (record: TransactionRecord) => Promise<void>;
  readonly activeFaults: ActiveFaults;
  readonly requests: RequestLog;
  readonly hostCheck: MiddlewareHandler;
  readonly habit: Habit;
  readonly write: WriteBody;
  /** The synchronous endpoint's response for a transaction. */
  readonly answer: (record: TransactionRecord) => { readonly transaction: unknown };
}

/** Creates the API's origin: the endpoints of spec 4, the payer's pages and the script. */
export function createApi(dependencies: ApiDependencies): Hono<GatewayEnv> {
  const { clock, store, log, urls, authenticator, shops, orders, assets, activeFaults, hostCheck } = dependencies;
  const api = new Hono<GatewayEnv>();
  api.use(logRequests(log, dependencies), closingConnections, dated(clock));
  // Before anything that may refuse a request, so that pages can read the refusal.
  api.use('/ctp/api/*', allowEveryOrigin);
  api.use('/v2/confirm_order/*', allowEveryOrigin);
  api.use(hostCheck, injectFaults(activeFaults, clock));
  api.onError(answerErrors(log));
  api.notFound(() => errorResponse({ status: 404, code: 'not_found', message: 'There is nothing at this address.' }));
  // Before the endpoints: at a confirm_url browsers get the page.
  api.route('/', createOrderPages(dependencies));
  const serve = createServe(api, authenticator, dependencies.write);
  refuseUnserved(api);

  serveTransfers(serve, dependencies);
  // Before `/transactions/{uid}`, whose address theirs would be.
  serveFollowUps(serve, { ...dependencies, ended: dependencies.followedUp });
  servePayments(serve, dependencies);
  serveProducts(serve, dependencies);
  serveCustomers(serve, dependencies);
  serveOrders(serve, orders);
  servePlans(serve, dependencies);
  serveSubscriptions(serve, { ...dependencies, payments: () => dependencies.payments });

  // For people: to a program, whose path may have ended in `..`, there is nothing here.
  api.get('/', ({ req }, next) => (req.header('accept')?.includes('text/html') ? frontPage(urls.console) : next()));
  api.get('/console', ({ req, redirect }, next) =>
    req.header('accept')?.includes('text/html') ? Promise.resolve(redirect(urls.console)) : next(),
  );
  api.get('/openapi.json', openApiResponse(urls));
  // Merchants' pages load the script from here, and the script loads its languages from the same folder.
  for (const path of [...SCRIPTS.map((name) => `/${name}.js`), '/locales/:language{[A-Za-z-]+\\.js}']) {
    api.get(path, async ({ req }) => {
      const response = await scriptResponse(req.raw, assets, req.path.slice(1));
      response.headers.set('access-control-allow-origin', '*');
      return response;
    });
  }
  api.route('/', createExamples(dependencies));
  api.get('/fields/', createFieldsResponse(assets, dependencies));
  api.route('/', createAcs(dependencies));
  api.route('/', createReceipts(store, shops));
  api.route('/', createCancelPages(dependencies));
  return api;
}
