// The delay that our polling adds after a job has ended, and its requests. It is simulated, so it has no noise.
import { number } from './report.mjs';
import { loadInNode } from './build.mjs';

const JOBS = 4000;

/** @param {import('./polling/schedules.js').Cost} cost */
const words = ({ delay, requests }) => `${number(delay / 1000)} s, ${requests.toFixed(2)} requests`;

/** @returns {Promise<import('./report.mjs').Figure>} */
export async function measurePolling() {
  /** @type {typeof import('./polling/simulation.js')} */
  const { comparePolling } = await loadInNode('bench/polling/simulation.ts');
  const rows = (await comparePolling(JOBS)).flatMap(({ name, ours, every1s, every2s, affine, optimum }) => [
    {
      what: `${name}: against the best affine schedule`,
      ours: words(ours),
      beside: words(affine),
      figure: ours.delay / affine.delay,
      target: { atMost: 1.1 },
    },
    {
      what: '  against the best of all schedules',
      ours: words(ours),
      beside: words(optimum),
      figure: ours.delay / optimum.delay,
    },
    { what: '  every second', beside: words(every1s) },
    { what: '  every two seconds', beside: words(every2s) },
  ]);
  return {
    title: 'Polling (figure: added delay against a schedule fitted to these very jobs, with as many requests)',
    rows,
    notes: [
      `${JOBS.toLocaleString('en')} jobs each, the real pollJob on a clock that jumps, a network that takes no time.`,
      'Both schedules beside ours were fitted to these very jobs; ours was not. The target is set by the',
      'affine one. The best of all polls at any times, such as just after either kind of a bimodal job: the limit for',
      'a schedule that knows the distribution of the jobs in advance, which is impossible.',
    ],
  };
}
