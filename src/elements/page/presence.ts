import type { Presence } from '../../checkout/poll-job.js';
import { isLoopback } from '../../url/safe-url.js';

/** Whether an address is out of reach: without a network, a machine still reaches its own sandbox. */
export const isOffline = (address: string): boolean => !navigator.onLine && !isLoopback(new URL(address).hostname);

/**
 * Whether this page is out of the payer's sight. Not by `document.hidden`: where somebody gets a form of that name into the
 * page, it would be hidden for ever.
 */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Whether the payer's browser is online and shows the page. */
export const pagePresence: Presence = {
  get away() {
    return isHidden() || !navigator.onLine;
  },
  subscribe: (callback) => {
    // It bubbles, and a form's name stands in for nothing of the window.
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
