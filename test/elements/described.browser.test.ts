import { LitElement } from 'lit';
import { expect, test } from 'vitest';
import type { Clock } from '../../src/clock/clock.js';
import { Description } from '../../src/elements/described.js';
import { plan } from '../../src/wire/plan.js';

class DescribedElement extends LitElement {}
customElements.define('described-by-src', DescribedElement);

test('a src that never answers is given up after 10 seconds, and asked again when told to', async () => {
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
  const description = new Description(new DescribedElement(), 'plan', plan, clock);
  const read = () =>
    description.read({ property: undefined, src: '/plan.json', fetch: (url) => (asked.push(url), new Promise<Response>(() => undefined)) });
  expect(read()).toEqual({ state: 'coming' });
  expect(waits.map(({ ms }) => ms)).toEqual([10_000]);
  waits[0]!.ring();
  await expect.poll(read).toMatchObject({ state: 'missing', reason: 'unreachable', from: 'server', error: { code: 'network_timeout' } });
  expect(asked).toEqual([`${location.origin}/plan.json`]);
  description.again();
  expect(read()).toEqual({ state: 'coming' });
  expect(asked).toHaveLength(2);
});
