import { describe, expect, test } from 'vitest';
import { isOutage } from '../../../demo/gateway/store/outage.js';
import type { Store } from '../../../demo/gateway/store/store.js';
import { createClock } from '../../../demo/gateway/time/clock.js';
import { plainCheck, plainTransfer, Sandbox } from '../sandbox.js';
import { freshStore } from '../stores.js';

/** The error of the driver when the server is gone, as Drizzle passes it on. */
const gone = (): Error =>
  new Error('Failed query', { cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }) });

/** A store whose database can be made unavailable, for all calls or for some, and available again. */
class Outage {
  down = false;
  /** Calls that fail although the database is there: the name, such as `transactions.update`, and how many times. */
  readonly failing = new Map<string, number>();
  refused = 0;
  readonly store: Store;

  constructor(store = freshStore()) {
    this.store = this.#wrap(store, '') as Store;
  }

  #wrap(target: object, path: string): object {
    return new Proxy(target, {
      get: (owner, name) => {
        const value: unknown = Reflect.get(owner, name);
        const where = path === '' ? String(name) : `${path}.${String(name)}`;
        if (typeof value === 'object' && value !== null) return this.#wrap(value, where);
        if (typeof value !== 'function' || ['close', 'afterCommit'].includes(where)) return value;
        return (...given: unknown[]) => {
          const failures = this.failing.get(where) ?? 0;
          if (this.down || failures > 0) {
            this.failing.set(where, failures - 1);
            this.refused += 1;
            return Promise.reject(gone());
          }
          // Steps in the middle of a transaction can fail too.
          const steps =
            where === 'atomically'
              ? [(inner: Store) => (given[0] as (kept: Store) => unknown)(this.#wrap(inner, '') as Store)]
              : given;
          return (value as (...all: unknown[]) => unknown).apply(owner, steps);
        };
      },
    });
  }

  /** A sandbox on it whose clock runs. */
  sandbox(): Sandbox {
    return new Sandbox({ store: this.store, clock: createClock() });
  }
}

const HOOK = 'http://127.0.0.1:4099/hook';
// Real time: waits for a database do not use the sandbox's clock.
const patience = { timeout: 60_000 };

const start = async (
  sandbox: Sandbox,
  path = '/ctp/api/async/p2p',
  request = plainTransfer({ notification_url: HOOK, tracking_id: 'order-1' }),
) => (await sandbox.post(path, request)).body.job_id as string;
const isDone = (sandbox: Sandbox, id: string) =>
  expect.poll(async () => (await sandbox.poll(id)).body.status as string, patience).toBe('done');
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a job that is due while the database is unavailable', () => {
  test('runs once it is back, and pays and notifies once', async () => {
    const outage = new Outage();
    const sandbox = outage.sandbox();
    const id = await start(sandbox);
    outage.down = true;
    await pause(1_500);
    expect(outage.refused).toBeGreaterThan(1);
    expect((await sandbox.poll(id)).status).toBe(500);
    outage.down = false;
    await isDone(sandbox, id);
    const { transactions } = (await sandbox.get('/v2/transactions/tracking_id/order-1')).body;
    expect(transactions).toMatchObject([{ status: 'successful' }]);
    await expect.poll(() => sandbox.deliveries.length, patience).toBe(1);
    expect(sandbox.logLines.join('')).toContain('the database is unavailable');
    await sandbox.close();
  });

  // Each step fails once, as if the connection broke there. The work that follows must find what was stored before, and
  // nothing else.
  test.each([
    'tasks.take',
    'jobs.byId',
    'transactions.update',
    'notifications.insert',
    'jobs.setState',
    'tasks.finish',
    'notifications.attempted',
  ])('is done although %s fails three times', async (step) => {
    const outage = new Outage();
    const sandbox = outage.sandbox();
    const id = await start(sandbox);
    outage.failing.set(step, 3);
    await expect.poll(() => outage.refused, patience).toBeGreaterThanOrEqual(3);
    await isDone(sandbox, id);
    const { transactions } = (await sandbox.get('/v2/transactions/tracking_id/order-1')).body;
    expect(transactions).toMatchObject([{ status: 'successful' }]);
    await expect
      .poll(
        async () =>
          ((await sandbox.console('/sandbox/notifications')).body as unknown as { state: string }[]).map(({ state }) => state),
        patience,
      )
      .toEqual(['delivered']);
    await sandbox.close();
  });

  test('is a check, too', async () => {
    const outage = new Outage();
    const sandbox = outage.sandbox();
    const id = await start(sandbox, '/ctp/api/async/verify-p2p', plainCheck());
    outage.failing.set('jobs.setState', 2);
    await isDone(sandbox, id);
    await sandbox.close();
  });

  test('does not keep the gateway from stopping, and is left for the next gateway on the same database', async () => {
    const outage = new Outage();
    const first = outage.sandbox();
    const id = await start(first);
    outage.down = true;
    await pause(1_000);
    await first.close();
    outage.down = false;
    await outage.store.tasks.dropLeases();
    const second = outage.sandbox();
    await isDone(second, id);
    await second.close();
  });
});

test.each<[string, unknown, boolean]>([
  ['a refused connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), true],
  [
    'a cut connection, as Drizzle reports it',
    new Error('Failed query', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }),
    true,
  ],
  ['a server that shuts down (57P01)', Object.assign(new Error(), { code: '57P01' }), true],
  ['a lock that another process does not release (55P03)', Object.assign(new Error(), { code: '55P03' }), true],
  ['a transaction in which this process was idle (25P03)', Object.assign(new Error(), { code: '25P03' }), true],
  ['a query after an error in its transaction (25P02)', Object.assign(new Error(), { code: '25P02' }), false],
  ['too many connections (53300)', Object.assign(new Error(), { code: '53300' }), true],
  ['a connection that the driver lost', new Error('Connection terminated unexpectedly'), true],
  ['a full disk', Object.assign(new Error(), { code: 'ENOSPC' }), true],
  ['a duplicate of a unique value (23505)', Object.assign(new Error(), { code: '23505' }), false],
  ['an error in a query (42601)', Object.assign(new Error(), { code: '42601' }), false],
  ['a bug in the program', new TypeError('x is undefined'), false],
  ['a file that is not there', Object.assign(new Error(), { code: 'ENOENT' }), false],
  ['no error', 'ECONNREFUSED', false],
])('knows whether %s is temporary', (_, error, is) => {
  expect(isOutage(error)).toBe(is);
});
