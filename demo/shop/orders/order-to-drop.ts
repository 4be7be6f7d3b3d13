import type { Order, OrderState } from './order.js';

/** The part of an order that decides whether it may be dropped. */
export interface Droppable extends Pick<Order, 'session' | 'stranger' | 'openedAt'> {
  readonly state: OrderState;
}

const DAY_MS = 24 * 60 * 60_000;
/** The time a payer may spend on the bank's page. */
export const IN_FLIGHT_MS = 30 * 60_000;

/**
 * The least important order of a list that is full at `most`: a failed one; one open for more than a day; the oldest open one
 * of the payer with the most open orders; last, the oldest paid one. A payer is a session; without one, the address of the client,
 * whose every order would else count as another payer's only one.
 *
 * Opening orders is free, and yet no payer may push out another payer's order: a session's only open order stays for
 * half an hour, while its payment may be in progress, and paid orders keep half of the list.
 *
 * @param orders by their ids, oldest first.
 * @returns its id; undefined when no order may be dropped, so that the new one has to be refused.
 */
export function orderToDrop(orders: ReadonlyMap<string, Droppable>, most: number, now: Date): string | undefined {
  const counts = openByPayer(orders);
  // Times in ISO 8601, all in UTC, sort as texts.
  const [dayAgo, inFlight] = [DAY_MS, IN_FLIGHT_MS].map((ago) => new Date(now.getTime() - ago).toISOString()) as [string, string];
  let [failed, stale, crowded, settled]: (string | undefined)[] = [];
  let [mostOpen, settledCount] = [0, 0];
  for (const [id, order] of orders) {
    const { state, openedAt } = order;
    const own = counts.get(payerOf(order) ?? '') ?? 1;
    if (state === 'declined') {
      failed ??= id;
    } else if (state !== 'open') {
      settled ??= id;
      settledCount += 1;
    } else if (openedAt < dayAgo) {
      stale ??= id;
    } else if (own > mostOpen && (own > 1 || openedAt <= inFlight)) {
      [crowded, mostOpen] = [id, own];
    }
  }
  return failed ?? stale ?? crowded ?? (settledCount > most / 2 ? settled : undefined);
}

const payerOf = ({ session, stranger }: Droppable): string | undefined =>
  stranger === undefined ? session && `session ${session}` : `address ${stranger}`;

function openByPayer(orders: ReadonlyMap<string, Droppable>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const order of orders.values()) {
    const payer = payerOf(order);
    if (order.state === 'open' && payer !== undefined) counts.set(payer, (counts.get(payer) ?? 0) + 1);
  }
  return counts;
}
