import type { Buyer } from '../../../src/wire/request/order.js';
import { subscriptionRequest, type SubscriptionRequest } from '../../../src/wire/request/subscription.js';
import { BLANK } from '../../../src/wire/request/values.js';
import { presentCard } from '../card/present-card.js';
import { savedCardsOf } from '../card/saved-card.js';
import { MUST_BE_ENCRYPTED } from '../card/sections.js';
import { type CustomerDetails, readCustomer } from '../customer/read-customer.js';
import { invalidParams, Refusal } from '../http/error-response.js';
import { bareFields, isRecord, judgeFields } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import type { PresentedCard } from '../issuer/decide.js';
import { type PlanTerms, readPlan } from '../plan/read-plan.js';
import type { Shop } from '../shop/shops.js';
import type { CustomerRecord, PlanRecord } from '../store/record/sale-records.js';
import type { SubscriptionDependencies } from './subscriptions.js';

/** A valid request for a subscription. A plan or customer without an id is new. */
export interface ReadSubscription {
  readonly request: SubscriptionRequest;
  readonly plan: PlanRecord | PlanTerms;
  readonly customer: CustomerRecord | CustomerDetails | undefined;
  /** Undefined: the payer types it. */
  readonly card: PresentedCard | undefined;
}

type Dependencies = Pick<SubscriptionDependencies, 'store' | 'vault' | 'clock'>;

/** What `read` makes of a section; undefined, and its problems at the section, when it refuses. */
function readSection<T>(section: string, problems: Problems, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.include([section], error.answer.errors ?? {});
    return undefined;
  }
}

/** The named record, or the new one that `read` makes of the section. */
async function named<R extends { readonly shopId: number }, T>(
  section: 'plan' | 'customer',
  given: Readonly<Record<string, unknown>>,
  {
    shop,
    problems,
    find,
    read,
  }: {
    readonly shop: Shop;
    readonly problems: Problems;
    readonly find: (id: string) => Promise<R | undefined>;
    readonly read: (given: unknown) => T;
  },
): Promise<R | T | undefined> {
  if (typeof given.id !== 'string') return readSection(section, problems, () => read(given));
  const found = await find(given.id);
  if (found?.shopId === shop.id) return found;
  problems.add([section, 'base'], `${section} with this ID doesn't exist for this account`);
  return undefined;
}

/** The family sends the expiry as text and as integers. */
const withTexts = (card: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(card).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]));

async function readCard(
  given: Readonly<Record<string, unknown>>,
  shop: Shop,
  problems: Problems,
  { store, vault, clock }: Dependencies,
): Promise<PresentedCard | undefined> {
  const own = new Problems();
  // The token of a saved card needs neither expiry nor verification value: the merchant charges it.
  const operation = typeof given.token === 'string' ? 'check' : 'order';
  if (operation === 'order' && !shop.pciCertified) own.add(['credit_card', 'number'], MUST_BE_ENCRYPTED);
  const card = await presentCard({
    section: 'credit_card',
    operation,
    given: withTexts(given),
    shop,
    problems: own,
    reading: { now: clock.now(), savedCard: savedCardsOf(shop.id, { store, vault }) },
  });
  const { credit_card: found } = own.tree;
  if (isRecord(found)) problems.include(['card'], found);
  return card;
}

/**
 * Reads a request for a subscription.
 *
 * @throws Refusal 422 with every problem at its field.
 */
export async function readSubscription(body: unknown, shop: Shop, dependencies: Dependencies): Promise<ReadSubscription> {
  const { store } = dependencies;
  const problems = new Problems();
  const given = bareFields(body);
  const request = judgeFields(subscriptionRequest, given, problems);
  const plan = isRecord(given.plan)
    ? await named('plan', given.plan, { shop, problems, find: (id) => store.plans.byId(id), read: readPlan })
    : undefined;
  const customer = isRecord(given.customer)
    ? await named('customer', given.customer, { shop, problems, find: (id) => store.customers.byId(id), read: readCustomer })
    : undefined;
  const card = isRecord(given.card) ? await readCard(given.card, shop, problems, dependencies) : undefined;
  if (isRecord(given.card) && !isRecord(given.customer)) problems.add(['customer'], BLANK);
  if (problems.any || !request || !plan) throw invalidParams(problems);
  return { request, plan, customer, card };
}

/** A customer's data as an order has it. */
export const buyerOf = ({ email, ip, external_id }: CustomerRecord): Buyer => ({ email, ip, external_id });
