import type { CheckoutClient } from '../../checkout/client.js';
import type { Clock } from '../../clock/clock.js';

// A sealed section is good for 15 minutes of gateway time; a clock this far off (ms) may explain a refusal.
const CLOCK_ERROR = 30_000;

/**
 * Takes the gateway's time before something is sealed with it.
 *
 * @returns tells, once an answer came, whether the gateway's time turned out to be another: what was refused may have been
 * sealed too early or too late, and may be sealed once more with the time that the refusal told.
 */
export function watchTime(client: CheckoutClient, clock: Clock): () => boolean {
  const ahead = (): number => client.now() - clock.now();
  const before = ahead();
  return () => Math.abs(ahead() - before) > CLOCK_ERROR;
}
