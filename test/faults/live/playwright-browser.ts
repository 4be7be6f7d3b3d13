import { type BrowserContext, chromium, firefox, type Page } from 'playwright';
import { findOrInstall, launchArguments } from '../../browsers.mjs';
import { findOrInstallEngines, firefoxLaunchOptions } from '../../engines/engines.mjs';
import { acknowledgeFirefoxAtOnce } from '../../engines/firefox/prompt-firefox.js';
import type { LiveBrowser, LivePage, LiveProfile } from './live-browser.js';

/** How long one step of a browser may take, in true milliseconds. */
const PATIENCE = 20_000;

class PlaywrightPage implements LivePage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.setDefaultTimeout(PATIENCE);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  }

  get isOpen(): boolean {
    return !this.#page.isClosed();
  }

  async url(): Promise<string> {
    return this.#page.url();
  }

  async goTo(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'load' });
  }

  async reload(): Promise<void> {
    await this.#page.reload({ waitUntil: 'load' });
  }

  /** Doesn't wait for a load event, which a page from the back/forward cache does not fire. */
  async back(): Promise<void> {
    await this.#page.evaluate('void setTimeout(() => history.back())');
    await this.#page.waitForURL(/\/pay/, { waitUntil: 'commit' });
  }

  close(): Promise<void> {
    return this.#page.close();
  }

  clickAt(x: number, y: number): Promise<void> {
    return this.#page.mouse.click(x, y);
  }

  async run<Result>(body: string, ...given: readonly unknown[]): Promise<Result> {
    return this.#page.evaluate<Result>(`(async (given) => { ${body} })(${JSON.stringify(given)})`);
  }
}

class ChromiumPage extends PlaywrightPage {
  readonly #page: Page;
  readonly #context: BrowserContext;

  constructor(page: Page, context: BrowserContext) {
    super(page);
    this.#page = page;
    this.#context = context;
  }

  async crash(): Promise<void> {
    const crashed = new Promise((resolve) => void this.#page.once('crash', resolve));
    const session = await this.#context.newCDPSession(this.#page);
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.#page.close();
  }

  async freeze(frozen: boolean): Promise<void> {
    const session = await this.#context.newCDPSession(this.#page);
    await session.send('Page.setWebLifecycleState', { state: frozen ? 'frozen' : 'active' });
    await session.detach();
  }
}

function profileOf(context: BrowserContext, engine: 'chromium' | 'firefox'): LiveProfile {
  const known = new Map<Page, LivePage>();
  const pageOf = (page: Page): LivePage => {
    const found = known.get(page) ?? (engine === 'chromium' ? new ChromiumPage(page, context) : new PlaywrightPage(page));
    known.set(page, found);
    return found;
  };
  return {
    get pages() {
      return context.pages().map(pageOf);
    },
    open: async () => pageOf(await context.newPage()),
    goOffline: (offline) => context.setOffline(offline),
    close: () => context.close(),
  };
}

/** Launches Chromium or Firefox. */
export async function launchPlaywright(engine: 'chromium' | 'firefox'): Promise<LiveBrowser> {
  if (engine === 'firefox') {
    findOrInstallEngines(['firefox']);
    acknowledgeFirefoxAtOnce();
  }
  const browser =
    engine === 'chromium'
      ? // Playwright switches the back/forward cache off, but payers have it.
        await chromium.launch({
          executablePath: findOrInstall(),
          args: launchArguments,
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        })
      : await firefox.launch(firefoxLaunchOptions());
  return {
    newProfile: async () => profileOf(await browser.newContext({ locale: 'en-US', timezoneId: 'UTC' }), engine),
    close: () => browser.close(),
  };
}
