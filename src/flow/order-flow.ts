import { parseBySchema } from '../checkout/parse-by-schema.js';
import { confirmOrder } from '../wire/response/order.js';
import {
  firstChargeOf,
  type Subscription,
  subscription as subscriptionSchema,
  subscriptionSaysMoneyMoved,
} from '../wire/response/subscription.js';
import { firstCharge } from '../wire/response/plan.js';
import { transaction as transactionSchema } from '../wire/response/transaction.js';
import { isSubscriptionId, sellsPlan } from '../wire/uid.js';
import { type Answer, readPayment, readTransaction } from './outcome/answer.js';
import { FixedPrice } from './price/fixed-price.js';
import type { PaymentFlowOptions } from './options.js';
import { isEditableOfOrder } from './request/judge-refusal.js';
import { orderBody, type OrderSettings } from './request/order-body.js';
import { PaymentFlow } from './payment-flow.js';
import type { PaymentKind } from './payment-kind.js';

/** The dependencies of an order. */
export type OrderFlowOptions = PaymentFlowOptions<OrderSettings>;

/** Judges a subscription's first charge by the subscription's state. */
function answerOfSubscription(subscription: Subscription): Answer {
  const { id, redirect_url: redirect, last_transaction: last, state, plan } = subscription;
  const charge = last ? readTransaction(last) : undefined;
  const waits = state === 'redirecting' || state === 'incomplete';
  const isOver = state === 'failed' || state === 'error';
  return {
    uid: id,
    verdict: firstChargeOf(subscription) ?? (isOver && subscriptionSaysMoneyMoved(subscription) ? 'contradictory' : undefined),
    redirectUrl: (waits && (redirect ?? charge?.redirectUrl)) || undefined,
    transaction: last ?? undefined,
    subscription,
    // Not that of its last charge, which may be a later one, at another price.
    sum: plan ? { amount: firstCharge(plan), currency: plan.currency } : {},
  };
}

/** The id of what is paid, with which the kind of its records ends. */
const idIn = (kind: string): string => kind.slice(kind.lastIndexOf(':') + 1);

/**
 * A plan is paid by a subscription to it, and a subscription that a server has created by that one. One to another plan is another
 * payment.
 */
function readPlanAnswer(response: unknown, ordered: string): Answer | undefined {
  const { subscription, transaction } = (response ?? {}) as { subscription?: { plan?: { id?: unknown } }; transaction?: unknown };
  const bought = parseBySchema(subscriptionSchema, subscription);
  const planId = subscription?.plan?.id ?? undefined;
  const isThis = isSubscriptionId(ordered)
    ? bought?.id === ordered
    : planId === ordered || (planId === undefined && sellsPlan(ordered));
  if (!bought || !isThis) return undefined;
  const answer = answerOfSubscription(bought);
  // Some gateways name the first charge beside the subscription.
  return { ...answer, transaction: answer.transaction ?? parseBySchema(transactionSchema, transaction) };
}

const order: PaymentKind<OrderSettings> = {
  endpoint: confirmOrder,
  parameters: ({ id, shopId }) => ({ id, shop_id: shopId }),
  bind: ({ id }) => ({ operation: 'order', productId: id }),
  body: orderBody,
  readAnswer: (response, kind) => {
    const ordered = idIn(kind);
    return readPlanAnswer(response, ordered) ?? (sellsPlan(ordered) ? undefined : readPayment(response));
  },
  isEditable: isEditableOfOrder,
  // This endpoint judges the seals' ids first (docs/operators.md), so a second copy never gets as far as these. Where there is a server to
  // ask, no gateway has to be believed that it does.
  isWrongByItself: (path) => path === 'quantity' || path === 'expired_at',
  isOfOffer: (path) => /^(quantity|expired_at|amount)$/.test(path),
  distinguishedBy: 'source',
  price: ({ settings }, state, dispatch) => new FixedPrice(settings, state, dispatch),
};

/** An order of a product or a plan over time: payment, 3-D Secure, outcome (see `PaymentFlow`). */
export class OrderFlow extends PaymentFlow<OrderSettings> {
  constructor(options: OrderFlowOptions) {
    super(order, options);
  }
}
