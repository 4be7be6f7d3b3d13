import type { BoughtElsewhere, OrderStanding } from '../orders/ledger.js';
import type { Heard } from './facts.js';

/** Whether the page and the server say the same of the last payment. */
export interface Agreement {
  readonly state: 'none' | 'elsewhere' | 'waiting' | 'agree' | 'differ';
  readonly text: string;
}

const MEANS = { paid: 'successful', declined: 'failed' } as const;

const FOUND = {
  paid: 'it is paid', declined: 'it was declined', differs: 'it was not what the shop asked for', open: 'there is no final word of it yet',
} as const;

/**
 * Holds the page's last `checkout-outcome` against the order of the same tracking id. A page that heard of none tells
 * instead what the server knows of payments on the gateway's pages, of which `elsewhere` are the latest of this thing.
 */
export function agreement(
  heard: readonly Heard[],
  orders: readonly Pick<OrderStanding, 'trackingId' | 'state'>[],
  elsewhere: readonly Pick<BoughtElsewhere, 'state'>[] = [],
): Agreement {
  const last = heard.findLast(({ type }) => type === 'checkout-outcome');
  const [bought] = elsewhere;
  if (!last && bought) {
    return { state: 'elsewhere', text: `Bought on the payment page: the gateway told the server, and ${FOUND[bought.state]}.` };
  }
  if (!last) return { state: 'none', text: 'Nothing was paid on this page yet.' };
  const { outcome = 'unknown', trackingId = '' } = last.facts;
  const order = orders.find((candidate) => candidate.trackingId === trackingId);
  if (!order) return { state: 'differ', text: `The page heard “${outcome}” of ${trackingId || 'no order'}; the server knows of no such order.` };
  if (order.state === 'open') return { state: 'waiting', text: `The page heard “${outcome}”; the server has no final word yet.` };
  if (order.state === 'differs') {
    return { state: 'differ', text: `The page heard “${outcome}”; the server was paid something else than it asked for.` };
  }
  const known = MEANS[order.state];
  if (known === outcome) return { state: 'agree', text: `The page and the server agree: ${known}.` };
  // An unknown outcome claims nothing, so it cannot be wrong.
  if (outcome === 'unknown') return { state: 'agree', text: `The page did not know; the server does: ${known}.` };
  return { state: 'differ', text: `The page heard “${outcome}”, the server knows “${known}”. The server is right.` };
}
