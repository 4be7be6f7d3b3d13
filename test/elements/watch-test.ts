import { afterEach, beforeAll, expect, inject } from 'vitest';
import { cdp, commands } from 'vitest/browser';
import { Canary, type Leak } from '../canary/canary.js';
import { watchPage } from '../canary/watch-page.js';

interface RequestWillBeSent {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
  };
}

/** The canary of the calling file. Tell it of every PAN and verification value before it is typed. */
export const canary = new Canary();

const snapshot = watchPage((channel, text) => canary.see(channel, text));

// What the browser itself sends, whatever made it send it.
beforeAll(async () => {
  const seeRequest = ({ request: { method, url, headers, postData } }: RequestWillBeSent): void =>
    canary.seeRequest({ method, url, headers, body: postData });
  // In this order: listening begins to work only once the session has answered something.
  await cdp().send('Network.enable', { maxPostDataSize: 1_000_000 });
  cdp().on('Network.requestWillBeSent', seeRequest);
  return async () => {
    // Nobody is there to hear of what the next file sends.
    await cdp().send('Network.disable');
    cdp().off('Network.requestWillBeSent', seeRequest);
  };
});

/** What got out since it was asked last. */
export async function takeLeaks(): Promise<Leak[]> {
  snapshot();
  canary.see('address', location.href);
  // Every request that was seen before this is answered has been told of by then.
  const { cookies } = await cdp().send('Network.getCookies');
  for (const { name, value } of cookies) canary.see('cookie', `${name}=${value}`);
  canary.seeLog(await commands.readFile(inject('gatewayLog')));
  return canary.takeLeaks();
}

// Runs after each test of the file that imports this, whatever the test did.
afterEach(async () => {
  const leaks = await takeLeaks();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  expect(leaks).toEqual([]);
});
