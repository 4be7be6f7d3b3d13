import { findOrInstallEngines } from '../../engines/engines.mjs';
import type { Session } from '../../engines/webkit/webdriver.js';
import { openWebKit } from '../../engines/webkit/webkit.js';
import type { LiveBrowser, LivePage, LiveProfile } from './live-browser.js';

/** Commands to one browser run one after the other: each goes to the tab that was switched to last. */
class Turns {
  readonly #session: Session;
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Carries out a command in a tab. */
  in<Result>(handle: string, command: (session: Session) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => {
      await this.#session.switchTo(handle);
      return command(this.#session);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Presses the element at a position, in any shadow root, once the driver has its answer. */
const PRESS = `
  const [x, y] = given;
  let found = document.elementFromPoint(x, y);
  for (let inner = found?.shadowRoot?.elementFromPoint(x, y); inner && inner !== found; inner = found.shadowRoot?.elementFromPoint(x, y)) {
    found = inner;
  }
  setTimeout(() => found?.click(), 20);`;

class WebKitTab implements LivePage {
  readonly #turns: Turns;
  readonly handle: string;
  isOpen = true;

  constructor(turns: Turns, handle: string) {
    this.#turns = turns;
    this.handle = handle;
  }

  url(): Promise<string> {
    return this.#turns.in(this.handle, (session) => session.address());
  }

  goTo(url: string): Promise<void> {
    return this.#turns.in(this.handle, (session) => session.goTo(url));
  }

  reload(): Promise<void> {
    return this.#turns.in(this.handle, (session) => session.reload());
  }

  back(): Promise<void> {
    return this.#turns.in(this.handle, (session) => session.goBack());
  }

  close(): Promise<void> {
    this.isOpen = false;
    return this.#turns.in(this.handle, (session) => session.closeWindow());
  }

  /** Doesn't use the driver's mouse, to which a tab behind another one never reacts. */
  clickAt(x: number, y: number): Promise<void> {
    return this.run(PRESS, x, y);
  }

  run<Result>(body: string, ...given: readonly unknown[]): Promise<Result> {
    // Doesn't return a promise: if the page ended meanwhile, the driver would wait forever.
    return this.#turns.in(this.handle, (session) => session.run<Result>(`const given = arguments[0]; ${body}`, given));
  }
}

/** WebKit through its driver. Each run gets a new browser, because nothing else empties its storage. */
export async function launchWebKit(): Promise<LiveBrowser> {
  findOrInstallEngines(['webkit']);
  return {
    async newProfile(): Promise<LiveProfile> {
      const { session, close } = await openWebKit();
      const turns = new Turns(session);
      const [first = ''] = await session.windows();
      const tabs: WebKitTab[] = [];
      return {
        get pages() {
          return tabs.filter(({ isOpen }) => isOpen);
        },
        async open() {
          const opener = tabs.find(({ isOpen }) => isOpen);
          const handle = opener ? await turns.in(opener.handle, () => session.newWindow()) : first;
          const tab = new WebKitTab(turns, handle);
          tabs.push(tab);
          return tab;
        },
        close,
      };
    },
    close: async () => undefined,
  };
}
