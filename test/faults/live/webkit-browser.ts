import { findOrInstallEngines } from '../../engines/engines.mjs';
import type { Session } from '../../engines/webdriver.js';
import { openWebKit } from '../../engines/webkit.js';
import type { LiveBrowser, LivePage, LiveProfile } from './live-browser.js';

/** A tab under WebDriver: each command goes to the tab that was switched to last. */
class WebKitTab implements LivePage {
  readonly #session: Session;
  readonly #handle: string;
  isOpen = true;

  constructor(session: Session, handle: string) {
    this.#session = session;
    this.#handle = handle;
  }

  async #here(): Promise<Session> {
    await this.#session.switchTo(this.#handle);
    return this.#session;
  }

  async url(): Promise<string> {
    return (await this.#here()).address();
  }

  async goTo(url: string): Promise<void> {
    await (await this.#here()).goTo(url);
  }

  async reload(): Promise<void> {
    await (await this.#here()).reload();
  }

  async back(): Promise<void> {
    await (await this.#here()).goBack();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await (await this.#here()).closeTab();
  }

  async clickAt(x: number, y: number): Promise<void> {
    await (await this.#here()).clickAt(x, y);
  }

  async run<Result>(body: string, ...given: readonly unknown[]): Promise<Result> {
    return (await this.#here()).run<Result>(`const given = arguments[0]; return (async () => { ${body} })();`, given);
  }
}

/** WebKit under its driver: a browser of its own for each run, as nothing else empties its storage. */
export async function launchWebKit(): Promise<LiveBrowser> {
  findOrInstallEngines(['webkit']);
  return {
    async newProfile(): Promise<LiveProfile> {
      const { session, close } = await openWebKit();
      const [first] = await session.tabs();
      const tabs: WebKitTab[] = [];
      return {
        get pages() {
          return tabs.filter(({ isOpen }) => isOpen);
        },
        async open() {
          const handle = tabs.length === 0 && first !== undefined ? first : await session.newTab();
          const tab = new WebKitTab(session, handle);
          tabs.push(tab);
          return tab;
        },
        close,
      };
    },
    close: async () => undefined,
  };
}
