import type { Presence } from '../../checkout/poll-job.js';
import { isLoopback } from '../../url/safe-url.js';

/** Whether an address is out of reach: without a network, a machine still reaches its own sandbox. */
export const isOffline = (address: string): boolean => !navigator.onLine && !isLoopback(new URL(address).hostname);

/**
 * Whether this page is out of the payer's sight. Not by `document.hidden`: markup with a form named
 * `hidden` would replace it.
 */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Whether the payer's browser is online and shows the page. */
export const pagePresence: Presence = {
  get away() {
    return isHidden() || !navigator.onLine;
  },
  subscribe: (callback) => {
    // Listened for on the window: a form with a clashing name can't hide its members.
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
