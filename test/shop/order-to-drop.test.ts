import { describe, expect, test } from 'vitest';
import { type Droppable, orderToDrop } from '../../demo/shop/orders/order-to-drop.js';

const NOW = new Date('2026-11-21T10:42:00Z');

/** Orders as `id session state age-in-minutes`, the oldest first. */
const orders = (...lines: readonly string[]): ReadonlyMap<string, Droppable> =>
  new Map(
    lines.map((line) => {
      const [id, session, state, minutes] = line.split(' ') as [string, string, Droppable['state'], string];
      return [
        id,
        {
          session: session === '-' ? undefined : session,
          state,
          openedAt: new Date(NOW.getTime() - Number(minutes) * 60_000).toISOString(),
        },
      ];
    }),
  );

describe('a full list drops', () => {
  test.each([
    ['a failed order before an open or paid one', ['a 1 paid 9000', 'b 2 open 2000', 'c 3 declined 1', 'd 4 declined 0'], 'c'],
    [
      'an order that is open for more than a day before newer ones',
      ['a 1 paid 9000', 'b 2 open 1441', 'c 3 open 5', 'd 3 open 4'],
      'b',
    ],
    [
      'the oldest open one of the session with the most open orders',
      ['a 1 open 100', 'b 2 open 20', 'c 2 open 19', 'd 3 open 9', 'e 3 open 8', 'f 3 open 7'],
      'd',
    ],
    ['the only open one of a session after half an hour', ['a 1 paid 9000', 'b 2 open 30', 'c 3 open 29'], 'b'],
    ['paid orders last', ['a 1 paid 9000', 'b 1 paid 8000', 'c 2 open 29'], 'a'],
    ['an order with a payment that differs as late as a paid one', ['a 1 differs 9000', 'b 1 paid 8000', 'c 2 open 29'], 'a'],
  ])('%s', (_, lines, expected) => {
    expect(orderToDrop(orders(...lines), 3, NOW)).toBe(expected);
  });

  test.each([
    ['the only open one of a session within half an hour', ['a 1 open 29', 'b 2 open 1', 'c - open 0']],
    ['the only open one of a session that has paid others', ['a 1 paid 50', 'b 1 open 29', 'c 2 open 1']],
    [
      'a paid order for an unpaid one, while paid orders would have less than half of the list',
      ['a 1 paid 9000', 'b 2 open 1', 'c 3 open 1'],
    ],
  ])('never %s', (_, lines) => {
    expect(orderToDrop(orders(...lines), 3, NOW)).toBeUndefined();
  });
});
