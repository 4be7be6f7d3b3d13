import { endpoints } from '../../../src/wire/endpoints.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { notFound } from '../http/error-response.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import { readJson } from '../http/request-body.js';
import type { Serve } from '../http/serve.js';
import type { Store } from '../store/store.js';
import type { Clock } from '../time/clock.js';
import { planBody } from './plan-body.js';
import { readPlan } from './read-plan.js';

export interface PlanDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly urls: GatewayUrls;
}

/** Serves plans (spec 4.3). A shop can't see another shop's. */
export function servePlans(serve: Serve, { clock, store, identifiers, urls }: PlanDependencies): void {
  serve(
    endpoints.createPlan,
    async (shop, { req }) => {
      const now = clock.now();
      const terms = readPlan(await readJson(req.raw));
      const record = { ...terms, id: identifiers.next('pln'), shopId: shop.id, createdAt: now, updatedAt: now };
      await store.plans.insert(record);
      return planBody(record, urls);
    },
    201,
  );

  serve(endpoints.getPlan, async (shop, { req }) => {
    const record = await store.plans.byId(req.param('plan_id') ?? '');
    if (record?.shopId !== shop.id) throw notFound('The plan');
    return planBody(record, urls);
  });

  serve(endpoints.listPlans, async (shop) => (await store.plans.ofShop(shop.id)).map((record) => planBody(record, urls)));
}
