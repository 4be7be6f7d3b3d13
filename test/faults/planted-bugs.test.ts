import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../src/clock/clock.js';
import type { RecordStorage } from '../../src/flow/record/journal.js';
import type { Fetch } from '../../src/http/request.js';
import type { Dice } from './dice.js';
import type { PlantedBug } from './world/context.js';
import { type TestBed, startTestBed } from './world/test-bed.js';
import { KINDS } from './kinds/kinds.js';
import type { Promised } from './verdict/limits.js';
import { run } from './run.js';
import { CARDS, type Terms } from './world/terms.js';

// Real runs, each with one planted bug, which the judge has to find and to name.

let testBed: TestBed;
beforeAll(async () => {
  testBed = await startTestBed();
}, 60_000);
afterAll(() => testBed.close());

interface Runs {
  readonly seeds: readonly number[];
  readonly plantedBug?: PlantedBug;
  /** In place of the kind's own terms. */
  readonly terms?: Partial<Terms> | undefined;
  /** The runs end once this promise is broken. */
  readonly until?: Promised;
}

/** The promises that these runs break. */
async function brokenIn(name: string, { seeds, plantedBug, terms, until }: Runs): Promise<Set<Promised>> {
  const named = KINDS.find((each) => each.name === name);
  if (!named) throw new TypeError(`There is no kind ${name}.`);
  const kind = { ...named, terms: (dice: Dice) => ({ ...named.terms?.(dice), ...terms }) };
  const found = new Set<Promised>();
  for (const seed of seeds) {
    const { broken } = await run(testBed, kind, seed, { plantedBug: plantedBug ?? {}, control: false });
    for (const { promise, limit } of broken) if (!limit) found.add(promise);
    if (until && found.has(until)) break;
  }
  return found;
}

/** Changes the text of every answer. */
const rewriting =
  (change: (text: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const { status, headers, text } = await fetch(url, init).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));
    return new Response(change(text), { status, headers });
  };

/** A clock whose timers ring after another time, or never. */
const ringing = (clock: Clock, change: (wait: number) => number | undefined): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  after(wait, ring) {
    const changed = change(wait);
    return changed === undefined ? () => undefined : clock.after(changed, ring);
  },
});

const forgetful: RecordStorage = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {} };
const SEEDS = [1, 2, 3, 4, 5, 6];
/** Several runs each, on a machine that may be busy. */
const PATIENTLY = { timeout: 120_000 };

test('without a planted bug, a payment that goes well breaks no promise', PATIENTLY, async () => {
  expect(await brokenIn('payer: nothing goes wrong', { seeds: SEEDS })).toEqual(new Set());
});

test.each<[what: string, kind: string, plantedBug: PlantedBug, promise: Promised]>([
  [
    'a page that reads successful as failed',
    'payer: nothing goes wrong',
    {
      fetch: rewriting((text) =>
        text.includes('"transaction"')
          ? // Paid at no time: a failure that names one is not believed.
            text.replaceAll('"status":"successful"', '"status":"failed"').replaceAll(/"paid_at":"[^"]*"/g, '"paid_at":null')
          : text,
      ),
    },
    'lied',
  ],
  [
    'a page that reads failed as successful',
    'payer: tries again after failures',
    { fetch: rewriting((text) => text.replaceAll('"status":"failed"', '"status":"successful"')) },
    'lied',
  ],
  ['records that are not kept', 'page: closed, and open again in another tab', { storage: forgetful }, 'duplicated'],
  ['records that are not kept, and a payer who gives up', 'page: crash, and another visit', { storage: forgetful }, 'lost'],
  [
    'timers that never ring',
    'payer: nothing goes wrong',
    { clock: (clock) => ringing(clock, (wait) => (wait > 450 && wait < 600 ? undefined : wait)) },
    'stuck',
  ],
  [
    'timers that ring at once',
    'clock: jumps while the job runs',
    { clock: (clock) => ringing(clock, (wait) => (wait < 20_000 ? 1 : wait)) },
    'stuck',
  ],
  [
    'a PAN in a header',
    'payer: nothing goes wrong',
    {
      fetch: (fetch) => (url, init) =>
        fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-note': CARDS.pays } }),
    },
    'leaked',
  ],
])('%s is found', PATIENTLY, async (_, kind, plantedBug, promise) => {
  expect(await brokenIn(kind, { plantedBug, seeds: SEEDS, until: promise })).toContain(promise);
});
