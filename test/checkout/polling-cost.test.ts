import { expect, test } from 'vitest';
import { alwaysPresent, pollJob } from '../../src/checkout/poll-job.js';
import { systemRandom } from '../../src/checkout/seal.js';
import { ManualClock } from '../clock/manual-clock.js';
import { Dice } from '../dice.js';

// How late a poll finds that a job has ended, and how many requests that takes, on average.

interface Cost {
  readonly delay: number;
  readonly requests: number;
}

/** Polls each job with the real `pollJob`; the network takes no time. */
async function pollAll(jobs: readonly number[], fraction: () => number): Promise<Cost> {
  let [delay, requests] = [0, 0];
  for (const job of jobs) {
    const clock = new ManualClock(0);
    const found: number[] = [];
    void pollJob(
      async () => {
        requests += 1;
        return { status: clock.now() >= job ? ('done' as const) : ('new' as const) };
      },
      ({ status }) => (status === 'done' ? clock.now() : undefined),
      {
        clock,
        random: { ...systemRandom, fraction },
        presence: alwaysPresent,
        signal: new AbortController().signal,
      },
    ).then((time) => found.push(time));
    // A timer is due when it is, give or take a rounding.
    while (found.length === 0) await clock.advance((clock.waits[0] ?? 0) + 1e-9);
    delay += found[0]! - job;
  }
  return { delay: delay / jobs.length, requests: requests / jobs.length };
}

/** The cost of gaps of `first` milliseconds and a part of the time waited on top. */
function affine(jobs: readonly number[], first: number, part: number): Cost {
  let [delay, requests] = [0, 0];
  for (const job of jobs) {
    let now = 0;
    do {
      now += first + part * now;
      requests += 1;
    } while (now < job);
    delay += now - job;
  }
  return { delay: delay / jobs.length, requests: requests / jobs.length };
}

/** The least delay of such a schedule, fitted to these very jobs, with as many requests. */
function leastDelay(jobs: readonly number[], requests: number): number {
  let least = Infinity;
  for (let part = 0; part <= 2; part += 0.05) {
    let [low, high] = [1, 60_000];
    while (high - low > 0.1) {
      const middle = Math.sqrt(low * high);
      if (affine(jobs, middle, part).requests > requests) low = middle;
      else high = middle;
    }
    least = Math.min(least, affine(jobs, high, part).delay);
  }
  return least;
}

// Box and Muller.
const lognormal =
  (median: number, sigma: number) =>
  (dice: Dice): number =>
    median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - dice.fraction())) * Math.cos(2 * Math.PI * dice.fraction()));

test('half a second first, then 4 % of the time waited on top', async () => {
  // A jitter of its middle leaves the gaps as designed: 500, 520, 540.8, … poll at 500, 1020, 1560.8.
  const cost = await pollAll([400, 1000, 1500], () => 0.5);
  expect(cost.requests).toBe((1 + 2 + 3) / 3);
  expect(cost.delay).toBeCloseTo((100 + 20 + 60.8) / 3, 6);
});

test.each<[string, number, (dice: Dice) => number]>([
  ['a median of 1.2 s, lognormal', 500, lognormal(1200, 0.8)],
  ['0.3 s or 8 s', 500, (dice) => (dice.chance(0.7) ? lognormal(300, 0.2)(dice) : lognormal(8000, 0.2)(dice))],
  ['0.5 s to 3 s, uniform', 500, (dice) => 500 + 2500 * dice.fraction()],
  // Pareto with infinite variance, cut where patience ends soon; a few hundred of them would flatter the schedule that is fitted to them.
  ['from 0.4 s, with a heavy tail', 3000, (dice) => Math.min(400 * (1 - dice.fraction()) ** (-1 / 1.2), 600_000)],
])('jobs of %s: polling delays by at most a tenth more than the best affine schedule', async (_, count, draw) => {
  const dice = new Dice('polling');
  const jobs = Array.from({ length: count }, () => draw(dice));
  const { delay, requests } = await pollAll(jobs, () => dice.fraction());
  expect(delay / leastDelay(jobs, requests)).toBeLessThanOrEqual(1.1);
});
