import { createIdentifiers } from './crypto/identifiers.js';
import { openVault } from './crypto/vault.js';
import { createActiveFaults } from './faults/active-faults.js';
import { afterFollowUp, afterPayment, afterSubscriptionChange } from './after-changes.js';
import type { GatewayOptions } from './gateway-options.js';
import { createBodyWriter } from './http/write-body.js';
import { createRequestLog } from './log/request-log.js';
import { createEmails } from './notify/emails.js';
import { createNotifications } from './notify/notifications.js';
import { createCatalogue } from './order/catalogue.js';
import { createOrders } from './order/orders.js';
import { type Habit, HABITS } from './issuer/habit.js';
import { createJobs } from './payment/jobs.js';
import { createPayments } from './payment/payments.js';
import { transactionBody } from './payment/transaction-body.js';
import { productForSale } from './product/product-for-sale.js';
import { openShop, SANDBOX_SHOPS } from './shop/shops.js';
import type { TransactionRecord } from './store/store.js';
import { planForSale } from './subscription/plan-for-sale.js';
import { subscriptionForSale } from './subscription/subscription-for-sale.js';
import { subscriptionBody } from './subscription/subscription-body.js';
import { createSubscriptionLinks } from './subscription/subscription-links.js';
import { createSubscriptions } from './subscription/subscriptions.js';
import { Scheduler } from './time/scheduler.js';
import { createCalendar } from './time/calendar.js';
import { createTransfers } from './transfer/transfers.js';

/** The options with their defaults, and the services that depend only on them: shops, secrets, ids, the calendar. */
function createFoundation(options: GatewayOptions) {
  const { random, urls, vaultKey, timeZone = 'UTC', milliseconds = false, shops: settings = SANDBOX_SHOPS } = options;
  const shops = new Map(settings.map((each) => [each.id, openShop(each)]));
  const identifiers = createIdentifiers(random);
  const vault = openVault(vaultKey ?? random(32), random);
  return {
    assets: async () => undefined,
    ownHosts: [],
    notifyAnywhere: false,
    duplicatesBy: 'pan' as const,
    habit: HABITS.refused as Habit,
    ...options,
    shops,
    identifiers,
    vault,
    subscriptionLinks: createSubscriptionLinks(vault, urls.checkout),
    activeFaults: createActiveFaults(identifiers.next),
    requests: createRequestLog([...shops.values()].map(({ secretKey }) => secretKey)),
    calendar: createCalendar(timeZone),
    write: createBodyWriter(milliseconds),
    /** The synchronous endpoint's response for a transaction. */
    answer: (record: TransactionRecord) => ({
      transaction: transactionBody(record, shops.get(record.shopId)?.name ?? '', urls.checkout),
    }),
  };
}

/** Creates everything that the gateway's API and console use. */
export function createServices(options: GatewayOptions) {
  const foundation = createFoundation(options);
  const { clock, identifiers, urls } = foundation;
  // Functions, because the scheduler needs the workers and the workers need the scheduler, as do payments and subscriptions.
  const base = { ...foundation, scheduler: (): Scheduler => scheduler, payments: () => payments };

  const notifications = createNotifications(base);
  const emails = createEmails({ ...base, checkout: urls.checkout });
  const messages = { ...base, notifications, emails };
  const payments = createPayments({
    ...base,
    challenged: (record) => subscriptions.follow(record),
    ended: (record) => afterPayment(record, { ...messages, subscriptions }),
  });
  const subscriptions = createSubscriptions({
    ...base,
    changed: (record, before) => afterSubscriptionChange(record, before, messages),
  });
  const jobs = createJobs({
    ...base,
    payments,
    answerSubscription: (record) => subscriptionBody(record, 'payer', base),
  });
  const scheduler = new Scheduler({
    ...base,
    newId: identifiers.next,
    workers: {
      'run job': (id) => jobs.run(id),
      'expire transaction': (uid) => payments.expire(uid),
      'charge subscription': (id) => subscriptions.charge(id),
      notify: (id) => notifications.deliver(id),
    },
  });
  const selling = { ...base, subscriptions };
  const catalogue = createCatalogue([productForSale(clock, urls), planForSale(selling), subscriptionForSale(selling)]);
  return {
    ...foundation,
    scheduler,
    notifications,
    payments,
    subscriptions,
    jobs,
    transfers: createTransfers(base),
    catalogue,
    orders: createOrders({ ...base, jobs, catalogue }),
    followedUp: (record: TransactionRecord) => afterFollowUp(record, { ...foundation, notifications }),
  };
}
