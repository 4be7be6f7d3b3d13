import type { Presence } from '../../checkout/poll-job.js';
import { isLoopback } from '../../url/safe-url.js';

/** Whether an address is unreachable offline: without a network, a machine still reaches a sandbox of its own. */
export const isOffline = (address: string): boolean => !navigator.onLine && !isLoopback(new URL(address).hostname);

/**
 * Whether the payer can't see this page. Not by `document.hidden`, which a form named `hidden` in the markup would
 * replace.
 */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Whether the payer's browser is online and shows the page. */
export const pagePresence: Presence = {
  get away() {
    return isHidden() || !navigator.onLine;
  },
  subscribe: (callback) => {
    // On the window: a form named `addEventListener` would replace the document's method.
    window.addEventListener('visibilitychange', callback);
    window.addEventListener('online', callback);
    window.addEventListener('offline', callback);
    return () => {
      window.removeEventListener('visibilitychange', callback);
      window.removeEventListener('online', callback);
      window.removeEventListener('offline', callback);
    };
  },
};
