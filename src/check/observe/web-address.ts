import type { BrowserContext, Page } from 'playwright';
import { parseUrl } from '../../url/parse-url.js';

/** Whether an address is a page of the web, and not a file of this machine, or a text or a script that poses as an address. */
export const isWebAddress = (address: string): boolean => /^https?:$/.test(parseUrl(address)?.protocol ?? '');

/** An address that the check does not open led to, or away from, the page. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** How much of an address is quoted: it may hold a whole document. */
const QUOTED = 100;

/**
 * The addresses that a page goes to by itself: by a script, a form, or a `<meta>`. Browsers follow most of the refused ones as little as
 * the check does, but only with a line in the console, and the check would then judge a page that no longer does what it says.
 */
export class PageAddresses {
  #refused: AddressError | undefined;
  #refuse: (error: AddressError) => void = () => undefined;
  readonly #refusal: Promise<never>;

  private constructor() {
    this.#refusal = new Promise((_, reject) => (this.#refuse = reject));
    // Nobody may be waiting for it.
    this.#refusal.catch(() => undefined);
  }

  /** Watches a page of Chromium, before it is opened. Its frames may be of any kind: they are part of the page. */
  static async of(context: BrowserContext, page: Page): Promise<PageAddresses> {
    const addresses = new PageAddresses();
    const session = await context.newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const note = ({ frameId, url }: { readonly frameId: string; readonly url: string }): void => {
      if (frameId === frameTree.frame.id && !isWebAddress(url)) addresses.#note(url);
    };
    // A form is only requested, a script's `javascript:` only scheduled.
    session.on('Page.frameScheduledNavigation', note);
    session.on('Page.frameRequestedNavigation', note);
    await session.send('Page.enable');
    return addresses;
  }

  #note(url: string): void {
    const quoted = url.length > QUOTED ? `${url.slice(0, QUOTED)}…` : url;
    this.#refused ??= new AddressError(
      `Expected a page that stays at addresses with http or https; it goes to ${quoted}, which is not opened.`,
    );
    this.#refuse(this.#refused);
  }

  /** Waits for something that the page may never finish once it has gone elsewhere. @throws AddressError */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#refusal]);
  }

  /** @throws AddressError when the page has gone to an address that is not opened. */
  throwIfRefused(): void {
    if (this.#refused) throw this.#refused;
  }
}
