import { expect } from 'vitest';
import { Canary, type Leak } from '../canary/canary.js';
import { watchPage } from '../canary/watch-page.js';
import { forgetEverything } from './stored-records.js';
import { watchRequests } from './watch-requests.js';

/** Show it every PAN and verification value before it is typed. */
export const canary = new Canary();

const snapshot = watchPage((channel, text) => canary.see(channel, text));

/** The requests of the file that runs. */
export const requests = watchRequests(canary);

/** The leaks since the last call. */
export async function takeLeaks(): Promise<Leak[]> {
  snapshot();
  canary.see('address', location.href);
  await requests.catchUp();
  return canary.takeLeaks();
}

/** Looks for leaks after each test, and leaves an empty page. */
export async function expectNoLeaks(): Promise<void> {
  snapshot();
  // Elements that leave the page still write what became of their payments, while the canary looks for the last time.
  document.body.replaceChildren();
  const leaks = await takeLeaks();
  forgetEverything();
  expect(leaks).toEqual([]);
}
