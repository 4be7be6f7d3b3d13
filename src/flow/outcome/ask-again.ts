import { pause, type Presence } from '../../checkout/poll-job.js';
import type { Clock } from '../../clock/clock.js';

/**
 * The pauses between questions (ms): short at first, and 48 minutes in all, which is longer than a challenge lives. A pause
 * ends early when the payer comes back to the page. After the last pause, only their return leads to another question.
 */
const PAUSES = [2000, 3000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000, 120_000, 180_000, ...Array<number>(10).fill(240_000)];

/** How soon (ms) after a question the payer's return leads to the next one: they may return again and again. */
const SOONEST = 5000;

/** Asks again, while the payer is there, until there is an answer or the signal aborts. @returns the answer. */
export async function askAgain<Answer>(
  ask: () => Promise<Answer | undefined>,
  { clock, presence, signal }: { readonly clock: Clock; readonly presence: Presence; readonly signal: AbortSignal },
): Promise<Answer | undefined> {
  try {
    for (let times = 0; ; times += 1) {
      await pause(PAUSES[times] ?? Infinity, { clock, soonest: SOONEST, presence, signal });
      const answer = await ask();
      if (answer !== undefined) return answer;
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  }
}
