import { pause, type Presence } from '../../checkout/poll-job.js';
import type { Clock } from '../../clock/clock.js';
import { comeBack } from '../network.js';

/**
 * The pauses between questions (ms): short at first, and 48 minutes in all, which is longer than a challenge lives. A pause
 * ends early when the payer comes back to the page. After the last pause, only their return leads to another question.
 */
const PAUSES = [2000, 3000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000, 120_000, 180_000, ...Array<number>(10).fill(240_000)];

/** Asks again, while the payer is there, until `ask` returns true or the signal aborts. */
export async function askAgain(
  ask: () => Promise<boolean>,
  { clock, presence, signal }: { readonly clock: Clock; readonly presence: Presence; readonly signal: AbortSignal },
): Promise<void> {
  try {
    for (let asked = 0; ; asked += 1) {
      const gap = PAUSES[asked];
      await (gap === undefined ? comeBack(presence, signal) : pause(gap, { clock, asked: false, presence, signal }));
      if (await ask()) return;
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
