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
 * With a price on a request (milliseconds of delay it must save), the cheapest schedule follows from the end backwards:
 * after a poll at one time, the next goes where the delay until it, its own price, and the cheapest way on add up to
 * least. The price is then raised until no more requests are made than given. Where no one schedule makes just so many,
 * the two next to it are mixed by chance, which is the lower limit for every schedule, mixed or not.
 */
export function offlineOptimum(jobs: readonly number[], requests: number): Cost {
  const sorted = [...jobs].sort((one, other) => one - other);
  const times = gridUpTo(sorted.at(-1) ?? 0);
  // How many jobs have ended by each time, and the sum of theirs.
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
        // Later polls wait longer still for those that ended before.
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
