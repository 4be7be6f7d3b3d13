import type { Cost } from './schedules.js';

/**
 * Times at which a schedule may poll, in milliseconds: a hundredth of a second apart at first, half a percent later.
 * Finer ones change the optimum by less than a percent.
 */
function gridUpTo(longest: number): number[] {
  const times = [0];
  for (let last = 0; last < longest;) {
    last += Math.max(10, last / 200);
    times.push(last);
  }
  return times;
}

/**
 * The optimal schedule for these jobs: polls at fixed times after the POST, chosen with knowledge of the distribution of the
 * jobs' times (but not of the time of a single job), with the given number of requests per job.
 *
 * Each request has a price: the milliseconds of delay that it must save. The cheapest schedule is then computed backwards from
 * the end: after each poll, the next one is where the delay until then, its price and the cheapest continuation add up to the
 * least. The price rises until the schedule makes no more requests than given. If no schedule makes exactly that number, the
 * two nearest ones are mixed at random, which is the lower limit for every schedule, mixed or not.
 */
export function offlineOptimum(jobs: readonly number[], requests: number): Cost {
  const sorted = [...jobs].sort((one, other) => one - other);
  const times = gridUpTo(sorted.at(-1) ?? 0);
  // The number of jobs that have ended by each time, and the sum of their times.
  const ended: number[] = [];
  const sums: number[] = [];
  let count = 0;
  let sum = 0;
  for (const time of times) {
    while (count < sorted.length && sorted[count]! <= time) sum += sorted[count++]!;
    ended.push(count);
    sums.push(sum);
  }

  function cheapest(price: number): Cost {
    const last = times.length - 1;
    const cost = new Float64Array(times.length);
    const next = new Int32Array(times.length);
    for (let from = last - 1; from >= 0; from -= 1) {
      const open = sorted.length - ended[from]!;
      let least = Infinity;
      for (let to = from + 1; to <= last; to += 1) {
        const waited = times[to]! * (ended[to]! - ended[from]!) - (sums[to]! - sums[from]!);
        // Later polls only add to the delay of jobs that have ended before.
        if (waited >= least) break;
        const all = price * open + waited + cost[to]!;
        if (all < least) {
          least = all;
          next[from] = to;
        }
      }
      cost[from] = least;
    }
    let [delay, made] = [0, 0];
    for (let at = 0; at < last; at = next[at]!) {
      const to = next[at]!;
      made += sorted.length - ended[at]!;
      delay += times[to]! * (ended[to]! - ended[at]!) - (sums[to]! - sums[at]!);
    }
    return { delay: delay / sorted.length, requests: made / sorted.length };
  }

  let [low, high] = [0.01, 1e6];
  while (high / low > 1.0005) {
    const price = Math.sqrt(low * high);
    if (cheapest(price).requests > requests) low = price;
    else high = price;
  }
  const [more, fewer] = [cheapest(low), cheapest(high)];
  if (more.requests - fewer.requests < 1e-9) return fewer;
  const share = Math.min(1, Math.max(0, (requests - fewer.requests) / (more.requests - fewer.requests)));
  return {
    delay: fewer.delay + share * (more.delay - fewer.delay),
    requests: fewer.requests + share * (more.requests - fewer.requests),
  };
}
