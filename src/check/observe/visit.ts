import { createHash } from 'node:crypto';
import type { BrowserContext, Frame, Page, Request, Response } from 'playwright';
import { TAGS } from 'virtual:tags';
import { parseUrl } from '../../url/parse-url.js';
import { isLoopback } from '../../url/safe-url.js';
import { frameAddress, lookAtDocument, observeDocument } from './observe-document.js';
import { fieldsUrlsOf, observeFields } from './observe-fields.js';
import { observeKeys } from './observe-keys.js';
import { PROBE, Probes } from './observe-requests.js';
import { observeReturns } from './observe-returns.js';
import type { ObservedPage, OwnScript } from './observed-page.js';
import { type Watched, watchListeners, watchPage, watchRemovals } from './watch-page.js';
import { AddressError, isWebAddress, PageAddresses } from './web-address.js';

/** The page could not be opened, so there is nothing to check. */
export class VisitError extends Error {
  override readonly name = 'VisitError';
}

/** The start of each script file of the package. */
const OWN_NOTICE = /^\/\*! checkout-elements ([^\s,]+)/;
/** A text that only the package's code for servers contains. */
const SERVER_CODE = 'secret_key_in_browser';

/** How a page presses an element's button by a script; or a form of its own, which can't be told apart in a text. */
const PRESSES = /\.\s*(?:submit|pay|subscribe)\b/;

/** A secret key as people leave it in a page: under its name, as the sandbox writes it, or as `shop id:secret key`, which makes a header. */
const SECRETS = [
  /secret[_-]?key['"]?\s*[:=]\s*(['"`])[^'"`\s]{16,}\1/i,
  // As in a file of settings. A number in it tells it from a name in a program.
  /secret[_-]?key\s*=\s*(?=\w*\d)\w{16,}/i,
  /\bsandbox-secret-\d+/,
  // By half of its name. What other services call a client's secret is made for pages.
  /(?<!client[_-]?)\bsecret['"]?\s*[:=]\s*(['"`])[\da-f]{32,}\1/i,
  /\bbtoa\(\s*(['"`])\d+:[^'"`\s]{16,}\1/,
];
const BASIC = /\bBasic\s+([A-Za-z0-9+/]{20,}={0,2})/g;

const hasSecret = (text: string): boolean =>
  SECRETS.some((secret) => secret.test(text)) ||
  [...text.matchAll(BASIC)].some(([, credentials = '']) =>
    /^\d+:\S{16,}$/.test(Buffer.from(credentials, 'base64').toString('latin1')),
  );

/** How long a page may take to load, in milliseconds. */
const LOAD_WITHIN = 30_000;

/** A second and what a busy browser may be late, in milliseconds. */
const A_SECOND = 1_200;

/** What may have a secret key in it that a page gets. */
const TEXTS = new Set(['script', 'document', 'fetch', 'xhr']);
const WATCHED_TYPES = new Set(['script', 'stylesheet', 'fetch', 'xhr']);

class Collector {
  readonly ownScripts: Record<string, OwnScript> = {};
  readonly mismatches: Record<string, string> = {};
  readonly serverScripts = new Set<string>();
  readonly secrets = new Set<string>();
  /** Pages and hosts of requests with a secret key, which a script may have made of parts that no text has together. */
  readonly sentSecrets = new Set<string>();
  readonly mixedContent = new Set<string>();
  readonly consoleErrors: string[] = [];
  pressesByScript = false;
  readonly #failedRequests = new Set<string>();
  readonly #pending = new Set<Promise<void>>();

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#note(message.text(), message.location().url);
    });
    page.on('pageerror', (error) => this.#note(error.message, page.url()));
    page.on('request', (request) => this.#checkRequest(page, request));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // A request that the page aborted is not a failure; one that a policy blocked is reported as a violation.
      if (/ERR_ABORTED|BLOCKED_BY_CSP|^csp$|mixed-content/i.test(reason)) return;
      if (WATCHED_TYPES.has(request.resourceType())) this.#failedRequests.add(`${request.url()} (${reason})`);
    });
    page.on('response', (response) => {
      const reading = this.#checkResponse(response).finally(() => this.#pending.delete(reading));
      this.#pending.add(reading);
    });
  }

  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Scripts, styles and fetches that failed, with the reason. */
  get failedRequests(): readonly string[] {
    return [...this.#failedRequests];
  }

  /** @param place the address that the browser names for it: for a file that it refuses, that of the file. */
  #note(text: string, place: string): void {
    const [, refused = '', algorithm = '', hash = ''] =
      /'integrity' attribute for resource '([^']+)' with computed (SHA-\d+) integrity '([^']+)'/.exec(text) ?? [];
    if (refused) {
      this.mismatches[refused] = `${algorithm.toLowerCase().replace('-', '')}-${hash}`;
      return;
    }
    const [, type] = /^Failed to load module script: .* MIME type of "([^"]+)"/.exec(text) ?? [];
    if (type !== undefined) {
      this.#failedRequests.add(`${place} (answers with ${type})`);
      return;
    }
    // Other findings report these in more detail.
    if (/Content.Security.Policy|Failed to load resource/i.test(text)) return;
    const mixed = /^Mixed Content:.*?(http:\/\/[^\s'"]+)['"]?\./.exec(text)?.[1];
    if (mixed !== undefined) this.mixedContent.add(mixed);
    else if (!this.consoleErrors.includes(text)) this.consoleErrors.push(text);
  }

  #checkRequest(page: Page, request: Request): void {
    const url = new URL(request.url());
    if (hasSecret(request.headers()['authorization'] ?? ''))
      this.sentSecrets.add(`${page.url()} (in a request to ${url.origin})`);
    if (url.protocol === 'http:' && !isLoopback(url.hostname) && page.url().startsWith('https:')) this.mixedContent.add(url.href);
  }

  async #checkResponse(response: Response): Promise<void> {
    const type = response.request().resourceType();
    if (response.status() >= 400 && WATCHED_TYPES.has(type))
      this.#failedRequests.add(`${response.url()} (status ${response.status()})`);
    if (!TEXTS.has(type)) return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    const text = body.toString('utf8');
    if (hasSecret(text)) this.secrets.add(response.url());
    this.pressesByScript ||= /^(script|document)$/.test(type) && !OWN_NOTICE.test(text) && PRESSES.test(text);
    if (type !== 'script') return;
    // A single-page app's server answers so where it has no file. No console names the address of a classic script.
    if (response.ok() && /^\s*</.test(text) && /^text\/html\b/i.test(response.headers()['content-type'] ?? ''))
      this.#failedRequests.add(`${response.url()} (answers with text/html)`);
    const [, version] = OWN_NOTICE.exec(text) ?? [];
    if (version !== undefined) {
      this.ownScripts[response.url()] = { version, hash: `sha384-${createHash('sha384').update(body).digest('base64')}` };
    }
    if (text.includes(SERVER_CODE)) this.serverScripts.add(response.url());
  }
}

async function inEachDocument<Result>(
  page: Page,
  read: (frame: Frame) => Promise<Result>,
  except: readonly string[] = [],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const frame of page.frames()) {
    if (except.includes(frame.url())) continue;
    // A frame can navigate while it is read; the page itself must stay.
    try {
      results.push(await read(frame));
    } catch (error) {
      if (frame === page.mainFrame())
        throw new VisitError(`The page navigated away while it was read: ${(error as Error).message}`);
    }
  }
  return results;
}

/** Waits until every element is defined and has fired its first event, for at most `milliseconds`. */
async function elementsSettle(page: Page, milliseconds: number): Promise<void> {
  const state = async (frame: Frame): Promise<{ elements: number; missing: number }> => {
    const { elements } = await observeDocument(frame);
    const watched = await frame.evaluate((): Watched | undefined => window.checkoutElementsCheck);
    // <plan-subscribe> fires no event when it is ready. It is ready once it is defined and has its description.
    const expected = elements.filter(({ tag, defined, coming }) => tag !== 'plan-subscribe' || !defined || coming).length;
    const fired = (watched?.ready ?? 0) + (watched?.errors.length ?? 0) + (watched?.unavailable.length ?? 0);
    return { elements: elements.length, missing: expected - fired };
  };
  const start = Date.now();
  while (Date.now() < start + milliseconds) {
    const states = await inEachDocument(page, state);
    if (states.some(({ elements }) => elements > 0) && states.every(({ missing }) => missing <= 0)) break;
    await page.waitForTimeout(100);
  }
  // Late errors, console messages and reports come right after; and a script that draws the page each second has done so once.
  await page.waitForTimeout(Math.max(300, start + A_SECOND - Date.now()));
}

/** Waits for late reports; and where an element was removed, until that would have happened once more. */
async function watchOn(page: Page): Promise<void> {
  const removals = await inEachDocument(page, (frame) => frame.evaluate(() => window.checkoutElementsRemovals?.length ?? 0));
  await page.waitForTimeout(removals.some((count) => count > 0) ? A_SECOND : 100);
}

/** The tags of ours that a page's text opens more often than it closes them, outside comments and scripts. */
function unclosedIn(html: string): string[] {
  const text = html.replaceAll(/<!--.*?-->|<script\b.*?<\/script>/gis, '');
  const count = (start: string, tag: string): number => [...text.matchAll(new RegExp(`${start}${tag}[\\s/>]`, 'gi'))].length;
  return TAGS.filter((tag) => count('<', tag) > count('</', tag));
}

/** The addresses of frames that the browser shows as an error, but for those of isolated fields, which have findings of their own. */
async function refusedFramesIn(page: Page, fieldsUrls: readonly string[]): Promise<string[]> {
  const failed = page.frames().filter((frame) => frame.url().startsWith('chrome-error:'));
  const sources = await Promise.all(failed.map(async (frame) => (await frame.frameElement()).getAttribute('src')));
  const addresses = sources.map((source) => parseUrl(source ?? '', page.url())?.href ?? source ?? 'without an address');
  return addresses.filter((address) => !fieldsUrls.some((url) => address.startsWith(url)));
}

/** @throws VisitError or AddressError when the page does not load. */
async function open(page: Page, address: string): Promise<Response> {
  const response = await page.goto(address, { waitUntil: 'load', timeout: LOAD_WITHIN }).catch((error: unknown) => {
    const [reason = ''] = (error as Error).message.replace(/^page\.goto: /, '').split('\n');
    if (reason.startsWith('net::ERR_UNSAFE_REDIRECT'))
      throw new AddressError(`Expected a page at ${address}, but it redirects to an address that is neither http nor https.`);
    throw new VisitError(`Expected a page at ${address}, but it did not load: ${reason}.`);
  });
  if (response?.ok()) return response;
  throw new VisitError(`Expected a page at ${address}, but it answered with status ${response?.status() ?? 'none'}.`);
}

/** What has happened in a document so far. */
async function readWatched(frame: Frame): Promise<Pick<ObservedPage, 'errors' | 'unavailable' | 'violations' | 'replaced'>> {
  const { errors = [], unavailable = [], violations = [] } = (await frame.evaluate(() => window.checkoutElementsCheck)) ?? {};
  const placed = { frame: frameAddress(frame) };
  const replaced = await frame.evaluate(() =>
    (window.checkoutElementsRemovals ?? []).flatMap(({ tag, id, count }) => (count > 1 ? { tag, id: id || undefined } : [])),
  );
  return {
    replaced: replaced.map((each) => ({ ...each, ...placed })),
    errors: errors.map((each) => ({ ...each, ...placed })),
    unavailable: unavailable.map((each) => ({ ...each, ...placed })),
    violations: violations.map((each) => ({ ...each, blocked: each.blocked.replace(`/${PROBE}`, '') })),
  };
}

/**
 * Opens a page as a payer's browser does, and records facts about it. It fills in nothing and presses nothing.
 *
 * @param patience how long the elements may take to set themselves up after the page has loaded, in milliseconds.
 * @throws VisitError when the page does not load, or navigates away.
 * @throws AddressError when the address is neither http nor https, or the page redirects or navigates to such an address.
 */
export async function visit(context: BrowserContext, address: string, patience: number): Promise<ObservedPage> {
  if (!isWebAddress(address)) throw new AddressError(`Expected an address with http or https; got ${address}.`);
  await context.addInitScript(watchPage);
  await context.addInitScript(watchListeners);
  await context.addInitScript(watchRemovals, TAGS);
  const probes = new Probes();
  await probes.answer(context);
  const page = await context.newPage();
  const collector = new Collector();
  collector.watch(page);

  const addresses = await PageAddresses.of(context, page);
  const response = await addresses.during(open(page, address));
  await addresses.during(elementsSettle(page, patience));

  const all = await inEachDocument(page, lookAtDocument);
  const fieldsUrls = fieldsUrlsOf(all);
  const documents = all.filter(({ url }) => !fieldsUrls.includes(url));
  const elements = documents.flatMap((each) => each.elements);
  const altered = await inEachDocument(page, (frame) => probes.observe(frame, elements), fieldsUrls);
  await watchOn(page);
  const watched = await inEachDocument(page, readWatched, fieldsUrls);
  const options = { timeout: LOAD_WITHIN, page: page.url() };
  const fields = await observeFields(context, fieldsUrls, options);
  const returns = await observeReturns(context, documents, options);
  await collector.settle();
  addresses.throwIfRefused();
  const headers = await response.allHeaders();
  return {
    address: page.url(),
    unclosed: unclosedIn(await response.text().catch(() => '')),
    policy: headers['content-security-policy'],
    referrerPolicy: headers['referrer-policy'],
    fields,
    documents,
    refusedFrames: await refusedFramesIn(page, fieldsUrls),
    violations: watched.flatMap(({ violations }) => violations),
    errors: watched.flatMap(({ errors }) => errors),
    replaced: watched.flatMap(({ replaced = [] }) => replaced),
    unavailable: watched.flatMap(({ unavailable }) => unavailable),
    keys: await observeKeys(documents, 10_000),
    alteredRequests: altered.flat(),
    returns,
    secrets: [...(collector.secrets.size > 0 ? collector.secrets : collector.sentSecrets)],
    pressesByScript: collector.pressesByScript,
    ownScripts: collector.ownScripts,
    mismatches: collector.mismatches,
    serverScripts: [...collector.serverScripts],
    mixedContent: [...collector.mixedContent],
    consoleErrors: collector.consoleErrors.filter((text) => !text.includes(PROBE)),
    failedRequests: collector.failedRequests.filter((request) => !request.includes(PROBE)),
  };
}
