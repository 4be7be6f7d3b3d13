import { LitElement } from 'lit';
import { expect, test } from 'vitest';
import type { Clock } from '../../../src/clock/clock.js';
import { Description } from '../../../src/elements/offer/description.js';
import { plan } from '../../../src/wire/response/plan.js';

class DescribedElement extends LitElement {}
customElements.define('described-by-src', DescribedElement);

test('a src that never answers is given up after 10 seconds, and fetched again on demand', async () => {
  const waits: { ms: number; ring: () => void }[] = [];
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    after: (ms, ring) => {
      waits.push({ ms, ring });
      return () => undefined;
    },
  };
  const asked: string[] = [];
  const description = new Description(new DescribedElement(), { name: 'plan', schema: plan, clock });
  const read = () =>
    description.read({
      property: undefined,
      src: '/plan.json',
      fetch: (url) => (asked.push(url), new Promise<Response>(() => undefined)),
    });
  expect(read()).toEqual({ state: 'coming' });
  expect(waits.map(({ ms }) => ms)).toEqual([10_000]);
  waits[0]!.ring();
  await expect
    .poll(read)
    .toMatchObject({ state: 'missing', reason: 'unreachable', from: 'server', error: { code: 'network_timeout' } });
  expect(asked).toEqual([`${location.origin}/plan.json`]);
  description.again();
  expect(read()).toEqual({ state: 'coming' });
  expect(asked).toHaveLength(2);
});

/** A description without any data yet, and a clock that stands still until it is moved. */
function waiting() {
  let now = 0;
  const timers = new Set<{ due: number; ring: () => void }>();
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    after: (ms, ring) => {
      const timer = { due: now + ms, ring };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const move = async (ms: number): Promise<void> => {
    // The load state of the page is read through a promise.
    await Promise.resolve();
    now += ms;
    for (const timer of [...timers].filter(({ due }) => due <= now)) {
      timers.delete(timer);
      timer.ring();
    }
  };
  const host = new DescribedElement();
  const description = new Description(host, { name: 'plan', schema: plan, clock });
  const read = (property?: unknown) => description.read({ property, src: null, fetch });
  document.body.append(host);
  return { host, description, read, move, timers };
}

const PLAN = { id: 'pln_1', title: 'Paper', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } };

test('an offer may still arrive until 3 s after the page has loaded', async () => {
  const { host, description, read, move } = waiting();
  expect(read()).toEqual({ state: 'none' });
  expect(description.mayCome).toBe(true);
  await move(2999);
  expect(description.mayCome).toBe(true);
  await move(1);
  expect(description.mayCome).toBe(false);
  expect(read(PLAN)).toMatchObject({ state: 'here' });
  // Removed, as while another one is being fetched: the wait starts over.
  expect(read()).toEqual({ state: 'none' });
  expect(description.mayCome).toBe(true);
  await move(3000);
  expect(description.mayCome).toBe(false);
  host.remove();
});

test('while the element is out of the page it does not wait, and the wait starts over when it returns', async () => {
  const { host, description, move, timers } = waiting();
  expect(description.mayCome).toBe(true);
  await move(2000);
  host.remove();
  expect(timers.size).toBe(0);
  expect(description.mayCome).toBe(true);
  await move(60_000);
  expect(timers.size).toBe(0);
  document.body.append(host);
  expect(description.mayCome).toBe(true);
  await move(3000);
  expect(description.mayCome).toBe(false);
  host.remove();
});
