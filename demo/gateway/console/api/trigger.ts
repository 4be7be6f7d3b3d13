import * as z from 'zod/mini';
import { invalidParams } from '../../http/error-response.js';
import { bareFields, isRecord, judgeFields, refuseUnknown } from '../../http/judge-fields.js';
import { Problems } from '../../http/problems.js';
import type { GatewayUrls } from '../../http/gateway-urls.js';
import type { Shop } from '../../shop/shops.js';

/** What `POST /sandbox/trigger` makes, as the gateway would after a payer. */
const EVENTS = ['transfer', 'payment', 'subscription'] as const;

const CARDS = { successful: '4200000000000000', failed: '4005550000000019', incomplete: '4012000000001097' } as const;
const RECIPIENT = '4012000000001006';
const CUSTOMER = { email: 'ann@example.org' };

const isText = z.string('must be a text');
const triggerRequest = z.object({
  event: z.enum(EVENTS, `must be one of ${EVENTS.join(', ')}`),
  status: z.optional(z.enum(['successful', 'failed', 'incomplete'], 'must be one of successful, failed, incomplete')),
  shop_id: z.optional(z.number('must be a number')),
  amount: z.optional(z.int('must be whole minor units').check(z.gt(0, 'must be more than 0'))),
  currency: z.optional(isText),
  tracking_id: z.optional(isText),
  notification_url: z.optional(isText),
});
type Trigger = z.infer<typeof triggerRequest>;

/** The API with shops that may send plain card data. */
export type TrustingApi = (request: Request) => Response | Promise<Response>;

export interface TriggerDependencies {
  readonly shops: ReadonlyMap<number, Shop>;
  readonly urls: GatewayUrls;
  readonly trustingApi: TrustingApi;
}

/** @throws Refusal 422 with every problem, unknown fields included. */
function readTrigger(body: unknown, shops: ReadonlyMap<number, Shop>): { readonly trigger: Trigger; readonly shop: Shop } {
  const problems = new Problems();
  const fields = bareFields(body);
  const trigger = judgeFields(triggerRequest, fields, problems);
  refuseUnknown(fields, Object.keys(triggerRequest.shape), problems);
  const shop = trigger?.shop_id === undefined ? [...shops.values()][0] : shops.get(trigger.shop_id);
  if (trigger && !shop) problems.add(['shop_id'], `must be one of ${[...shops.keys()].join(', ')}`);
  if (problems.any || !trigger || !shop) throw invalidParams(problems);
  return { trigger, shop };
}

/** The API's answer about a payment, beside its tracking id; a refusal as it is. */
async function named(answer: Response, tracking_id: string): Promise<Response> {
  return answer.ok ? Response.json({ tracking_id, ...((await answer.json()) as object) }) : answer;
}

/**
 * Makes a payment without a payer, through the API itself: it is stored, notified and sent by e-mail like any other.
 *
 * @returns the transaction, or the job that makes it; or the first refusal.
 * @throws Refusal 422 for a body that can't be one.
 */
export async function answerTrigger(body: unknown, { shops, urls, trustingApi }: TriggerDependencies): Promise<Response> {
  const { trigger, shop } = readTrigger(body, shops);
  const { event, status = 'successful', amount = 10_000, currency = 'USD', notification_url } = trigger;
  const tracking_id = trigger.tracking_id ?? `trigger-${crypto.randomUUID()}`;
  const credit_card = { number: CARDS[status], verification_value: '123', exp_month: '12', exp_year: '2030', holder: 'ANN LEE' };
  const basic = { authorization: `Basic ${btoa(`${shop.id}:${shop.secretKey}`)}` };
  const bearer = { authorization: `Bearer ${shop.publicKey}`, 'x-api-version': '2' };
  const post = async (url: string, headers: Readonly<Record<string, string>>, content: object): Promise<Response> =>
    trustingApi(
      new Request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(content),
      }),
    );
  const shared = { credit_card, tracking_id, ...(notification_url !== undefined && { notification_url }) };

  if (event === 'transfer') {
    const sum = { amount, currency, description: 'Triggered transfer', test: true, duplicate_check: false };
    const request = { ...shared, ...sum, recipient_card: { number: RECIPIENT } };
    return named(await post(`${urls.gateway}/transactions/p2ps`, basic, { request }), tracking_id);
  }
  const terms = { currency, infinite: true, immortal: true, test: true };
  const offered = await (event === 'payment'
    ? post(`${urls.base}/products`, basic, { ...terms, name: 'Triggered payment', description: 'From trigger', amount })
    : post(`${urls.base}/plans`, basic, {
        ...terms,
        title: 'Triggered subscription',
        plan: { amount, interval: 1, interval_unit: 'month' },
      }));
  const offer: unknown = await offered.clone().json();
  if (!offered.ok || !isRecord(offer)) return offered;
  const ordered = await post(String(offer.confirm_url), bearer, { request: { ...shared, customer: CUSTOMER } });
  return named(ordered, tracking_id);
}
