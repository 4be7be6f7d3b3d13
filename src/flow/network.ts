import type { Presence } from '../checkout/poll-job.js';
import { TransportError } from '../http/request.js';

/** @throws TransportError `network_unreachable` in a browser that certainly has no network: nothing can leave it now. */
export function requireNetwork({ offline }: Presence): void {
  if (offline) throw new TransportError('network_unreachable', 'Expected a network; this browser has none. Nothing was sent.');
}
