import { cdp, server } from 'vitest/browser';
import type { Canary } from '../canary/canary.js';

/** Lets a canary see the requests and cookies of the calling file's page. */
export interface RequestWatch {
  readonly start: () => Promise<void>;
  /** Waits until every request so far was seen, and looks at the cookies. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface RequestWillBeSent {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
  };
}

/** Watches every request of the browser, whatever caused it; only Chromium has a protocol that reports them. */
function byProtocol(canary: Canary): RequestWatch {
  const seeRequest = ({ request: { method, url, headers, postData } }: RequestWillBeSent): void =>
    canary.seeRequest({ method, url, headers, body: postData });
  return {
    // In this order: listening begins to work only once the session has answered something.
    start: async () => {
      await cdp().send('Network.enable', { maxPostDataSize: 1_000_000 });
      cdp().on('Network.requestWillBeSent', seeRequest);
    },
    // Every earlier request has been reported once this is answered.
    catchUp: async () => {
      const { cookies } = await cdp().send('Network.getCookies');
      for (const { name, value } of cookies) canary.see('cookie', `${name}=${value}`);
    },
    // Otherwise the requests of the next file would be reported to this canary.
    stop: async () => {
      await cdp().send('Network.disable');
      cdp().off('Network.requestWillBeSent', seeRequest);
    },
  };
}

/**
 * Watches, in other engines, every address the page loads from, and everything its scripts pass to `fetch` and `sendBeacon`.
 * Requests of a frame within the page are seen in Chromium only.
 */
function fromWithin(canary: Canary): RequestWatch {
  const { fetch } = globalThis;
  const sendBeacon = navigator.sendBeacon.bind(navigator);
  const see = (input: RequestInfo | URL, init: RequestInit = {}): void => {
    const { method, url, headers } = new Request(input, init);
    const body = typeof init.body === 'string' ? init.body : undefined;
    canary.seeRequest({ method, url, headers: Object.fromEntries(headers), body });
  };
  const seeEntries = (entries: PerformanceEntryList): void => entries.forEach(({ name }) => canary.see('request', name));
  const loaded = new PerformanceObserver((list) => seeEntries(list.getEntries()));
  return {
    start: async () => {
      globalThis.fetch = (input, init) => {
        see(input, init);
        return fetch(input, init);
      };
      navigator.sendBeacon = (url, body) => {
        see(url, { method: 'POST', body: body ?? null });
        return sendBeacon(url, body);
      };
      loaded.observe({ type: 'resource', buffered: true });
    },
    catchUp: async () => {
      seeEntries(loaded.takeRecords());
      for (const cookie of document.cookie.split('; ')) canary.see('cookie', cookie);
    },
    stop: async () => {
      loaded.disconnect();
      globalThis.fetch = fetch;
      navigator.sendBeacon = sendBeacon;
    },
  };
}

/** Picks the watcher that sees the most in this page's engine. */
export const watchRequests = server.browser === 'chromium' ? byProtocol : fromWithin;
