import { bankPageOf, type Question, type State } from '../../src/flow/state.js';
import { NORMAL } from './choices.js';
import type { Page } from './page.js';
import type { World } from './world.js';

/** How long a payer looks before they press, and how long they read a question (ms). */
const LOOKS = 100;
const READS = 1700;

const HOUR = 60 * 60_000;

/** What may happen to a page, its browser or its device at any moment of a payment. */
const ACCIDENTS = [
  'reloaded',
  'closed, and opened in another tab',
  'opened in another tab as well',
  'opened in another browser as well',
  'opened with another key as well',
  'frozen for 40 s',
  'frozen for 20 min',
  'hidden for 20 min',
  'offline for a minute',
  'canceled',
  'edited',
  'pressed again',
  'clock an hour ahead',
  'clock an hour back',
  'clock two days ahead',
  'clock two days back',
  'clock 31 s ahead',
  'storage full',
  'storage refused',
  'all storages refused',
  'storage emptied',
  'all storages emptied',
  'a record spoiled',
] as const;

/** Of a page that was opened by an accident. */
const FEWER = ['reloaded', 'closed, and opened in another tab', 'canceled', 'pressed again'] as const;

/** Questions that name the risk of paying twice. */
const RISKS: ReadonlySet<Question> = new Set<Question>([
  'unfinished',
  'unconfirmed',
  'repeated',
  'pending',
  'unanswered',
  'reported_paid',
]);

/** A payer who wants to pay once, and believes what they read. */
export class Payer {
  readonly #world: World;
  /** They have read that it is paid, or that they shall not pay again. */
  #isDone = false;
  #presses = new Map<Page, number>();

  constructor(world: World) {
    this.#world = world;
  }

  begin(): void {
    const world = this.#world;
    const tab = world.openTab(world.openBrowser());
    world.open(tab);
    if (world.course === 'pressed in two tabs') world.open(world.openTab(tab.browser));
  }

  /** Does what a payer does about what a page shows now. */
  react(page: Page, state: State, previous: State): void {
    switch (state.step) {
      case 'details':
        return this.#fillIn(page, state, previous);
      case 'transferring':
        if (previous.step !== 'transferring') this.#meet(page, 'sending');
        else if (state.attempt.jobId !== undefined && previous.attempt.jobId === undefined) this.#meet(page, 'accepted');
        return undefined;
      case 'settling':
        if (previous.step !== 'settling') this.#meet(page, 'followed');
        else if (state.redirectUrl !== undefined && previous.redirectUrl === undefined) this.#goOnAtBank(page);
        return undefined;
      case 'outcome':
        if (previous.step !== 'outcome' || previous.result.outcome !== state.result.outcome) this.#read(page, state);
        return undefined;
      default:
        return undefined;
    }
  }

  #fillIn(page: Page, state: State & { step: 'details' }, previous: State): void {
    const { quote, press, problems, trouble } = state;
    if (press?.status === 'waiting') return;
    if (previous.step === 'details' && previous.quote === quote && previous.press === press && previous.trouble === trouble)
      return;
    if (quote.status === 'given' && quote.confirm && RISKS.has(quote.confirm)) {
      if (quote.isUnread) return this.#later(page, READS, () => this.#beAsked(page));
      return;
    }
    if (quote.status === 'given' && !quote.isUnread) this.#later(page, LOOKS, () => this.#press(page));
    else if (quote.status === 'unavailable' || problems.length > 0) {
      this.#later(page, 5000, () => {
        page.cards.revision += 1;
        page.flow.changed();
        page.do(page.flow.check());
      });
    }
  }

  /** A question that names the risk: the payer stops there, unless they deviate. */
  #beAsked(page: Page): void {
    if (this.#isDone) return;
    this.#world.oracle.ask();
    if (this.#world.choices.at(`page ${page.number} is asked`, ['and agrees'], 2) === NORMAL) {
      this.#isDone = true;
      return;
    }
    this.#world.oracle.agree(page);
    this.#press(page);
  }

  #press(page: Page, isHasty = false): void {
    const { flow, cards } = page;
    if ((this.#isDone && !isHasty) || flow.state.step !== 'details') return;
    const presses = (this.#presses.get(page) ?? 0) + 1;
    // A payer who is not heard gives up.
    if (presses > 6) return;
    this.#presses.set(page, presses);
    cards.type();
    const wait = flow.waitFor;
    if (wait > 0) return this.#later(page, wait + 100, () => this.#press(page, isHasty));
    const { quote } = flow.state;
    if (quote.status === 'given') this.#world.oracle.press(page, quote.price.amount);
    if (presses === 1) this.#meet(page, 'price');
    if (!page.isAlive) return;
    // Without a price, the button only shows one.
    page.do(flow.submit({ isForPrice: quote.status !== 'given' }).then(() => this.#pressAgain(page)));
  }

  /** A press without effect, and without a question, is repeated. */
  #pressAgain(page: Page): void {
    const { state } = page.flow;
    if (state.step !== 'details' || state.quote.status !== 'given' || state.quote.isUnread) return;
    if (state.quote.confirm && RISKS.has(state.quote.confirm)) return;
    this.#later(page, 2000, () => this.#press(page));
  }

  #read(page: Page, { result: { outcome } }: State & { step: 'outcome' }): void {
    if (!page.isShown) return;
    if (outcome !== 'failed') this.#isDone = true;
    this.#meet(page, outcome);
    if (outcome === 'failed' && page.flow.mayTryAgain) {
      this.#later(page, 1000, () => {
        if (page.state.step !== 'outcome') return;
        // The bank may take the same card the second time, or only another one.
        page.cards.type(this.#world.ids === 'prepared' ? undefined : '2222');
        page.flow.tryAgain();
      });
    }
  }

  /** The page sends the payer to the bank. */
  goToBank(page: Page, url: string): void {
    const { gateway, choices, time } = this.#world;
    const uid = url.split('/').at(-1) ?? '';
    if (!page.isAlive) return;
    page.end();
    const way = choices.at(
      'at the bank',
      ['comes back without confirming', 'confirms, and closes the window', 'never comes back', 'comes back in another browser'],
      2,
    );
    if (way === 'never comes back') return;
    time.after(3000, () => {
      if (way !== 'comes back without confirming') gateway.confirm(uid);
      if (way === 'confirms, and closes the window') return;
      const { world, tab } = { world: this.#world, tab: page.tab };
      const other = way === 'comes back in another browser' ? world.openTab(world.openBrowser()) : tab;
      world.open(other, { ...page.opening, by: 'bank', uid });
    });
  }

  /** The bank has not confirmed it: they go there again, from the page. */
  #goOnAtBank(page: Page): void {
    const url = bankPageOf(page.state);
    this.#later(page, 2000, () => {
      if (url !== undefined && page.state.step === 'settling') this.goToBank(page, url);
    });
  }

  /** Something may happen to a page at this moment. */
  #meet(page: Page, moment: string): void {
    const { choices, time, course } = this.#world;
    const isFirst = page.number === 1 || page.opening.by !== 'visit';
    const again = moment === 'unknown' || moment === 'successful' ? (['paid once more'] as const) : [];
    const rises = moment === 'price' && this.#world.what === 'order' ? (['the price rises'] as const) : [];
    const leaves = course === 'left, and come back' && moment === 'accepted' && page.number === 1;
    const accident = choices.at(`page ${page.number} ${moment}`, [...(isFirst ? ACCIDENTS : FEWER), ...again, ...rises], 1);
    if (accident !== NORMAL) {
      // At once where it must come before what the page does next, and else once the page has done all of it.
      if (moment === 'price') this.#happen(page, accident);
      else time.after(0, () => this.#happen(page, accident));
    } else if (leaves) time.after(5, () => this.#happen(page, 'closed, and opened in another tab'));
  }

  #happen(page: Page, accident: (typeof ACCIDENTS)[number] | 'paid once more' | 'the price rises'): void {
    if (!page.isAlive) return;
    const world = this.#world;
    const { browser } = page.tab;
    const freeze = (milliseconds: number): void => {
      page.freeze();
      world.time.after(milliseconds, () => page.thaw());
    };
    const acts: Record<typeof accident, () => unknown> = {
      reloaded: () => {
        page.end();
        world.open(page.tab, { ...page.opening, by: 'reload' });
      },
      'closed, and opened in another tab': () => {
        page.end();
        world.time.after(500, () => world.open(world.openTab(browser), { by: 'visit' }));
      },
      'opened in another tab as well': () => world.open(world.openTab(browser), { by: 'visit' }),
      'opened in another browser as well': () => world.open(world.openTab(world.openBrowser()), { by: 'visit' }),
      'opened with another key as well': () =>
        world.open(world.openTab(browser), {
          by: 'visit',
          ...(world.what === 'order' ? { product: 'prd_2' } : { key: 'another' }),
        }),
      'frozen for 40 s': () => freeze(40_000),
      'frozen for 20 min': () => freeze(20 * 60_000),
      'hidden for 20 min': () => {
        page.presence.be({ hidden: true });
        world.time.after(20 * 60_000, () => page.presence.be({ hidden: false }));
      },
      'offline for a minute': () => {
        page.presence.be({ offline: true });
        world.time.after(60_000, () => page.presence.be({ offline: false }));
      },
      canceled: () => page.flow.cancel(),
      edited: () => {
        page.cards.revision += 1;
        page.flow.changed();
      },
      'pressed again': () => this.#press(page),
      'paid once more': () => {
        if (!page.flow.mayFollow) return;
        page.flow.reset();
        page.cards.type();
        page.flow.changed();
        // They are asked before it leaves all the same.
        this.#isDone = false;
      },
      'the price rises': () => (world.price += 2000),
      'clock an hour ahead': () => browser.setClock(HOUR),
      'clock an hour back': () => browser.setClock(-HOUR),
      'clock two days ahead': () => browser.setClock(48 * HOUR),
      'clock two days back': () => browser.setClock(-48 * HOUR),
      'clock 31 s ahead': () => browser.setClock(31_000),
      'storage full': () => browser.refuse('full'),
      'storage refused': () => browser.refuse('refused'),
      'all storages refused': () => {
        browser.refuse('refused');
        browser.isEmpty = true;
        page.tab.session.refuses = 'refused';
      },
      'storage emptied': () => browser.empty(),
      'all storages emptied': () => {
        browser.empty();
        browser.isEmpty = true;
        page.tab.session.entries.clear();
      },
      'a record spoiled': () => browser.spoil(),
    };
    acts[accident]();
  }

  #later(page: Page, milliseconds: number, act: () => void): void {
    this.#world.time.after(milliseconds, () => {
      if (page.isShown) act();
    });
  }
}
