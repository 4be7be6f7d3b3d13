import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../../../build/install.mjs';
import { findOrInstallInterpreter } from '../../interpreters.mjs';
import { compileSamples } from './sample-files.js';

// The orders of docs/server/frameworks.md: the store in memory, and the statement that its comment gives for SQL.

interface Order {
  readonly trackingId: string;
}
let store: {
  readonly deliver: (order: Order, paidBy: string) => Promise<boolean>;
  readonly shipPaid: (ship: (order: Order) => Promise<void>) => Promise<void>;
};
beforeAll(() => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  const folder = compileSamples('store', ['store.ts']);
  ({ store } = createRequire(join(folder, 'store.js'))('./store.js') as { readonly store: typeof store });
});
afterAll(() => vi.restoreAllMocks());

test('two copies of a notification at the same moment are both answered, and one ships, again after a failure', async () => {
  const order = { trackingId: 'order-1' };
  const paid = await Promise.all(['u-1', 'u-1', 'u-2'].map((uid) => store.deliver(order, uid)));
  expect(paid).toEqual([true, true, false]);
  const ship = vi.fn<(order: Order) => Promise<void>>().mockRejectedValueOnce(new Error('The carrier does not answer.'));
  ship.mockResolvedValue();
  for (let runs = 0; runs < 3; runs += 1) await store.shipPaid(ship);
  expect(ship.mock.calls).toEqual([[order], [order]]);
});

test('the statement for SQL changes a row for the first of two copies alone', () => {
  const [statement = ''] = /UPDATE orders SET .*/.exec(readFileSync(join(root, 'docs/samples/server/store.ts'), 'utf8')) ?? [];
  const program = `import sqlite3, sys
db = sqlite3.connect(':memory:')
db.execute('CREATE TABLE orders (id TEXT, paid_by TEXT)')
db.execute("INSERT INTO orders (id) VALUES ('order-1')")
print([db.execute(sys.argv[1], {'1': 'u-1', '2': 'order-1'}).rowcount for copy in range(2)])`;
  const printed = execFileSync(findOrInstallInterpreter('python3'), ['-c', program, statement], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([1, 0]);
});
