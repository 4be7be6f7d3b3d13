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

/** What the browser itself sends, whatever made it send it: Chromium alone has a protocol that tells. */
function byProtocol(canary: Canary): RequestWatch {
  const seeRequest = ({ request: { method, url, headers, postData } }: RequestWillBeSent): void =>
    canary.seeRequest({ method, url, headers, body: postData });
  return {
    // In this order: listening begins to work only once the session has answered something.
    start: async () => {
      await cdp().send('Network.enable', { maxPostDataSize: 1_000_000 });
      cdp().on('Network.requestWillBeSent', seeRequest);
    },
    // Every request that was seen before this is answered has been told of by then.
    catchUp: async () => {
      const { cookies } = await cdp().send('Network.getCookies');
      for (const { name, value } of cookies) canary.see('cookie', `${name}=${value}`);
    },
    // Nobody is there to hear of what the next file sends.
    stop: async () => {
      await cdp().send('Network.disable');
      cdp().off('Network.requestWillBeSent', seeRequest);
    },
  };
}

/**
 * In other engines: every address the page loads from, and what its scripts hand to `fetch` and `sendBeacon` whole. What
 * a frame within the page sends is seen in Chromium only.
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

/** Picks the most that can be seen in the engine of this page. */
export const watchRequests = server.browser === 'chromium' ? byProtocol : fromWithin;
