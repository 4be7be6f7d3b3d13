import type { BrowserContext, Frame } from 'playwright';
import { API_VERSION } from '../../wire/endpoint.js';
import type { AlteredRequest, ObservedElement } from './observed-page.js';
import { isWebAddress } from './web-address.js';

/** The path of the requests that test a page. They are answered in the browser and never sent. */
export const PROBE = 'checkout-elements-check-of-connect-src';

/** How long the page's `fetch` may take, in milliseconds. */
const WITHIN = 3_000;

/** A request as it would reach the gateway. */
interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks in the page, as an element does or by the browser's own `fetch`. @returns how that ended. */
function ask([url, headers, within, isOwn]: readonly [string, Record<string, string>, number, boolean]): Promise<string> {
  const init: RequestInit = { headers, credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error', cache: 'no-store' };
  const send = (isOwn ? window.checkoutElementsCheck?.fetch : undefined) ?? window.fetch;
  const request = async (): Promise<string> => {
    await send.call(window, url, init);
    return 'answered';
  };
  const late = new Promise<string>((resolve) => setTimeout(resolve, within, 'late'));
  return Promise.race([request().catch((error: unknown) => (error instanceof Error ? error.message : 'refused')), late]);
}

/** What a browser itself says of a request, by options that don't keep it from being sent. */
const OF_BROWSERS = /^(referer|cache-control|pragma)$/;
/** The headers that a gateway asks for. */
const NEEDED = ['authorization', 'x-api-version'];

const headersNamed = (names: readonly string[]): string => `the header${names.length > 1 ? 's' : ''} ${names.join(', ')}`;

/** What the page's `fetch` makes of a request that the browser sends as it is given; undefined if it changes nothing. */
function changeOf(sent: Arrival, arrived: Arrival | undefined, end: string): string | undefined {
  if (!arrived) return end === 'late' ? undefined : 'does not send it to its address';
  const added = Object.keys(arrived.headers).filter((name) => !(name in sent.headers) && !OF_BROWSERS.test(name));
  const changed = NEEDED.filter((name) => arrived.headers[name] !== sent.headers[name]);
  if (arrived.method !== sent.method) return `sends it as ${arrived.method}`;
  if (added.length > 0) return `adds ${headersNamed(added)}`;
  if (changed.length > 0) return `changes or leaves out ${headersNamed(changed)}`;
  // The answer allows any origin, which browsers take for no request with cookies.
  return end === 'Failed to fetch' ? 'sends it with cookies' : undefined;
}

/** Answers the requests that test a page, and compares them with those that an element means to send. */
export class Probes {
  readonly #arrivals: Arrival[] = [];

  async answer(context: BrowserContext): Promise<void> {
    await context.route(
      ({ href }) => href.includes(PROBE),
      async (route) => {
        const request = route.request();
        this.#arrivals.push({ method: request.method(), url: request.url(), headers: request.headers() });
        await route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
      },
    );
  }

  /**
   * Tests whether a document's policy lets the elements reach their gateways, and whether its scripts leave their requests as they are.
   *
   * @param targets the elements of the page, of whose addresses each is tried once.
   */
  async observe(frame: Frame, targets: readonly ObservedElement[]): Promise<AlteredRequest[]> {
    const probes = new Map<string, ObservedElement>();
    for (const element of targets)
      for (const address of [element.addresses['checkout-url'], element.addresses['confirm-url']])
        // The origin of any other address is no address.
        if (address !== undefined && isWebAddress(address)) probes.set(new URL(address).origin, element);
    const altered: AlteredRequest[] = [];
    for (const [origin, { publicKey = '' }] of probes) {
      const change = await this.#changeOf(frame, origin, publicKey.replaceAll(/\s/g, ''));
      if (change !== undefined) altered.push({ document: frame.url(), origin, change });
    }
    return altered;
  }

  async #changeOf(frame: Frame, origin: string, publicKey: string): Promise<string | undefined> {
    const url = `${origin}/${PROBE}`;
    const headers = { Accept: 'application/json', Authorization: `Bearer ${publicKey}`, 'X-Api-Version': API_VERSION };
    const arrived = async (isOwn: boolean): Promise<readonly [Arrival | undefined, string]> => {
      this.#arrivals.length = 0;
      const end = await frame.evaluate(ask, [url, headers, WITHIN, isOwn] as const);
      return [this.#arrivals.find((each) => each.url === url), end];
    };
    const [byPage, end] = await arrived(false);
    // A page's own server may allow any header.
    const isWrapped = await frame.evaluate(() => window.fetch !== window.checkoutElementsCheck?.fetch);
    if (!isWrapped || origin === new URL(frame.url(), 'https://about.invalid').origin) return undefined;
    const [byBrowser] = await arrived(true);
    return byBrowser && changeOf(byBrowser, byPage, end);
  }
}
