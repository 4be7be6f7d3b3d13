import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HABITS } from '../../../demo/gateway/issuer/habit.js';
import { HABITS_OF_GATEWAYS, habitText } from '../rig/habits.js';
import { Browser, type Ids, IDS } from './browser.js';
import { commands, settle } from './commands.js';

// Two tabs, a payer who does anything, a gateway that keeps true books behind a hostile network. Whatever happens, in
// whatever order: no second payment without a question to the payer, never "failed" for money that moved, no attempt lost,
// and an end for each. `npm run test:long` makes 4,000 runs, MODEL_RUNS any number; a failure prints its seed, its path, and the
// shortest way to it.

const numRuns = Number(process.env['MODEL_RUNS'] ?? 150);

/** A shop: what its gateway does with copies, and where its tracking ids come from. */
const shops = fc
  .tuple(fc.constantFrom(HABITS.refused, ...HABITS_OF_GATEWAYS), fc.constantFrom<Ids>(...IDS), fc.nat(7))
  .map(([habit, ids, die]) => {
    const drawn = die === 0 ? { ...habit, jobsEndTwice: true } : habit;
    return { habit: drawn, ids, toString: () => `${ids} ids, ${habitText(drawn)}` };
  });

/** What happened in all runs: faults that never occur would prove nothing. */
const seen = { charges: 0, unknown: 0, failed: 0, successful: 0 };

test.each([
  ['card', true],
  ['token', true],
  ['card', false],
  ['token', false],
] as const)(
  'two tabs make no unconfirmed second payment and show no false outcome: the gateway compares %ss, Web Locks: %s',
  { timeout: 60_000 + numRuns * 500 },
  async (rule, hasLocks) => {
    await fc.assert(
      fc.asyncProperty(shops, commands, async (shop, all) => {
        const browser = new Browser(rule, hasLocks, shop);
        const model = { presses: 0 };
        await fc.asyncModelRun(() => ({ model, real: browser }), all);
        await settle(browser, model);
        seen.charges += browser.gateway.charges.length;
        for (const outcome of ['unknown', 'failed', 'successful'] as const)
          seen[outcome] += new Set(
            browser.shown.filter((one) => one.outcome === outcome).map(({ trackingId, attempt }) => `${trackingId} ${attempt}`),
          ).size;
      }),
      { numRuns: Math.ceil(numRuns / 4), endOnFailure: false },
    );
  },
);

test('the faults occurred: payments were made, failed, and were unknown for a while', () => {
  for (const outcome of ['charges', 'unknown', 'failed', 'successful'] as const)
    expect(seen[outcome], outcome).toBeGreaterThan(numRuns / 20);
});
