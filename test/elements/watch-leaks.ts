import { afterEach, beforeAll, expect } from 'vitest';
import { Canary, type Leak } from '../canary/canary.js';
import { watchPage } from '../canary/watch-page.js';
import { watchRequests } from './watch-requests.js';

/** The canary of the calling file. Show it every PAN and verification value before it is typed. */
export const canary = new Canary();

const snapshot = watchPage((channel, text) => canary.see(channel, text));

const requests = watchRequests(canary);
beforeAll(async () => {
  await requests.start();
  return requests.stop;
});

/** The leaks since the last call. */
export async function takeLeaks(): Promise<Leak[]> {
  snapshot();
  canary.see('address', location.href);
  await requests.catchUp();
  return canary.takeLeaks();
}

// Runs after each test of the file that imports this, whatever the test did.
afterEach(async () => {
  snapshot();
  // Elements that leave the page still write what became of their payments, while the canary looks for the last time.
  document.body.replaceChildren();
  const leaks = await takeLeaks();
  localStorage.clear();
  sessionStorage.clear();
  expect(leaks).toEqual([]);
});
