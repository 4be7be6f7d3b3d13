import type { Presence } from '../checkout/poll-job.js';
import { abortable } from '../clock/clock.js';
import { TransportError } from '../http/request.js';

/** @throws TransportError `network_unreachable` in a browser that certainly has no network: nothing can leave it now. */
export function requireNetwork({ offline }: Presence): void {
  if (offline) throw new TransportError('network_unreachable', 'Expected a network; this browser has none. Nothing was sent.');
}

/** Waits until the payer comes back to the page, or online. Rejects with the signal's reason. */
export async function comeBack(presence: Presence, signal: AbortSignal): Promise<void> {
  let unsubscribe = (): void => undefined;
  const back = new Promise<void>((resolve) => {
    unsubscribe = presence.subscribe(() => {
      if (!presence.away) resolve();
    });
  });
  await abortable(back, signal).finally(unsubscribe);
}
