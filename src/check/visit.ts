import type { BrowserContext, Frame, Page, Request, Response } from 'playwright';
import { isLoopback } from '../url/safe-url.js';
import { readDocument } from './read-document.js';
import type { SeenDocument, Sighting, ToldError, ToldUnavailable, Violation } from './sighting.js';
import { type Watched, watchPage } from './watch-page.js';

/** The elements of this package. */
export const TAGS = ['p2p-transfer', 'product-pay', 'plan-subscribe'] as const;

/** The page could not be opened as a page: there is nothing to judge. */
export class VisitError extends Error {
  override readonly name = 'VisitError';
}

/** How the script file begins, and a text that only code for servers has. */
const OWN_NOTICE = '/*! checkout-elements ';
const SERVER_CODE = 'secret_key_in_browser';

/** A request that asks the page's policy, and never leaves: it is answered here. */
const PROBE = 'checkout-elements-check-of-connect-src';

/** How long a page may take to load, in milliseconds. */
const LOAD_WITHIN = 30_000;

const WATCHED_TYPES = new Set(['script', 'stylesheet', 'fetch', 'xhr']);

/** The addresses in a description of something sold; undefined: it is none. */
function addressesIn(json: unknown): Readonly<Record<string, string>> | undefined {
  const fields = ['pay_url', 'confirm_url'].flatMap((field) => {
    const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, field) : undefined;
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

class Collector {
  readonly ownScripts = new Set<string>();
  readonly serverScripts = new Set<string>();
  readonly mixedContent = new Set<string>();
  readonly consoleErrors: string[] = [];
  readonly failedRequests: string[] = [];
  readonly descriptions: Record<string, Readonly<Record<string, string>>> = {};
  readonly #pending = new Set<Promise<void>>();

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#note(message.text());
    });
    page.on('pageerror', (error) => this.#note(error.message));
    page.on('request', (request) => this.#judgeRequest(page, request));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // What the page itself called off is no failure; what a policy refused is told as such.
      if (/ERR_ABORTED|BLOCKED_BY_CSP|^csp$|mixed-content/i.test(reason)) return;
      if (WATCHED_TYPES.has(request.resourceType())) this.failedRequests.push(`${request.url()} (${reason})`);
    });
    page.on('response', (response) => {
      const reading = this.#judgeResponse(response).finally(() => this.#pending.delete(reading));
      this.#pending.add(reading);
    });
  }

  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #note(text: string): void {
    // The browser's own words for what is told from elsewhere, in more detail.
    if (/Content.Security.Policy|Failed to load resource/i.test(text)) return;
    const mixed = /^Mixed Content:.*?(http:\/\/[^\s'"]+)['"]?\./.exec(text)?.[1];
    if (mixed !== undefined) this.mixedContent.add(mixed);
    else if (!this.consoleErrors.includes(text)) this.consoleErrors.push(text);
  }

  #judgeRequest(page: Page, request: Request): void {
    const url = new URL(request.url());
    if (url.protocol === 'http:' && !isLoopback(url.hostname) && page.url().startsWith('https:')) this.mixedContent.add(url.href);
  }

  async #judgeResponse(response: Response): Promise<void> {
    const type = response.request().resourceType();
    if (response.status() >= 400 && WATCHED_TYPES.has(type)) this.failedRequests.push(`${response.url()} (status ${response.status()})`);
    if (type === 'fetch' && response.ok()) {
      const described = addressesIn(await response.json().catch(() => undefined));
      if (described) this.descriptions[response.url()] = described;
    }
    if (type !== 'script') return;
    const text = await response.text().catch(() => '');
    if (text.startsWith(OWN_NOTICE)) this.ownScripts.add(response.url());
    if (text.includes(SERVER_CODE)) this.serverScripts.add(response.url());
  }
}

async function inEachDocument<Result>(page: Page, read: (frame: Frame) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const frame of page.frames()) {
    // A frame can leave while it is read; the page itself has to stay.
    try {
      results.push(await read(frame));
    } catch (error) {
      if (frame === page.mainFrame()) throw new VisitError(`The page left while it was read: ${(error as Error).message}`);
    }
  }
  return results;
}

/** Waits until every element is defined and has told how it is, at most `milliseconds`. */
async function elementsSettle(page: Page, milliseconds: number): Promise<void> {
  const state = async (frame: Frame): Promise<{ elements: number; missing: number }> => {
    const { elements } = await frame.evaluate(readDocument, [...TAGS]);
    const watched = await frame.evaluate((): Watched | undefined => window.checkoutElementsCheck);
    // A plan's button has nothing to tell: it is ready once it is defined, and has what it needs.
    const telling = elements.filter(({ tag, defined, coming }) => tag !== 'plan-subscribe' || !defined || coming).length;
    const told = (watched?.ready ?? 0) + (watched?.errors.length ?? 0) + (watched?.unavailable.length ?? 0);
    return { elements: elements.length, missing: telling - told };
  };
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    const states = await inEachDocument(page, state);
    if (states.some(({ elements }) => elements > 0) && states.every(({ missing }) => missing <= 0)) break;
    await page.waitForTimeout(100);
  }
  // What comes right after: late errors, the console, reports.
  await page.waitForTimeout(300);
}

/** Asks the page's policy whether it lets the elements speak with the gateway. Nothing reaches the gateway. */
async function probeConnections(page: Page, documents: readonly SeenDocument[]): Promise<void> {
  const targets = documents.flatMap(({ elements }) => elements.flatMap(({ addresses }) => [addresses['checkout-url'], addresses['confirm-url']]));
  const probes = [...new Set(targets.filter((url) => url !== undefined))].map((url) => `${new URL(url).origin}/${PROBE}`);
  await inEachDocument(page, (frame) =>
    frame.evaluate(async (urls) => {
      for (const url of urls) await fetch(url, { mode: 'no-cors', credentials: 'omit' }).catch(() => undefined);
    }, probes),
  );
}

/**
 * Opens a page as a payer's browser does, and writes down what it sees. Fills in nothing, presses nothing.
 *
 * @param patience milliseconds for the elements to set themselves up, once the page has loaded.
 * @throws VisitError when there is no page at that address.
 */
export async function visit(context: BrowserContext, address: string, patience: number): Promise<Sighting> {
  await context.addInitScript(watchPage);
  await context.route(`**/${PROBE}`, (route) => route.fulfill({ status: 204 }));
  const page = await context.newPage();
  const collector = new Collector();
  collector.watch(page);

  const response = await page.goto(address, { waitUntil: 'load', timeout: LOAD_WITHIN }).catch((error: unknown) => {
    const [reason = ''] = (error as Error).message.replace(/^page\.goto: /, '').split('\n');
    throw new VisitError(`Expected a page at ${address}; none came: ${reason}.`);
  });
  if (!response?.ok()) throw new VisitError(`Expected a page at ${address}; it answered with status ${response?.status() ?? 'none'}.`);
  await elementsSettle(page, patience);

  const read = (frame: Frame): Promise<SeenDocument> => frame.evaluate(readDocument, [...TAGS]);
  const documents = await inEachDocument(page, read);
  await probeConnections(page, documents);
  await page.waitForTimeout(100);
  const told = await inEachDocument(page, (frame) => frame.evaluate((): Watched | undefined => window.checkoutElementsCheck));
  await collector.settle();
  return {
    address: page.url(),
    policy: (await response.allHeaders())['content-security-policy'],
    documents,
    violations: told
      .flatMap((each): readonly Violation[] => each?.violations ?? [])
      .map((violation) => ({ ...violation, blocked: violation.blocked.replace(`/${PROBE}`, '') })),
    errors: told.flatMap((each): readonly ToldError[] => each?.errors ?? []),
    unavailable: told.flatMap((each): readonly ToldUnavailable[] => each?.unavailable ?? []),
    descriptions: collector.descriptions,
    ownScripts: [...collector.ownScripts],
    serverScripts: [...collector.serverScripts],
    mixedContent: [...collector.mixedContent],
    consoleErrors: collector.consoleErrors,
    failedRequests: collector.failedRequests.filter((request) => !request.includes(PROBE)),
  };
}
