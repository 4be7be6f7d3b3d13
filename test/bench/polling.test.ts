import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOrAll } from '../sample-or-all.js';
import { DISTRIBUTIONS, seeded } from './polling/job-times.js';
import { offlineOptimum } from './polling/optimum.js';
import { affine, bestAffine, fixed, replay } from './polling/schedules.js';
import { pollAll } from './polling/simulation.js';

test('a fixed schedule finds a job at the next whole gap', () => {
  // Found at 1, 1, 2 and 3 s: 0.9, 0, 0.5 and 0.9 s late, after 1, 1, 2 and 3 requests.
  expect(replay([100, 1000, 1500, 2100], fixed(1000))).toEqual({ delay: 575, requests: 1.75 });
});

test('an affine schedule adds its part of the time waited to each gap', () => {
  // Polls at 500, 500 + 750 = 1250 and 1250 + 1125 = 2375.
  expect(replay([2000], affine(500, 0.5))).toEqual({ delay: 375, requests: 3 });
});

test('the best affine schedule for jobs of one length polls once, when they end', () => {
  const { delay, requests } = bestAffine([800, 800, 800], 1);
  expect(requests).toBe(1);
  expect(delay).toBeLessThan(0.1);
});

test('the best of all schedules polls once per kind of job, just when that kind ends', () => {
  // Half end at 300, half at 8000: polls at those two times find everything at once, with 1.5 requests per job.
  const jobs = [300, 300, 8000, 8000];
  expect(offlineOptimum(jobs, 1.5).requests).toBeCloseTo(1.5, 6);
  expect(offlineOptimum(jobs, 1.5).delay).toBeLessThan(20);
  // With one request it has to wait for the later jobs, so the earlier ones wait 7.7 s.
  expect(offlineOptimum(jobs, 1).delay).toBeCloseTo(7700 / 2, -2);
  // In between it chooses one of the two at random, which halves the wait.
  expect(offlineOptimum(jobs, 1.25).delay).toBeCloseTo(7700 / 4, -2);
});

test('no fixed or affine schedule beats the best of all at as many requests', () => {
  const jobTimes = fc.array(fc.integer({ min: 100, max: 20_000 }), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(
      jobTimes,
      fc.integer({ min: 300, max: 4000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (jobs, first, part) => {
        const { delay, requests } = replay(jobs, affine(first, part));
        // The optimum polls on a grid of 10 ms, or of half a percent: so much it may come late.
        expect(offlineOptimum(jobs, requests).delay).toBeLessThanOrEqual(delay * 1.02 + 60);
      },
    ),
    { numRuns: 30 },
  );
});

test('the real polling is replayed: half a second first, then 4 % of the time waited on top', async () => {
  // A jitter of its middle leaves the gaps as designed: 500, 520, 540.8, … poll at 500, 1020, 1560.8.
  const cost = await pollAll([400, 1000, 1500], () => 0.5);
  expect(cost.requests).toBe((1 + 2 + 3) / 3);
  expect(cost.delay).toBeCloseTo((100 + 20 + 60.8) / 3, 6);
});

test.each(DISTRIBUTIONS)('polling delays $name by at most a tenth more than the best affine schedule', async ({ draw }) => {
  const uniform = seeded(20_261_121);
  const jobs = Array.from({ length: sampleOrAll(1000, 4000) }, () => draw(uniform));
  const { delay, requests } = await pollAll(jobs, uniform);
  expect(delay / bestAffine(jobs, requests).delay).toBeLessThanOrEqual(1.1);
});

test('seeded numbers are the same in every run, spread from 0 to 1', () => {
  const draw = (seed: number): number[] => {
    const uniform = seeded(seed);
    return Array.from({ length: 1000 }, () => uniform());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  const numbers = draw(7);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(0.5, 1);
});
