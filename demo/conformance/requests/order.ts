import { sourceCard } from './cards.js';
import { call, follow } from './send.js';
import type { TestContext } from './context.js';
import type { Exchange } from '../answers/exchange.js';
import { newTrackingId, type Fields } from './requests.js';
import { newAttempt, sealSection, type Section } from './seal.js';
import { member } from '../answers/table.js';
import type { Row } from '../answers/target.js';

/** `confirm_url` of spec 2.7. This project decided what a browser may read and send there. */
export const CONFIRM = {
  get: (context: TestContext): Row => ({
    name: '4.2 GET confirm_url',
    host: 'checkout',
    method: 'GET',
    path: `/v2/confirm_order/{id}/${context.target.shop.shopId}`,
    scheme: 'bearer',
  }),
  post: (context: TestContext): Row => ({
    name: '4.2 POST confirm_url',
    host: 'checkout',
    method: 'POST',
    path: `/v2/confirm_order/{id}/${context.target.shop.shopId}`,
    scheme: 'bearer',
  }),
} as const;

/** The item, at the price that the payer saw. */
export interface Bought {
  readonly id: string;
  readonly amount: number;
  readonly currency?: string;
}

/** The request of an order, with its card sealed for it. */
export function orderOf({ target, time }: TestContext, { id, amount, currency = 'USD' }: Bought, changes: Fields = {}): Fields {
  const { credit_card = sourceCard(), ...others } = changes;
  const request = { customer: { email: 'ada@example.com' }, tracking_id: newTrackingId(), language: 'en', ...others };
  const bound = {
    operation: 'order',
    section: 'credit_card',
    amount,
    currency,
    tracking_id: request.tracking_id,
    product_id: id,
  } as const;
  const by = { publicKey: target.shop.publicKey, attempt: newAttempt(), now: time.now() };
  const token = sealSection(by, credit_card as Section, bound);
  return { ...request, credit_card: { token } };
}

/** Orders the item and follows the job. Returns the answer to the POST, and the job's result. */
export async function order(
  context: TestContext,
  bought: Bought,
  changes: Fields = {},
): Promise<{ readonly posted: Exchange; readonly answer: unknown }> {
  const posted = await call(context, CONFIRM.post(context), { request: orderOf(context, bought, changes) }, { id: bought.id });
  const got = await follow(context, posted);
  return { posted, answer: member(got.json, 'response') };
}
