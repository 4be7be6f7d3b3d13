import { Browser, TabView } from './browser.js';
import { type Choices, NORMAL } from './choices.js';
import { Gateway } from './gateway.js';
import { lightenAborts } from './light-abort.js';
import { Merchant } from './merchant.js';
import { Network, REFUSED_FIELD, type Way } from './network.js';
import { type Broken, Oracle } from './oracle.js';
import { type Opening, Page, type Tab } from './page.js';
import { Payer } from './payer.js';
import { drainMicrotasks, Time } from './time.js';

/** How the payment would go if nothing went wrong. */
export const COURSES = [
  'paid',
  'declined, then another card',
  'confirmed at the bank',
  'pressed in two tabs',
  'left, and come back',
] as const;
/** Where tracking ids come from: each attempt has its own, the page's, or the one of its cart. */
export const IDS = ['fresh', 'fixed', 'prepared'] as const;
const WHAT = ['transfer', 'order'] as const;

/** A scene: what a payer wants to pay, and how that goes if nothing goes wrong. */
export interface Scene {
  readonly course: (typeof COURSES)[number];
  readonly ids: (typeof IDS)[number];
  readonly what: (typeof WHAT)[number];
}

/** All scenes. An order differs from a transfer of the same id in its price alone, before anything is sent. */
export const SCENES: readonly Scene[] = [
  ...COURSES.flatMap((course) => IDS.map((ids): Scene => ({ course, ids, what: 'transfer' }))),
  { course: 'paid', ids: 'fixed', what: 'order' },
  { course: 'pressed in two tabs', ids: 'fresh', what: 'order' },
];

export const sceneText = ({ course, ids, what }: Scene): string => `${what}, ${ids} id, ${course}`;

/**
 * What a page can know besides the gateway's answers: whether it may ask the merchant's server, and whether the gateway exposes its
 * time.
 */
export interface Surroundings {
  readonly server: 'asked' | 'absent';
  readonly date: 'exposed' | 'hidden';
}

/** The usual ones are the first. */
export const SURROUNDINGS: readonly Surroundings[] = (['asked', 'absent'] as const).flatMap((server) =>
  (['exposed', 'hidden'] as const).map((date) => ({ server, date })),
);

export const surroundingsText = ({ server, date }: Surroundings): string => `server ${server}, time ${date}`;

/** How long a payer deals with a payment, and how long everything else may take after that (ms). */
const PAYER_STAYS = 3 * 60_000;
const PATIENCE = 70 * 60_000;

/** What carries the requests of a run, and how to wait until all that was carried has arrived. */
export interface Carried {
  readonly way: (world: World) => Way;
  readonly drain: () => Promise<void>;
}

const IN_MEMORY: Carried = { way: (world) => new Network(world), drain: drainMicrotasks };

/** One run: a payer with browsers, a gateway, a merchant, and what is between them. */
export class World {
  readonly choices: Choices;
  readonly course: Scene['course'];
  readonly ids: Scene['ids'];
  readonly what: Scene['what'];
  readonly server: Surroundings['server'];
  readonly date: Surroundings['date'];
  /** Of the order, and the sum of a transfer. */
  price = 10_000;
  readonly time: Time;
  readonly gateway: Gateway;
  readonly network: Way;
  readonly merchant: Merchant;
  readonly oracle: Oracle;
  readonly payer: Payer;
  readonly pages: Page[] = [];
  readonly browsers: Browser[] = [];
  /** What was thrown where nothing catches it. */
  readonly errors: unknown[] = [];

  constructor(scene: Scene, { server, date }: Surroundings, choices: Choices, { way, drain }: Carried = IN_MEMORY) {
    this.time = new Time(drain);
    this.choices = choices;
    this.course = scene.course;
    this.ids = scene.ids;
    this.what = scene.what;
    this.server = server;
    this.date = date;
    this.gateway = new Gateway(this);
    this.network = way(this);
    this.merchant = new Merchant(this);
    this.oracle = new Oracle(this);
    this.payer = new Payer(this);
  }

  openBrowser(): Browser {
    const browser = new Browser(this, `browser ${this.browsers.length + 1}`);
    this.browsers.push(browser);
    return browser;
  }

  openTab(browser: Browser): Tab {
    return { browser, local: browser.openStorage(), session: new TabView(new Map()) };
  }

  open(tab: Tab, opening: Opening = { by: 'visit' }): Page {
    const page = new Page(this, tab, opening);
    page.do(page.start());
    return page;
  }

  /**
   * Whether this run would have been another one in other surroundings. A page asks the server about an unknown outcome at the latest.
   * While no clock was set and the server was not asked, the gateway's time is the device's, give or take the part of a second that its
   * answers leave out. That part decides which of two tabs is the first to pay after both have waited for the end of a failure's 30 s.
   */
  dependsOn({ server, date }: Surroundings): boolean {
    const { words } = this.oracle;
    const isAsked = this.merchant.wasAsked || words.some(({ outcome }) => outcome === 'unknown');
    const isRace = this.pages.length > 1 && words.some(({ outcome }) => outcome === 'failed');
    const isTimed = isAsked || isRace || this.browsers.some(({ setAt }) => setAt !== undefined);
    return (server !== this.server && isAsked) || (date !== this.date && isTimed);
  }

  /** Everything that can be seen of a run at a moment: storages, ledger, pages and the time. */
  get fingerprint(): string {
    const stored = this.browsers.map((browser) => [browser.ahead, ...browser.stored]);
    const pages = this.pages.map(({ isAlive, isShown, state }) => [isAlive, isShown, state]);
    return JSON.stringify([this.time.elapsed, stored, this.gateway.charges, pages]);
  }

  /** Whether nothing went wrong but a field, at a gateway that tells everything. */
  get #isHonest(): boolean {
    const wrong = this.choices.points.filter(({ taken, cost }) =>
      cost === 1 ? taken !== NORMAL && taken !== REFUSED_FIELD : taken === 'twice',
    );
    return wrong.length === 0 && this.server === 'asked' && this.date === 'exposed';
  }

  /** Makes the whole run. @returns the promises that it broke. */
  async run(): Promise<readonly Broken[]> {
    const original = globalThis.reportError;
    const restore = lightenAborts();
    globalThis.reportError = (error: unknown) => void this.errors.push(error);
    try {
      this.payer.begin();
      await this.time.pass(PAYER_STAYS);
      this.choices.close();
      this.network.recover();
      for (const page of this.pages) {
        page.thaw();
        page.presence.be({ hidden: false, offline: false });
      }
      await this.time.pass(PATIENCE);
      this.oracle.judgeEnd();
      // Whoever comes back later learns what became of what was sent.
      const browsers = this.browsers.map((browser) => this.open(this.openTab(browser), { by: 'visit', isLook: true }));
      await this.time.pass(20_000);
      this.oracle.judgeVisit(browsers);
      if (this.#isHonest) this.oracle.judgeHonest();
      return this.oracle.broken();
    } finally {
      restore();
      globalThis.reportError = original;
      this.network.close?.();
    }
  }
}
