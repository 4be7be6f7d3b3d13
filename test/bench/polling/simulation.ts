import { alwaysPresent, pollJob } from '../../../src/checkout/poll-job.js';
import { systemRandom } from '../../../src/checkout/seal.js';
import type { Clock } from '../../../src/clock/clock.js';
import { DISTRIBUTIONS, seeded } from './job-times.js';
import { offlineOptimum } from './optimum.js';
import { bestAffine, type Cost, fixed, replay } from './schedules.js';

/** A clock that jumps to the next timer as soon as nothing else is left to do. */
class JumpingClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly due: number; readonly ring: () => void }>();

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.#now + milliseconds, ring: callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Jumps from timer to timer until the promise is settled. */
  async runUntil<Result>(promise: Promise<Result>): Promise<Result> {
    let settled = false;
    const watched = promise.finally(() => {
      settled = true;
    });
    for (;;) {
      // Everything that does not wait for a timer runs before this resolves.
      await new Promise((resolve) => setImmediate(resolve));
      if (settled) return watched;
      const next = [...this.#timers].sort((one, other) => one.due - other.due)[0];
      if (!next) throw new Error('Nothing is left to wait for, and the job is not done.');
      this.#timers.delete(next);
      this.#now = next.due;
      next.ring();
    }
  }
}

/** Polls each job with the real `pollJob`; the network takes no time. */
export async function pollAll(jobs: readonly number[], uniform: () => number): Promise<Cost> {
  let delay = 0;
  let requests = 0;
  for (const job of jobs) {
    const clock = new JumpingClock();
    const found = await clock.runUntil(
      pollJob(
        async () => {
          requests += 1;
          return { status: clock.now() >= job ? ('done' as const) : ('new' as const) };
        },
        ({ status }) => (status === 'done' ? clock.now() : undefined),
        {
          clock,
          random: { ...systemRandom, fraction: uniform },
          presence: alwaysPresent,
          signal: new AbortController().signal,
        },
      ),
    );
    delay += found - job;
  }
  return { delay: delay / jobs.length, requests: requests / jobs.length };
}

/** The schedules side by side on one distribution. */
export interface Comparison {
  readonly name: string;
  readonly ours: Cost;
  readonly every1s: Cost;
  readonly every2s: Cost;
  readonly affine: Cost & { readonly first: number; readonly part: number };
  readonly optimum: Cost;
}

/** Compares on every distribution, with `size` jobs each. */
export async function comparePolling(size: number): Promise<Comparison[]> {
  const compared: Comparison[] = [];
  for (const { name, draw } of DISTRIBUTIONS) {
    const uniform = seeded(20_261_121);
    const jobs = Array.from({ length: size }, () => draw(uniform));
    const ours = await pollAll(jobs, uniform);
    compared.push({
      name,
      ours,
      every1s: replay(jobs, fixed(1000)),
      every2s: replay(jobs, fixed(2000)),
      affine: bestAffine(jobs, ours.requests),
      optimum: offlineOptimum(jobs, ours.requests),
    });
  }
  return compared;
}
