import type { Order, OrderState } from './order.js';

/** What decides whether an order may be forgotten. */
export interface Forgettable extends Pick<Order, 'session' | 'openedAt'> {
  readonly state: OrderState;
}

const DAY_MS = 24 * 60 * 60_000;
/** As long as a payer may be at his bank. */
const IN_FLIGHT_MS = 30 * 60_000;

/**
 * Which order is missed least in books that are full at `most`: one that failed; one open for more than a day; the oldest
 * open one of the session that holds most of them; last the oldest of those that money came for.
 *
 * Orders are opened by anybody for nothing, so none of them may cost somebody else his own: the only open order of a session
 * stays for half an hour, in which its payment may be on the way, and half of the books stays with what was paid.
 *
 * @param orders by their ids, the oldest first.
 * @returns its id; undefined: there is none, the new one has to be refused.
 */
export function whatToForget(orders: ReadonlyMap<string, Forgettable>, most: number, now: Date): string | undefined {
  const held = openBySession(orders);
  // Times as they are written in ISO 8601, all in UTC, are in the order of their text.
  const [dayAgo, inFlight] = [DAY_MS, IN_FLIGHT_MS].map((ago) => new Date(now.getTime() - ago).toISOString()) as [string, string];
  let [failed, stale, crowded, settled]: (string | undefined)[] = [];
  let [mostHeld, settledCount] = [0, 0];
  for (const [id, { session, state, openedAt }] of orders) {
    const holds = (session !== undefined && held.get(session)) || 1;
    if (state === 'declined') {
      failed ??= id;
    } else if (state !== 'open') {
      settled ??= id;
      settledCount += 1;
    } else if (openedAt < dayAgo) {
      stale ??= id;
    } else if (holds > mostHeld && (holds > 1 || openedAt <= inFlight)) {
      [crowded, mostHeld] = [id, holds];
    }
  }
  return failed ?? stale ?? crowded ?? (settledCount > most / 2 ? settled : undefined);
}

function openBySession(orders: ReadonlyMap<string, Forgettable>): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const { session, state } of orders.values()) {
    if (state === 'open' && session !== undefined) held.set(session, (held.get(session) ?? 0) + 1);
  }
  return held;
}
