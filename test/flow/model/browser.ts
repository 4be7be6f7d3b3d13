import type { Habit } from '../../../demo/gateway/issuer/habit.js';
import type { Clock } from '../../../src/clock/clock.js';
import { CheckoutClient } from '../../../src/checkout/client.js';
import type { Random } from '../../../src/checkout/seal.js';
import { alwaysPresent } from '../../../src/checkout/poll-job.js';
import type { Locks } from '../../../src/flow/record/lock.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { TransferFlow } from '../../../src/flow/transfer-flow.js';
import { judgeUrl } from '../../../src/url/safe-url.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { BrowserLocks } from '../rig/browser-locks.js';
import { countingRandom, MemoryStorage } from '../rig/rig.js';
import type { StatusQuestion } from '../../../src/flow/options.js';
import { type Asked, type Charge, type DuplicateRule, HostileGateway } from './gateway.js';
import { attemptIn, MarkedCards } from './marked-cards.js';

/** The answer of the merchant's server. */
export const SERVERS = ['truth', 'unknown', 'failing', 'silent'] as const;
export type Server = (typeof SERVERS)[number];

/** How long an equal payment that succeeded needs a confirmation. */
const RECENT = 10 * 60_000;

/** Where an attempt's tracking id comes from: its own, the id of the payer's cart by `prepare`, or the page's fixed one. */
export const IDS = ['own', 'cart', 'fixed'] as const;
export type Ids = (typeof IDS)[number];

/** An attempt as the payer and the network saw it. */
export interface Sent {
  /** The earlier payments that the payer was asked about before confirming this one. */
  readonly agreed: ReadonlySet<string>;
  /** Payments that succeeded too long ago to ask about. */
  readonly old: ReadonlySet<string>;
}

/** An outcome that a page showed. */
export interface Shown {
  readonly trackingId: string;
  readonly outcome: string;
  /** Monotonic (ms). */
  readonly at: number;
  /** The `attempt` that the page itself sent last under this id. */
  readonly attempt: string | undefined;
}

/** How long (ms) after a request was sent a gateway still accepts its seals. */
const COPIES_ARRIVE = 15 * 60_000;

/** How late (ms) one tab sees the writes of another, one after the other; measured in Chromium. */
const LAGS = [8, 91, 30, 8, 55] as const;
/** The longest of them. */
export const LAG = 91;

/** The shared storage as one tab sees it: its own writes at once, those of others a moment later. */
class TabStorage extends MemoryStorage {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    super();
    this.#browser = browser;
    for (const [name, text] of browser.local.entries) this.entries.set(name, text);
  }

  override setItem(name: string, text: string): void {
    super.setItem(name, text);
    this.#browser.spread(this, (storage) => MemoryStorage.prototype.setItem.call(storage, name, text));
  }

  override removeItem(name: string): void {
    super.removeItem(name);
    this.#browser.spread(this, (storage) => MemoryStorage.prototype.removeItem.call(storage, name));
  }
}

/**
 * Whether no page could tell the truth about a charge: the browser sent a copy that no page saw, the copy's transaction failed, and
 * the merchant's server knew nothing. An accepted limit (see the limits of the fault runs).
 */
export const isHidden = ({ gateway, withheld }: Browser, { attempt, trackingId }: Charge): boolean =>
  gateway.unseen.has(attempt) && withheld.has(trackingId);

/** One browser with its tabs, and one gateway. */
export class Browser {
  readonly clock = new ManualClock();
  readonly gateway: HostileGateway;
  readonly local = new MemoryStorage();
  readonly locks: BrowserLocks | undefined;
  readonly pages: Page[] = [];
  readonly #views: TabStorage[] = [];
  /** By the token of the source card's seal. */
  readonly sent = new Map<string, Sent>();
  /** The outcomes that any page ever showed. */
  readonly shown: Shown[] = [];
  readonly ids: Ids;
  server: Server = 'truth';
  /** The tracking ids of which the server said that it knows nothing, although the gateway had taken a payment. */
  readonly withheld = new Set<string>();
  /** For the seals of all pages: no two payments have the same `attempt`. */
  readonly random: Random = { ...countingRandom('seal'), bytes: (length) => this.#nextBytes(length) };
  #opened = 0;
  #writes = 0;
  #drawn = 0;
  #lastWrite = 0;

  constructor(rule: DuplicateRule, hasLocks: boolean, { habit, ids }: { readonly habit: Habit; readonly ids: Ids }) {
    this.gateway = new HostileGateway(this.clock, rule, habit);
    this.locks = hasLocks ? new BrowserLocks() : undefined;
    this.ids = ids;
  }

  #nextBytes(length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    new DataView(bytes.buffer).setUint32(0, (this.#drawn += 1));
    return bytes;
  }

  /** Brings one tab's writes to the others: at once to those opened later, a moment later to the open ones. */
  spread(from: TabStorage, write: (storage: MemoryStorage) => void): void {
    write(this.local);
    const now = this.clock.monotonic();
    // In order: a later write never overtakes an earlier one.
    this.#lastWrite = Math.max(this.#lastWrite, now + LAGS[(this.#writes += 1) % LAGS.length]!);
    // Without locks nothing would wait for it: a browser without them is an accepted limit.
    for (const view of this.#views.filter((each) => each !== from)) {
      if (this.locks) this.clock.after(this.#lastWrite - now, () => write(view));
      else write(view);
    }
  }

  /** Opens the shop in a tab, or reloads it there. */
  async open(tab: number, isReload = true): Promise<Page> {
    this.pages[tab]?.die();
    const old = isReload ? this.pages[tab] : undefined;
    const view = old ? this.#views[tab] : undefined;
    const local = (this.#views[tab] = view ?? new TabStorage(this));
    const page = new Page(this, `page${(this.#opened += 1)}`, { local, tab: old?.tab ?? new MemoryStorage() });
    this.pages[tab] = page;
    await page.begin();
    return page;
  }

  /** Closes a tab and opens another one in its place. */
  reopen(tab: number): Promise<Page> {
    return this.open(tab, false);
  }

  /** Payments on record that succeeded too long ago. */
  old(): Set<string> {
    // By the gateway's clock, of which pages know whole seconds.
    const isOld = (at: number): boolean => this.gateway.time() - at >= RECENT - 1000;
    return new Set(
      this.local.records.flatMap((one) => (one.outcome === 'successful' && isOld(one.writtenAt) ? [one.trackingId] : [])),
    );
  }
}

/** One load of the shop's page, which can die at any moment. */
export class Page {
  readonly flow: TransferFlow;
  readonly tab: MemoryStorage;
  readonly #browser: Browser;
  readonly #laterChecks = new AbortController();
  readonly #held = new Set<string>();
  #isDead = false;
  /** The `attempt` that it sent last, by tracking id. */
  readonly #attempts = new Map<string, string>();
  /** The present question, and the payments that the payer has confirmed. */
  #asked = new Set<string>();
  #agreed = new Set<string>();

  constructor(browser: Browser, name: string, { local, tab }: { readonly local: MemoryStorage; readonly tab: MemoryStorage }) {
    this.#browser = browser;
    this.tab = tab;
    const { clock, gateway } = browser;
    const own: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (milliseconds, callback) => clock.after(milliseconds, () => void (this.#isDead || callback())),
    };
    this.flow = new TransferFlow({
      client: new CheckoutClient({
        checkoutUrl: 'https://gateway.example',
        publicKey: 'key',
        clock: own,
        fetch: (url, init) =>
          this.#unlessDead(
            gateway.answer(url, typeof init.body === 'string' ? init.body : '', (request) => this.#note(request)),
            init.signal,
          ),
      }),
      cards: new MarkedCards(name, browser.random),
      records: new RecordStore('p2p', { local, tab, clock: own }),
      clock: own,
      random: countingRandom(name),
      presence: alwaysPresent,
      locks: browser.locks && this.#locks(browser.locks),
      settings: () => ({
        amount: 10_000,
        currency: 'USD',
        description: 'Rent',
        ...(browser.ids === 'fixed' && { trackingId: 'order' }),
      }),
      ...(browser.ids === 'cart' && { prepare: () => Promise.resolve({ trackingId: 'cart' }) }),
      judgeRedirect: judgeUrl,
      leave: () => undefined,
      report: () => undefined,
      resolveStatus: (question) => this.#unlessDead(this.#resolve(question)),
    });
    this.flow.subscribe((state, previous) => {
      const quote = state.step === 'details' && state.quote.status === 'given' ? state.quote : undefined;
      const before = previous.step === 'details' ? previous.quote : undefined;
      // Each question is unread at first, and a press does nothing until it was read: also when it is the same question again,
      // about a payment that another tab has made since.
      if (quote?.confirm && quote.isUnread && quote !== before) this.#asked = new Set(local.records.map((one) => one.trackingId));
      if (state.step === 'outcome' && state.attempt.trackingId !== undefined)
        this.#show(state.attempt.trackingId, state.result.outcome);
    });
  }

  /** Resumes unfinished attempts, as an element does. */
  async begin(): Promise<void> {
    void this.flow.resume();
    await this.#browser.clock.advance(0);
    await this.askLater();
  }

  async askLater(): Promise<void> {
    const unfinished = await this.flow.unfinished();
    if (unfinished.length > 0) void this.flow.askAboutEarlier(unfinished, () => undefined, this.#laterChecks.signal);
  }

  /** The payer's press, if there is a button. */
  press(): void {
    const { state } = this.flow;
    if (state.step !== 'details') return;
    const { quote } = state;
    if (quote.status === 'given' && quote.confirm && !quote.isUnread) this.#agreed = new Set([...this.#agreed, ...this.#asked]);
    void this.flow.submit();
  }

  /** What the payer can do about an outcome: try again, start another payment, or check again. */
  goOn(): void {
    if (this.flow.mayTryAgain) this.flow.tryAgain();
    else if (this.flow.mayFollow) this.flow.reset();
    if (this.flow.state.step !== 'details') return;
    this.#agreed = new Set();
    void this.askLater();
  }

  /** The page is gone, with everything that it waited for. */
  die(): void {
    this.#isDead = true;
    this.#laterChecks.abort();
    // A page that ends releases its locks, and takes at least as long to do so as its last writes take to reach the other tabs.
    const held = [...this.#held];
    this.#browser.clock.after(LAG, () => {
      for (const name of held) this.#browser.locks?.held.delete(name);
    });
  }

  #note({ tracking_id: trackingId, credit_card: { token } }: Asked['request']): void {
    const { sent } = this.#browser;
    this.#attempts.set(trackingId, attemptIn(token));
    if (!sent.has(token)) sent.set(token, { agreed: new Set(this.#agreed), old: this.#browser.old() });
  }

  #show(trackingId: string, outcome: string): void {
    const at = this.#browser.clock.monotonic();
    this.#browser.shown.push({ trackingId, outcome, at, attempt: this.#attempts.get(trackingId) });
  }

  async #resolve({ trackingId = '', startedAt = '', repeatedAt }: StatusQuestion) {
    const { server, gateway } = this.#browser;
    if (server === 'failing') throw new Error('500');
    if (server === 'silent') return new Promise<never>(() => undefined);
    // The gateway's Date has whole seconds, and so has the page's idea of its time.
    if (server === 'unknown' && gateway.truth(trackingId) !== 'nothing') this.#browser.withheld.add(trackingId);
    const truth = gateway.truth(trackingId, startedAt ? Date.parse(startedAt) - 1000 : 0);
    // The copy that has failed may be another one than the copy that is still on its way.
    if (truth === 'failed' && repeatedAt !== undefined && gateway.time() < Date.parse(repeatedAt) + COPIES_ARRIVE) {
      return { outcome: 'unknown' as const };
    }
    return { outcome: server === 'truth' && truth !== 'nothing' ? truth : ('unknown' as const) };
  }

  /** A page that is gone receives nothing more. */
  #unlessDead<Result>(promise: Promise<Result>, signal?: AbortSignal | null): Promise<Result> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => void (this.#isDead || reject(signal.reason as Error)));
      promise.then(
        (result) => void (this.#isDead || resolve(result)),
        (error: unknown) => void (this.#isDead || reject(error as Error)),
      );
    });
  }

  #locks(locks: BrowserLocks): Locks {
    return {
      request: (name, options, callback) =>
        locks.request(name, options, async (lock) => {
          if (this.#isDead) return;
          if (lock) this.#held.add(name);
          await callback(lock);
          this.#held.delete(name);
        }),
      query: () => locks.query(),
    };
  }
}
