import type { Presence } from '../checkout/poll-job.js';
import { isLoopback } from '../url/safe-url.js';

/** Whether an address is out of reach: without a network, a machine still reaches its own sandbox. */
export const isOffline = (address: string): boolean => !navigator.onLine && !isLoopback(new URL(address).hostname);

/** Whether the payer's browser is online and shows the page. */
export const pagePresence: Presence = {
  get away() {
    return document.hidden || !navigator.onLine;
  },
  subscribe: (callback) => {
    document.addEventListener('visibilitychange', callback);
    window.addEventListener('online', callback);
    window.addEventListener('offline', callback);
    return () => {
      document.removeEventListener('visibilitychange', callback);
      window.removeEventListener('online', callback);
      window.removeEventListener('offline', callback);
    };
  },
};
