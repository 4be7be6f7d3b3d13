import type { Opened, RunContext } from '../world/context.js';
import { DeviceClock } from './page-clock.js';
import { Network } from '../network/network.js';
import { Page } from './page.js';
import { WebLocks } from './web-locks.js';
import { type StorageMode, WebStorage } from './web-storage.js';

/** When other pages see a write to localStorage, in milliseconds: measured in Chromium, on an idle and on a busy machine. */
const SEEN_BY_OTHERS = [8, 91] as const;

/** A tab. Its storage outlives the pages in it. */
export interface Tab {
  readonly storage: WebStorage;
  page: Page | undefined;
}

/** A payer's browser: tabs that share storage, locks, network and the device's clock. */
export class Browser {
  readonly local: WebStorage;
  readonly locks = new WebLocks();
  readonly clock: DeviceClock;
  readonly network: Network;
  readonly tabs: Tab[] = [];
  readonly #run: RunContext;
  readonly #name: string;
  #pages = 0;
  /** How the storage of tabs works. */
  tabStorage: StorageMode = 'works';
  /** Whether the payer has emptied the storage, so that a later page can't learn what was sent. */
  forgot = false;

  constructor(run: RunContext, name: string) {
    this.#run = run;
    this.#name = name;
    const lags = run.dice.for(`${name} storage`);
    let last = 0;
    const spread = (write: () => void): void => {
      last = Math.max(last, run.time.elapsed + lags.whole(...SEEN_BY_OTHERS));
      run.time.after(last - run.time.elapsed, write);
    };
    this.local = this.#storage(spread);
    this.clock = new DeviceClock(run.time);
    this.network = new Network('browser', run.activity, {
      sending: (sent) => run.sending(this.network, sent),
      resending: ({ method, url }) => run.trace.add(name, `sends ${method} ${new URL(url).pathname} again by itself`),
    });
  }

  get #parts() {
    const { local, locks, clock, network } = this;
    return { local, locks, clock, network };
  }

  get pages(): readonly Page[] {
    return this.tabs.flatMap(({ page }) => (page?.alive ? [page] : []));
  }

  /** Opens the shop's page in a new tab, or in a given one. */
  open({ tab = this.#newTab(), opened = 'fresh', uid }: { tab?: Tab; opened?: Opened; uid?: string | undefined } = {}): Page {
    tab.page?.end('another page replaces it');
    this.#pages += 1;
    const name = `${this.#name}${this.#pages}`;
    this.#run.trace.add(name, `opens (${opened}${uid ? `, uid ${uid.slice(0, 8)}` : ''})`);
    const isKept = this.local.mode === 'works' || (tab.storage.mode === 'works' && tab.page !== undefined);
    if (this.#run.witness.sent.length > 0 && (this.forgot || !isKept)) this.#run.met('no storage');
    const page = new Page(this.#run, { ...this.#parts, session: tab.storage }, name, { opened, uid });
    tab.page = page;
    return page;
  }

  /** Empties the storage, as payers can. */
  clear(): void {
    this.#run.trace.add(this.#name, 'storage is emptied');
    this.local.clear();
    for (const { storage } of this.tabs) storage.clear();
  }

  goOffline(offline: boolean): void {
    this.#run.trace.add(this.#name, offline ? 'goes offline' : 'is online again');
    this.network.offline = offline;
    for (const { presence } of this.pages) presence.offline = offline;
  }

  #newTab(): Tab {
    const tab: Tab = { storage: this.#storage(), page: undefined };
    tab.storage.mode = this.tabStorage;
    this.tabs.push(tab);
    return tab;
  }

  #storage(spread?: (write: () => void) => void): WebStorage {
    return new WebStorage({ written: (text) => this.#run.canary.see('storage', text), ...(spread && { spread }) });
  }
}
