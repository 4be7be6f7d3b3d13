import { expect, test } from 'vitest';
import { withLock, keepLockUntil, isLockTaken, sendingLock, START_LOCK } from '../../../src/flow/record/lock.js';
import { byNow, ManualClock, quiet } from '../../clock/manual-clock.js';
import { BrowserLocks } from '../rig/browser-locks.js';
import { Rig } from '../rig/rig.js';
import { accepted } from '../../../demo/scripted/script.js';

const never = new AbortController().signal;

const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'));

test('work is done once, under the lock of its name', async () => {
  const locks = new BrowserLocks();
  const clock = new ManualClock();
  const held = await byNow(withLock(locks, 'a', () => [...locks.held], { clock, signal: never }));
  expect(held).toEqual(['a']);
  // A write under the lock takes a moment to reach the other tabs.
  await clock.advance(299);
  expect(locks.held.size).toBe(1);
  await clock.advance(1);
  expect(locks.held.size).toBe(0);
});

test('while another tab holds the lock, it waits a moment and tries again', async () => {
  const [locks, clock] = [new BrowserLocks(), new ManualClock()];
  locks.held.add('a');
  const order: string[] = [];
  const done = withLock(locks, 'a', () => order.push('work'), { clock, signal: never });
  await clock.advance(200);
  expect(order).toEqual([]);
  locks.held.delete('a');
  await clock.advance(100);
  await byNow(done);
  expect(order).toEqual(['work']);
  expect(locks.asked.length).toBeGreaterThan(2);
});

test('while another tab keeps the lock for longer than a second, the work is not done', async () => {
  const [locks, clock] = [new BrowserLocks(), new ManualClock()];
  locks.held.add('a');
  let worked = 0;
  const done = withLock(locks, 'a', () => (worked += 1), { clock, signal: never }).catch((error: unknown) => error);
  await clock.advance(1000);
  expect(await byNow(done)).toMatchObject({ name: 'LockError', code: 'busy_elsewhere', party: 'payer' });
  locks.held.delete('a');
  await clock.advance(5000);
  expect(worked).toBe(0);
});

test('a lock that is stolen while it is held does not make the work happen twice', async () => {
  let worked = 0;
  const stolen = {
    request: async (_: string, __: object, hold: (lock: object) => unknown) => {
      void hold({});
      throw new DOMException('Another page stole the lock.', 'AbortError');
    },
    query: async () => ({}),
  };
  await byNow(withLock(stolen, 'a', () => (worked += 1), { clock: new ManualClock(), signal: never }));
  await quiet();
  expect(worked).toBe(1);
});

test('a lock that another tab has, and whose request then fails, does not make the work happen', async () => {
  const clock = new ManualClock();
  let worked = 0;
  const taken = {
    request: async (_: string, __: object, hold: (lock: null) => unknown) => {
      void hold(null);
      throw new DOMException('The page is being closed.', 'AbortError');
    },
    query: async () => ({}),
  };
  const done = withLock(taken, 'a', () => (worked += 1), { clock, signal: never }).catch((error: unknown) => error);
  await clock.advance(1000);
  expect(await byNow(done)).toMatchObject({ code: 'busy_elsewhere' });
  expect(worked).toBe(0);
});

test.each([
  ['no locks', undefined],
  ['locks that refuse (a page without an origin)', { request: refuse, query: refuse }],
  [
    'locks that throw',
    {
      request: () => {
        throw new DOMException('no', 'SecurityError');
      },
      query: refuse,
    },
  ],
])('with %s the work is done all the same', async (_, locks) => {
  expect(await byNow(withLock(locks, 'a', () => 7, { clock: new ManualClock(), signal: never }))).toBe(7);
});

test('an error from the work is thrown, and releases the lock', async () => {
  const locks = new BrowserLocks();
  const work = (): never => {
    throw new TypeError('mine');
  };
  const clock = new ManualClock();
  await expect(byNow(withLock(locks, 'a', work, { clock, signal: never }))).rejects.toThrow('mine');
  await clock.advance(300);
  expect(locks.held.size).toBe(0);
});

test('work that is cancelled while it waits is never done', async () => {
  const [locks, clock, flight] = [new BrowserLocks(), new ManualClock(), new AbortController()];
  locks.held.add('a');
  let worked = 0;
  const done = withLock(locks, 'a', () => (worked += 1), { clock, signal: flight.signal });
  done.catch(() => undefined);
  await clock.advance(100);
  flight.abort(new Error('given up'));
  await expect(byNow(done)).rejects.toThrow('given up');
  locks.held.delete('a');
  await clock.advance(5000);
  expect(worked).toBe(0);
});

test.each([
  ['locks', new BrowserLocks()],
  ['no locks', undefined],
  ['locks that refuse', { request: refuse, query: refuse }],
])('with %s, work that was cancelled before is never done', async (_, locks) => {
  const flight = new AbortController();
  flight.abort(new Error('given up'));
  let worked = 0;
  const done = withLock(locks, 'a', () => (worked += 1), { clock: new ManualClock(), signal: flight.signal });
  await expect(byNow(done)).rejects.toThrow('given up');
  expect(worked).toBe(0);
});

test('work that is done leaves no timer and no listener', async () => {
  const [clock, flight] = [new ManualClock(), new AbortController()];
  const listening = new Set<string>();
  const { signal } = flight;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...given: Parameters<typeof add>) => (listening.add(given[0]), add(...given));
  signal.removeEventListener = (...given: Parameters<typeof remove>) => (listening.delete(given[0]), remove(...given));
  await byNow(withLock(new BrowserLocks(), 'a', () => 7, { clock, signal }));
  expect([...listening]).toEqual([]);
  await clock.advance(300);
  expect(clock.waits).toEqual([]);
});

test('each attempt’s request has a lock of its own', () => {
  const names = [sendingLock('key-1', 'order-1'), sendingLock('key-1', 'order-2'), sendingLock('key-2', 'order-1')];
  expect(new Set(names).size).toBe(3);
  // Two releases of the script, in two tabs, have to mean the same locks.
  expect([names[0], START_LOCK]).toEqual(['checkout-elements:sending:key-1:order-1', 'checkout-elements:start']);
});

test('a lock is held until a promise settles, and other pages can see that', async () => {
  const locks = new BrowserLocks();
  let settle: () => void = () => undefined;
  keepLockUntil(locks, 'a', new Promise<void>((resolve) => (settle = resolve)));
  await quiet();
  expect([await isLockTaken(locks, 'a'), await isLockTaken(locks, 'b'), await isLockTaken(undefined, 'a')]).toEqual([
    true,
    false,
    undefined,
  ]);
  settle();
  await quiet();
  expect(await isLockTaken(locks, 'a')).toBe(false);
});

test('isLockTaken() only looks: it asks for no lock, and sees pages that wait for one', async () => {
  const requests: string[] = [];
  const locks = {
    request: (name: string) => Promise.resolve(requests.push(name)),
    query: () => Promise.resolve({ held: [{ name: 'a' }], pending: [{ name: 'b' }] }),
  };
  const taken = [await isLockTaken(locks, 'a'), await isLockTaken(locks, 'b'), await isLockTaken(locks, 'c')];
  expect(taken).toEqual([true, true, false]);
  expect(await isLockTaken({ ...locks, query: async () => ({}) }, 'a')).toBe(false);
  expect(requests).toEqual([]);
});

test('a tab that follows another one’s request never asks for that one’s lock', async () => {
  const shared = new BrowserLocks();
  const requests: string[] = [];
  const locks = {
    query: () => shared.query(),
    request: (...[name, ...rest]: Parameters<typeof shared.request>) => {
      requests.push(name);
      return shared.request(name, ...rest);
    },
  };
  const first = new Rig({ locks: shared });
  const second = new Rig({ locks }, first);
  for (const rig of [first, second]) rig.settings = { ...rig.settings, trackingId: 'order-7' };
  let settle: (body: Record<string, unknown>) => void = () => undefined;
  first.gateway.replies.transfer = [new Promise((resolve) => (settle = resolve))];
  await first.pay(1000);
  void second.flow.resume();
  await second.clock.advance(20_000);
  expect(second.flow.state.step).toBe('settling');
  settle(accepted());
  await second.clock.advance(5000);
  expect(second.outcome?.outcome).toBe('successful');
  expect(requests).toEqual([]);
});

test.each([
  ['follows the same job', accepted(), 'successful'],
  // A page instead of an answer: the fate of the request is unknown.
  ['stays unknown like the first one when no usable answer comes', { hello: 'world' }, 'unknown'],
] as const)('the second tab waits for the answer to the first one’s request, and %s', async (_, reply, outcome) => {
  const locks = new BrowserLocks();
  const first = new Rig({ locks });
  const second = new Rig({ locks }, first);
  for (const rig of [first, second]) rig.settings = { ...rig.settings, trackingId: 'order-7' };
  await Promise.all([first.quote(), second.quote()]);
  let settle: (body: Record<string, unknown>) => void = () => undefined;
  first.gateway.replies.transfer = [new Promise((resolve) => (settle = resolve))];
  void first.flow.submit();
  void second.flow.submit();
  await first.clock.advance(4000);
  const steps = [first, second].map(({ flow }) => flow.state.step).sort();
  expect(steps).toEqual(['settling', 'transferring']);
  settle(reply);
  await first.clock.advance(60_000);
  expect([first.outcome?.outcome, second.outcome?.outcome]).toEqual([outcome, outcome]);
  expect(first.gateway.of('transfer')).toHaveLength(1);
});

test('waiting for another tab’s answer can be cancelled', async () => {
  const locks = new BrowserLocks();
  const first = new Rig({ locks });
  const second = new Rig({ locks }, first);
  for (const rig of [first, second]) rig.settings = { ...rig.settings, trackingId: 'order-7' };
  await Promise.all([first.quote(), second.quote()]);
  first.gateway.replies.transfer = ['silence'];
  void first.flow.submit();
  void second.flow.submit();
  await first.clock.advance(1000);
  const waiting = [first, second].find(({ flow }) => flow.state.step === 'settling');
  waiting?.flow.cancel();
  await first.clock.advance(100);
  expect(waiting?.outcome).toMatchObject({ outcome: 'unknown', reason: 'canceled' });
});
