import { readFileSync, statSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';
import { inject } from 'vitest';
import type { Canary } from '../../canary/canary.js';
import { type PageChannel, watchPageScript } from '../../canary/watch-page.js';

/** Reads what was added to a file since the last read. */
class LogTail {
  readonly #path: string;
  #read: number;

  constructor(path: string) {
    this.#path = path;
    this.#read = statSync(path).size;
  }

  readNew(): string {
    const content = readFileSync(this.#path).subarray(this.#read);
    this.#read += content.length;
    return content.toString();
  }
}

interface WatchedWindow {
  reportToCanary: (channel: PageChannel, text: string) => void;
  canarySnapshot: () => void;
}

/**
 * The shop's list of test cards, whose numbers are public, and the console's durations of requests in milliseconds, which can be
 * any three digits on a busy machine.
 */
const EXEMPT = '.cards, [data-label="ms"]';

/**
 * Lets a canary see everything that leaves the pages of a context or is kept in them: requests, addresses, storage,
 * history, cookies, console, events, markup and the servers' logs.
 *
 * @returns a function that shows the canary the present state.
 */
export async function watchContext(context: BrowserContext, canary: Canary): Promise<() => Promise<void>> {
  context.on('request', (request) => {
    // Without cookies, which are checked separately: asking for all headers waits forever for a request that a
    // navigation has cancelled.
    const [headers, body] = [request.headers(), request.postData() ?? undefined];
    canary.seeRequest({ method: request.method(), url: request.url(), headers, body });
  });
  context.on('console', (message) => canary.see('console', message.text()));
  context.on('weberror', (error) => canary.see('console', String(error.error().stack)));
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => canary.see('address', frame.url()));
  });
  // From here on: earlier log lines belong to other journeys.
  const logs = [inject('gatewayLog'), inject('shopLog')].map((path) => new LogTail(path));
  await context.exposeBinding('reportToCanary', (_, channel: PageChannel, text: string) => canary.see(channel, text));
  await context.addInitScript(
    `window.canarySnapshot = ${watchPageScript}((channel, text) => window.reportToCanary(channel, text), '${EXEMPT}');`,
  );

  const snapshot = async (page: Page): Promise<void> => {
    canary.see('address', page.url());
    // A page that failed to load does not have our script.
    await page.evaluate(() => (window as unknown as Partial<WatchedWindow>).canarySnapshot?.()).catch(() => undefined);
  };

  return async () => {
    await Promise.all(context.pages().map(snapshot));
    for (const { name, value } of await context.cookies()) canary.see('cookie', `${name}=${value}`);
    for (const log of logs) canary.seeLog(log.readNew());
  };
}
