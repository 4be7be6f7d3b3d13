import { type Clock, sleep } from '../clock/clock.js';
import type { Presence } from '../checkout/poll-job.js';

/** How long until the merchant's server is asked again, and again; in milliseconds. */
const PAUSES = [2000, 3000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000];

/** Asks again with growing pauses, for some minutes, while the payer is there. `ask` returns true when there is no need to go on. */
export async function askAgain(
  ask: () => Promise<boolean>,
  { clock, presence, signal }: { readonly clock: Clock; readonly presence: Presence; readonly signal: AbortSignal },
): Promise<void> {
  for (const pause of PAUSES) {
    await sleep(clock, pause, signal).catch(() => undefined);
    if (signal.aborted || (!presence.away && (await ask()))) return;
  }
}
