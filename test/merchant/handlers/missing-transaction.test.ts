import { expect, test } from 'vitest';
import { createStatusHandler } from '../../../src/merchant/index.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { scripted, type Step } from '../client/scripted-wire.js';

// A missing transaction proves that an attempt failed only once no copy of its request can be accepted any more: 2 × 900 s and
// a minute after the first question about it, by the server's clock.

const EMPTY: Step = { status: 200, body: { transactions: [] } };
const WINDOW = 2 * 900_000 + 60_000;
const START = '2026-11-21T10:00:00Z';

function open(steps: readonly Step[] = [EMPTY], absence: { readonly sealWindow: number } | 'not promised' = { sealWindow: 900 }) {
  const clock = new ManualClock();
  const { client } = scripted(steps, { clock, retries: 0 });
  const handle = createStatusHandler({
    client,
    authorize: () => true,
    allowTest: true,
    clock,
    absence: absence === 'not promised' ? undefined : absence,
    report: () => undefined,
  });
  const ask = async (query: string): Promise<unknown> =>
    (await handle(new Request(`https://shop.example/status?${query}`))).json();
  return { clock, ask, attempt: (since = START, id = 'order-1') => ask(`tracking_id=${id}&started_at=${since}`) };
}

test('an attempt without a transaction has failed after twice the seal window and a minute, and not before', async () => {
  const { clock, attempt } = open();
  expect(await attempt()).toEqual({ outcome: 'unknown' });
  await clock.advance(WINDOW);
  expect(await attempt()).toEqual({ outcome: 'unknown' });
  await clock.advance(1);
  expect(await attempt()).toEqual({ outcome: 'failed' });
});

test('without the promise it stays unknown', async () => {
  const { clock, attempt } = open([EMPTY], 'not promised');
  await attempt();
  await clock.advance(10 * WINDOW);
  expect(await attempt()).toEqual({ outcome: 'unknown' });
});

test('this server’s clock measures the time: neither the page’s nor a wall clock set ahead shortens it', async () => {
  const { clock, attempt } = open();
  expect(await attempt('2020-01-01T00:00:00Z')).toEqual({ outcome: 'unknown' });
  clock.setWall(10 * WINDOW);
  await clock.advance(1000);
  expect(await attempt('2020-01-01T00:00:00Z')).toEqual({ outcome: 'unknown' });
});

test('a question without started_at, as at set-up, neither starts the time nor gets that answer', async () => {
  const { clock, ask, attempt } = open();
  await ask('tracking_id=order-1');
  await clock.advance(WINDOW + 1);
  expect(await attempt()).toEqual({ outcome: 'unknown' });
  await clock.advance(WINDOW + 1);
  expect(await ask('tracking_id=order-1')).toEqual({ outcome: 'unknown' });
  expect(await attempt()).toEqual({ outcome: 'failed' });
});

test('a later attempt with the same id restarts the time', async () => {
  const { clock, attempt } = open();
  await attempt();
  await clock.advance(WINDOW + 1);
  const later = '2026-11-21T10:31:00Z';
  expect(await attempt(later)).toEqual({ outcome: 'unknown' });
  await clock.advance(WINDOW + 1);
  expect(await attempt(later)).toEqual({ outcome: 'failed' });
});

test('a gateway time that is some seconds off still belongs to the same attempt', async () => {
  const { clock, attempt } = open();
  await attempt();
  await clock.advance(WINDOW + 1);
  expect(await attempt('2026-11-21T10:00:04Z')).toEqual({ outcome: 'failed' });
});

test('a transaction decides, however late it appears: pending or paid', async () => {
  const found = (status: string): Step => ({
    status: 200,
    body: { transactions: [{ uid: 'u-1', status, tracking_id: 'order-1', amount: 100, currency: 'USD', created_at: START }] },
  });
  const { clock, attempt } = open([EMPTY, found('pending'), found('successful')]);
  await attempt();
  await clock.advance(WINDOW + 1);
  expect(await attempt()).toEqual({ outcome: 'pending', amount: 100, currency: 'USD' });
  expect(await attempt()).toEqual({ outcome: 'successful', amount: 100, currency: 'USD' });
});

test.each<[string, Step]>([
  ['can’t be reached', new TypeError('fetch failed')],
  ['fails', { status: 503 }],
  ['does not follow the contract', { status: 200, body: '<h1>' }],
])('a gateway that %s proves nothing', async (_, step) => {
  const { clock, attempt } = open([EMPTY, step]);
  await attempt();
  await clock.advance(WINDOW + 1);
  expect(await attempt()).toHaveProperty('message');
});

test.each([0, -1, 1.5, Number.NaN])('a seal window of %d is refused', (sealWindow) => {
  expect(() => open([EMPTY], { sealWindow })).toThrow(/sealWindow: expected a whole number of seconds/);
});
