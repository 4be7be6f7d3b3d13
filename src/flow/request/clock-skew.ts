import type { CheckoutClient } from '../../checkout/client.js';
import type { Clock } from '../../clock/clock.js';

// A sealed section is valid for 15 minutes of gateway time; a clock this far off (ms) may explain a refusal.
const CLOCK_ERROR = 30_000;

/**
 * Notes the gateway's time before something is sealed with it.
 *
 * @returns a function that returns, once an answer has come, whether that time was wrong: a refused request may have been sealed
 * too early or too late, and may be sealed once more with the time in the refusal's headers.
 */
export function watchClockSkew(client: CheckoutClient, clock: Clock): () => boolean {
  const ahead = (): number => client.now() - clock.now();
  const before = ahead();
  return () => Math.abs(ahead() - before) > CLOCK_ERROR;
}
