import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createApi } from './api.js';
import { createConsole } from './console/console.js';
import { createIdentifiers } from './crypto/identifiers.js';
import { openVault } from './crypto/vault.js';
import { createSwitches } from './faults/switches.js';
import type { Assets } from './http/assets.js';
import { createAuthenticator } from './http/authentication.js';
import type { GatewayUrls } from './http/gateway-urls.js';
import { checkHost } from './http/host-check.js';
import { createRequestLog } from './log/request-log.js';
import { createEmails } from './notify/emails.js';
import { createNotifications } from './notify/notifications.js';
import { createOrders } from './order/orders.js';
import { createJobs } from './payment/jobs.js';
import { createPayments } from './payment/payments.js';
import { transactionBody } from './payment/transaction-body.js';
import { productForSale } from './product/product-for-sale.js';
import { putBackUnpaid } from './product/products.js';
import { openShop, SANDBOX_SHOPS, type ShopSettings } from './shop/shops.js';
import type { Store, TransactionRecord } from './store/store.js';
import { createCancelLinks } from './subscription/cancel-links.js';
import { planForSale } from './subscription/plan-for-sale.js';
import { subscriptionBody } from './subscription/subscription-body.js';
import { createSubscriptions } from './subscription/subscriptions.js';
import { createAgenda } from './time/agenda.js';
import { createCalendar } from './time/calendar.js';
import type { Clock } from './time/clock.js';
import { createTransfers } from './transfer/transfers.js';

export interface GatewayOptions {
  readonly clock: Clock;
  /** Random bytes for ids, nonces and the vault's key. */
  readonly random: (size: number) => Uint8Array;
  /** The vault's key, 32 bytes; absent: a new one, for a store that ends with the process. */
  readonly vaultKey?: Uint8Array;
  readonly store: Store;
  readonly log: Logger;
  /** Delivers notifications. */
  readonly fetch: typeof globalThis.fetch;
  readonly urls: GatewayUrls;
  /** Built browser files; absent: none are served. */
  readonly assets?: Assets;
  readonly shops?: readonly ShopSettings[];
  /** This machine's host names, in addition to the loopback ones. */
  readonly ownHosts?: readonly string[];
  /** Whether notifications may go to other machines. Default false. */
  readonly notifyAnywhere?: boolean;
  /** Spec 8: what the duplicate check compares, the source card's PAN (default) or the token as sent. */
  readonly duplicatesBy?: 'pan' | 'token';
  /** The system time zone of spec 2.8 and 8, for nights, days and months. Default UTC, on every machine. */
  readonly timeZone?: string;
  /** Whether every numeric address counts as the server's own (for a server on all interfaces). */
  readonly anyAddress?: boolean;
}

/** A sandbox gateway: two applications, each from Request to Response, on one store. */
export interface Gateway {
  readonly api: Pick<Hono, 'fetch' | 'request'>;
  readonly console: Pick<Hono, 'fetch' | 'request'>;
  /** Starts no more work, waits for running work, and closes the store. */
  close(): Promise<void>;
}

/** Creates a sandbox gateway, without a server. */
export function createGateway(options: GatewayOptions): Gateway {
  const { clock, random, store, log, fetch, urls, assets = async () => undefined } = options;
  const shops = new Map((options.shops ?? SANDBOX_SHOPS).map((settings) => [settings.id, openShop(settings)]));
  const vault = openVault(options.vaultKey ?? random(32), random);
  const identifiers = createIdentifiers(random);
  const switches = createSwitches(identifiers.next);
  const requests = createRequestLog([...shops.values()].map(({ secretKey }) => secretKey));
  const calendar = createCalendar(options.timeZone ?? 'UTC');
  // A function, because the agenda needs the workers, and they need the agenda.
  const agenda = () => theAgenda;
  const checkout = urls.checkout;
  const answer = (record: TransactionRecord) => ({
    transaction: transactionBody(record, shops.get(record.shopId)?.name ?? '', checkout),
  });

  const notifications = createNotifications({
    clock,
    store,
    log,
    identifiers,
    agenda,
    shops,
    fetch,
    switches,
    ownHosts: options.ownHosts ?? [],
    notifyAnywhere: options.notifyAnywhere ?? false,
  });
  const cancelLinks = createCancelLinks(vault, checkout);
  const emails = createEmails({ clock, store, identifiers, shops, checkout, cancelLinks });
  const payments = createPayments({
    clock,
    store,
    identifiers,
    agenda,
    challenged: (record) => subscriptions.follow(record),
    async ended(record) {
      const { uid, shopId, request, purchase } = record;
      const queue = purchase?.kind === 'subscription' ? purchase.id : uid;
      await putBackUnpaid(record, store);
      await emails.paymentEnded(record);
      await notifications.announce({ shopId, subject: uid, queue, url: request.notification_url, body: answer(record) });
      await subscriptions.follow(record);
    },
  });
  const subscriptions = createSubscriptions({
    clock,
    store,
    vault,
    identifiers,
    agenda,
    payments: () => payments,
    calendar,
    async changed(record) {
      const { id, shopId, notificationUrl: url } = record;
      const body = { ...(await subscriptionBody(record, 'merchant', { store, urls, answer })), event: record.state };
      await notifications.announce({ shopId, subject: id, queue: id, url, body });
      if (record.state === 'canceled') await emails.subscriptionCancelled(record);
    },
  });
  const transfers = createTransfers({ clock, store, vault, identifiers, duplicatesBy: options.duplicatesBy ?? 'pan' });
  const jobs = createJobs({
    clock,
    store,
    identifiers,
    agenda,
    payments,
    answer,
    answerSubscription: (record) => subscriptionBody(record, 'payer', { store, urls, answer }),
  });
  const orders = createOrders({
    clock,
    store,
    vault,
    identifiers,
    jobs,
    duplicatesBy: options.duplicatesBy ?? 'pan',
    kinds: [productForSale(clock, urls), planForSale(urls, subscriptions)],
  });
  const theAgenda = createAgenda({
    clock,
    store,
    log,
    newId: identifiers.next,
    workers: {
      'run job': (id) => jobs.run(id),
      'expire transaction': (uid) => payments.expire(uid),
      'charge subscription': (id) => subscriptions.charge(id),
      notify: (id) => notifications.deliver(id),
    },
  });

  const anyAddress = options.anyAddress ?? false;
  return {
    api: createApi({
      clock,
      store,
      vault,
      identifiers,
      urls,
      log,
      shops,
      transfers,
      payments,
      jobs,
      orders,
      subscriptions,
      cancelLinks,
      assets,
      answer,
      switches,
      requests,
      authenticator: createAuthenticator([...shops.values()]),
      hostCheck: checkHost([urls.gateway, urls.checkout, urls.base], anyAddress),
    }),
    console: createConsole({
      clock,
      store,
      log,
      shops,
      assets,
      answer,
      urls,
      switches,
      requests,
      notifications,
      subscriptions,
      agenda: theAgenda,
      calendar,
      hostCheck: checkHost([urls.console], anyAddress),
    }),
    async close() {
      await theAgenda.close();
      await store.close();
    },
  };
}
