import type { BoughtElsewhere, OrderStatus } from '../orders/ledger.js';
import type { LoggedEvent } from './element-events.js';

/** Whether page and server agree on the last payment. */
export interface Comparison {
  readonly state: 'none' | 'elsewhere' | 'waiting' | 'agree' | 'differ';
  readonly text: string;
}

const MEANS = { paid: 'successful', declined: 'failed' } as const;

const FOUND = {
  paid: 'the gateway reports that it is paid',
  declined: 'the gateway reports that it was declined',
  differs: 'the gateway reports a payment that doesn’t match the order',
  open: 'the gateway has no result yet',
} as const;

/** The events that begin the next payment, so that the result of the previous one no longer counts. */
const BEGINS = new Set(['checkout-quote', 'checkout-submit']);

/**
 * Compares the `checkout-outcome` of the page's current payment with the order of the same tracking id. Without such an event, it
 * reports the latest of the `elsewhere` payments, which were made on the gateway's pages for the same item.
 *
 * @param isAtForm Whether the page shows the form, so that the outcome of an earlier payment no longer counts.
 */
export function compareOutcomes(
  events: readonly LoggedEvent[],
  orders: readonly Pick<OrderStatus, 'trackingId' | 'state'>[],
  elsewhere: readonly Pick<BoughtElsewhere, 'state'>[] = [],
  isAtForm = false,
): Comparison {
  const latest = events.findLast(({ type }) => type === 'checkout-outcome' || BEGINS.has(type));
  const last = latest?.type === 'checkout-outcome' && !isAtForm ? latest : undefined;
  const isNext = events.some(({ type }) => type === 'checkout-outcome');
  const [bought] = elsewhere;
  if (!last && isNext) return { state: 'none', text: 'A new payment has begun: no result yet.' };
  if (!last && bought) {
    return { state: 'elsewhere', text: `Bought on the payment page: ${FOUND[bought.state]}.` };
  }
  if (!last) return { state: 'none', text: 'Nothing has been paid on this page yet.' };
  const { outcome = 'unknown', trackingId = '' } = last.facts;
  const order = orders.find((candidate) => candidate.trackingId === trackingId);
  if (!order)
    return {
      state: 'differ',
      text: `The page reports “${outcome}” for ${trackingId || 'no order'}; the server has no such order.`,
    };
  if (order.state === 'open') return { state: 'waiting', text: `The page reports “${outcome}”; the server has no result yet.` };
  if (order.state === 'differs') {
    return { state: 'differ', text: `The page reports “${outcome}”; the payment doesn’t match the server’s order.` };
  }
  const known = MEANS[order.state];
  if (known === outcome) return { state: 'agree', text: `The page and the server agree: ${known}.` };
  // An unknown outcome claims nothing, so it cannot be wrong.
  if (outcome === 'unknown') return { state: 'agree', text: `The page doesn’t know the result; the server does: ${known}.` };
  return { state: 'differ', text: `The page reports “${outcome}”, the server “${known}”. The server is right.` };
}
