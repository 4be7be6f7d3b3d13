import { cancelRequest } from '../../../src/wire/request/subscription.js';
import { endpoints } from '../../../src/wire/endpoints.js';
import { invalidParams, notFound } from '../http/error-response.js';
import { judgeFields } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import { readJson } from '../http/request-body.js';
import type { Serve } from '../http/serve.js';
import { acceptOrder, type AcceptDependencies } from '../order/accept-order.js';
import { payerAddress } from '../order/payer-address.js';
import type { Shop } from '../shop/shops.js';
import type { CustomerRecord, PlanRecord } from '../store/record/sale-records.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store } from '../store/store.js';
import { buyerOf, readSubscription, type ReadSubscription } from './read-subscription.js';
import { subscriptionBody, type SubscriptionBodyDependencies } from './subscription-body.js';
import type { SubscriptionDependencies, Subscriptions } from './subscriptions.js';

export interface SubscriptionRouteDependencies
  extends
    AcceptDependencies,
    SubscriptionBodyDependencies,
    Pick<SubscriptionDependencies, 'store' | 'vault' | 'clock' | 'payments'> {
  readonly subscriptions: Subscriptions;
}

/** Saves what is new of a request's plan and customer. */
async function saveParts(
  { plan: planGiven, customer: customerGiven }: ReadSubscription,
  shop: Shop,
  within: Store,
  { identifiers, clock }: SubscriptionRouteDependencies,
): Promise<{ readonly plan: PlanRecord; readonly customer: CustomerRecord | undefined }> {
  const now = clock.now();
  const plan =
    'id' in planGiven
      ? planGiven
      : { ...planGiven, id: identifiers.next('pln'), shopId: shop.id, createdAt: now, updatedAt: now };
  if (plan !== planGiven) await within.plans.insert(plan);
  const customer =
    customerGiven === undefined || 'id' in customerGiven
      ? customerGiven
      : { ...customerGiven, id: identifiers.next('cst'), shopId: shop.id, createdAt: now };
  if (customer && customer !== customerGiven) await within.customers.insert(customer);
  return { plan, customer };
}

/** Creates the subscription of a request, and charges its card if it has one. */
async function create(
  read: ReadSubscription,
  shop: Shop,
  ip: string,
  dependencies: SubscriptionRouteDependencies,
): Promise<SubscriptionRecord> {
  const { store, catalogue, identifiers, clock, subscriptions } = dependencies;
  const { request, card } = read;
  return store.atomically(async (within) => {
    const { plan, customer } = await saveParts(read, shop, within, dependencies);
    const language = request.language || request.settings?.language || plan.language;
    const given = {
      customerId: customer?.id ?? null,
      trackingId: request.tracking_id ?? null,
      deviceId: request.device_id ?? null,
      additionalData: request.additional_data ?? {},
      returnUrl: request.return_url ?? null,
      notificationUrl: request.notification_url ?? null,
      language,
    };
    const record = await subscriptions.create(given, plan, shop, within);
    if (!card || !customer) return record;
    const uid = identifiers.next();
    const order = {
      uid,
      shop,
      request: { customer: { ...buyerOf(customer), device_id: request.device_id } },
      card,
      ip: customer.ip || ip,
      language,
      at: clock.now(),
    };
    const item = await catalogue.findAt({ id: record.id, shopId: String(shop.id) }, shop, within);
    await acceptOrder({ order, item, read: { sealIds: [], cardToken: undefined } }, within, dependencies);
    await subscriptions.chargeFirst(record.id, within);
    return (await within.subscriptions.byId(record.id)) ?? record;
  });
}

/** Serves subscriptions. The spec leaves these endpoints out; gateways of the family have them. */
export function serveSubscriptions(serve: Serve, dependencies: SubscriptionRouteDependencies): void {
  const { store, subscriptions } = dependencies;
  const bodyOf = (record: SubscriptionRecord) => subscriptionBody(record, 'merchant', dependencies);

  async function find(id: string | undefined, shop: Shop): Promise<SubscriptionRecord> {
    const record = await store.subscriptions.byId(id ?? '');
    if (record?.shopId !== shop.id) throw notFound('The subscription');
    return record;
  }

  serve(
    endpoints.createSubscription,
    async (shop, context) => {
      const read = await readSubscription(await readJson(context.req.raw), shop, dependencies);
      return bodyOf(await create(read, shop, payerAddress(context), dependencies));
    },
    201,
  );

  serve(endpoints.getSubscription, async (shop, { req }) => bodyOf(await find(req.param('subscription_id'), shop)));

  serve(endpoints.cancelSubscription, async (shop, { req }) => {
    const problems = new Problems();
    const request = judgeFields(cancelRequest, await readJson(req.raw), problems);
    const { id } = await find(req.param('subscription_id'), shop);
    if (!request) throw invalidParams(problems);
    const cancelled = await subscriptions.cancel(id, request.cancel_reason);
    if (!cancelled) throw notFound('The subscription');
    return bodyOf(cancelled);
  });
}
