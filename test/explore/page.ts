import { CheckoutClient } from '../../src/checkout/client.js';
import type { Presence } from '../../src/checkout/poll-job.js';
import type { Clock } from '../../src/clock/clock.js';
import type { FlowSurroundings } from '../../src/flow/options.js';
import { OrderFlow } from '../../src/flow/order-flow.js';
import type { AnyPaymentFlow } from '../../src/flow/payment-flow.js';
import type { PaymentRecord } from '../../src/flow/record/payment-record.js';
import { RecordStore } from '../../src/flow/record/record-store.js';
import { paymentOf, type State } from '../../src/flow/state.js';
import { TransferFlow } from '../../src/flow/transfer-flow.js';
import { judgeUrl } from '../../src/url/safe-url.js';
import type { Browser, TabView } from './browser.js';
import { Cards, pageRandom } from './cards.js';
import { bodyOf, markIn, roleOf } from './gateway.js';
import { EPOCH } from './time.js';
import type { World } from './world.js';

/** A tab of a browser, which outlives its pages. */
export interface Tab {
  readonly browser: Browser;
  readonly local: TabView;
  readonly session: TabView;
}

/** How a page came to be. */
export interface Opening {
  /** A new visit is not shown again what ended before it. */
  readonly by: 'visit' | 'reload' | 'bank';
  /** The gateway's id in its address. */
  readonly uid?: string | undefined;
  /** Whether nobody fills in the form. */
  readonly isLook?: boolean;
  /** The shop's key, and what is sold. */
  readonly key?: string | undefined;
  readonly product?: string | undefined;
}

class PagePresence implements Presence {
  #isHidden = false;
  #isOffline = false;
  readonly #callbacks = new Set<() => void>();

  get away(): boolean {
    return this.#isHidden || this.#isOffline;
  }

  get hidden(): boolean {
    return this.#isHidden;
  }

  get offline(): boolean {
    return this.#isOffline;
  }

  be({ hidden = this.#isHidden, offline = this.#isOffline }: { readonly hidden?: boolean; readonly offline?: boolean }): void {
    const { away } = this;
    this.#isHidden = hidden;
    this.#isOffline = offline;
    if (this.away !== away) for (const callback of this.#callbacks) callback();
  }

  subscribe(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }
}

/** One load of the shop's page with one form, which stands for the element. It can end at any moment. */
export class Page {
  readonly number: number;
  readonly tab: Tab;
  readonly opening: Opening;
  readonly openedAt: number;
  readonly presence = new PagePresence();
  readonly cards: Cards;
  readonly flow: AnyPaymentFlow;
  readonly records: RecordStore;
  isAlive = true;
  /** Payments of earlier visits that it tells the payer of, because their end is not known. */
  unfinished: readonly PaymentRecord[] = [];
  readonly #world: World;
  #frozen: (() => void)[] | undefined;
  #pursuit: { readonly ids: string; readonly end: AbortController } | undefined;

  constructor(world: World, tab: Tab, opening: Opening) {
    this.#world = world;
    this.tab = tab;
    this.opening = opening;
    this.openedAt = world.time.elapsed;
    this.number = world.pages.push(this);
    const { key = 'thumbprint', product = 'prd_1' } = opening;
    const random = pageRandom(this.number);
    this.cards = new Cards(key, pageRandom(this.number + 100));
    const clock: Clock = {
      now: () => EPOCH + world.time.elapsed + tab.browser.ahead,
      monotonic: () => world.time.elapsed,
      after: (wait, ring) => world.time.after(wait, () => this.#unlessGone(ring)),
    };
    const { local, session } = tab;
    const kind = world.what === 'order' ? `order:${product}` : 'p2p';
    this.records = new RecordStore(kind, { local, tab: session, clock });
    const surroundings: Omit<FlowSurroundings, 'settings'> = {
      client: new CheckoutClient({
        checkoutUrl: 'https://gateway.example',
        publicKey: 'key',
        clock,
        fetch: (url, init) => this.#fetch(url, init),
      }),
      cards: this.cards,
      records: this.records,
      clock,
      random,
      presence: this.presence,
      locks: tab.browser.locks.of(this),
      judgeRedirect: judgeUrl,
      leave: (url) => world.time.after(0, () => this.#unlessGone(() => world.payer.goToBank(this, url))),
      report: () => undefined,
      isShown: () => this.isShown,
      ...(world.ids === 'prepared' && { prepare: () => this.#whileHere(world.merchant.prepare()) }),
      ...(world.server === 'asked' && { resolveStatus: (question) => this.#whileHere(world.merchant.resolveStatus(question)) }),
    };
    const shared = {
      currency: 'USD',
      ...(world.ids === 'fixed' && { trackingId: 'order-1' }),
      returnUrl: 'https://shop.example/',
    };
    this.flow =
      world.what === 'order'
        ? new OrderFlow({ ...surroundings, settings: () => ({ ...shared, amount: world.price, id: product, shopId: '7' }) })
        : new TransferFlow({ ...surroundings, settings: () => ({ ...shared, amount: world.price, description: 'Rent' }) });
    this.flow.subscribe((state, previous) => {
      if (!this.isAlive) return;
      world.oracle.see(this, state);
      this.#unlessGone(() => world.payer.react(this, state, previous));
    });
    this.presence.subscribe(() => this.look());
  }

  get state(): State {
    return this.flow.state;
  }

  get isShown(): boolean {
    return this.isAlive && !this.presence.hidden && !this.#frozen;
  }

  /** Does what an element does when it is set up. */
  async start(): Promise<void> {
    const { flow, opening } = this;
    const begunBefore = opening.by === 'visit' ? 0 : EPOCH + this.openedAt + this.tab.browser.ahead;
    const isResumed = await flow.resume(undefined, begunBefore);
    if (!isResumed) await this.find();
    if (opening.uid !== undefined && this.state.step === 'details') await flow.resumeElsewhere(opening.uid);
    if (this.state.step === 'details' && !opening.isLook) flow.changed();
  }

  /** The payer sees the form again, or what it shows of earlier payments may have changed. */
  look(): void {
    if (!this.isShown) return;
    if (this.state.step === 'outcome') {
      this.#world.oracle.see(this, this.state);
      this.do(this.flow.markSeen());
    } else this.do(this.find());
  }

  /** Looks for earlier payments that are unfinished, or that ended while no form showed it. */
  async find(): Promise<void> {
    this.unfinished = await this.flow.unfinished();
    for (const one of await this.flow.unseen()) this.#world.oracle.tell(this, one);
    const ids = this.unfinished.map(({ id }) => id).join(' ');
    if (ids === this.#pursuit?.ids) return;
    this.#pursuit?.end.abort();
    const end = new AbortController();
    this.#pursuit = { ids, end };
    if (ids !== '') this.do(this.flow.askAboutEarlier(this.unfinished, () => this.look(), end.signal));
  }

  /** Nothing of the page runs, until it is thawed: then everything that was due does. */
  freeze(): void {
    this.#frozen ??= [];
  }

  thaw(): void {
    const due = this.#frozen ?? [];
    this.#frozen = undefined;
    for (const ring of due) this.#unlessGone(ring);
  }

  /** The page is gone, with everything that it waited for. */
  end(): void {
    this.isAlive = false;
    this.#pursuit?.end.abort();
    // A page takes at least as long to release its locks as its last writes take to reach the other tabs.
    this.#world.time.after(100, () => this.tab.browser.locks.forget(this));
  }

  /** A promise that nobody awaits: an error is a defect of the flow. */
  do(promise: Promise<unknown>): void {
    promise.catch((error: unknown) => void (this.isAlive && this.#world.errors.push(error)));
  }

  #unlessGone(ring: () => void): void {
    if (!this.isAlive) return;
    if (this.#frozen) this.#frozen.push(ring);
    else ring();
  }

  #whileHere<Result>(promise: Promise<Result>, signal?: AbortSignal | null): Promise<Result> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      promise.then(
        (result) => this.#unlessGone(() => resolve(result)),
        (error: Error) => this.#unlessGone(() => reject(error)),
      );
    });
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    if (this.presence.offline) return Promise.reject(new TypeError('Failed to fetch'));
    if (this.#world.oracle.isHasty(this)) return new Promise(() => undefined);
    const payment = paymentOf(this.state);
    if (roleOf(url) === 'request' && payment?.id !== undefined) {
      const body = bodyOf(init);
      this.#world.oracle.send(this, { attempt: payment.id, trackingId: payment.trackingId, mark: markIn(body), body });
    }
    return this.#whileHere(this.#world.network.fetch(url, init), init.signal);
  }
}
