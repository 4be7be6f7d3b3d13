import type { Presence } from '../checkout/poll-job.js';

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
