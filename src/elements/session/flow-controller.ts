import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { CheckoutClient } from '../../checkout/client.js';
import { systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CardSource } from '../../flow/card-source.js';
import { RecordStore, type TransferRecord } from '../../flow/record.js';
import { initialState, paymentOf, type State } from '../../flow/state.js';
import type { FlowSurroundings, PaymentFlowOptions } from '../../flow/options.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import { judgeUrl } from '../../url/safe-url.js';
import {
  CheckoutCancelEvent, CheckoutErrorEvent, CheckoutOutcomeEvent, CheckoutRedirectEvent, CheckoutSubmitEvent,
} from '../events.js';
import type { Challenge } from './challenge.js';
import { fire } from '../base/fire.js';
import { uidInAddress } from '../page/own-address.js';
import { Leftovers } from './leftovers.js';
import { isHidden, isOffline, pagePresence } from '../page/presence.js';
import { webStorage } from '../page/storage.js';

/** What the flow asks of its element. */
export interface FlowHost extends ReactiveControllerHost, EventTarget {
  readonly fetch: Fetch;
  readonly prepare: FlowSurroundings['prepare'];
  readonly resolveStatus: FlowSurroundings['resolveStatus'];
}

/** What a flow is made for; another address or key makes another flow. */
export interface FlowTerms<Settings> {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  /** Speaks to that address, if anything has been asked there already; another one is made otherwise. */
  readonly client?: CheckoutClient;
  /** What is paid, as its records are told apart: an attempt is taken up where the same is paid. */
  readonly kind: string;
  /** Origins the payer may be sent to for 3-D Secure; undefined: any https origin. */
  readonly redirectOrigins: () => readonly string[] | undefined;
  readonly Flow: new (options: PaymentFlowOptions<Settings>) => AnyPaymentFlow;
  readonly settings: () => Settings;
}

/** What a payment is called. */
interface Names {
  readonly trackingId?: string | undefined;
  readonly uid?: string | undefined;
}

// Which payment each element of this page shows.
const shown = new Map<FlowController, Names>();

/** Joins a payment's flow to the page: its state becomes events and a new drawing of the element. */
export class FlowController implements ReactiveController {
  readonly #host: FlowHost;
  readonly #cards: CardSource;
  readonly #challenge: Challenge;
  #flow: AnyPaymentFlow | undefined;
  #client: CheckoutClient | undefined;
  #made = '';
  #connected = false;
  #unsubscribe: (() => void) | undefined;
  #toldUnknown: string | undefined;
  #onChange: (state: State, previous: State) => void;

  /** What earlier payments left behind. */
  readonly leftovers: Leftovers;

  constructor(
    host: FlowHost,
    cards: CardSource,
    challenge: Challenge,
    onChange: (state: State, previous: State) => void,
  ) {
    this.#host = host;
    this.#cards = cards;
    this.#challenge = challenge;
    this.#onChange = onChange;
    this.leftovers = new Leftovers(host, () => this.#flow);
    host.addController(this);
  }

  hostConnected(): void {
    this.#connected = true;
    // Offline, the payer reads something else.
    this.#unsubscribe = pagePresence.subscribe(() => this.#host.requestUpdate());
    this.#flow?.attach();
    this.#mark(this.state);
  }

  // A request that is on its way goes on, and with it the warning on leaving the page.
  hostDisconnected(): void {
    this.#connected = false;
    this.#unsubscribe?.();
    this.#mark(this.state);
    this.#flow?.detach();
  }

  get flow(): AnyPaymentFlow | undefined {
    return this.#flow;
  }

  /** Speaks to the gateway with the key and the address of the flow; undefined before there is one. */
  get client(): CheckoutClient | undefined {
    return this.#client;
  }

  get state(): State {
    return this.#flow?.state ?? initialState;
  }

  /** Makes the flow, or another one when address or key changed. @returns whether a new one was made. */
  make<Settings>(terms: FlowTerms<Settings>): boolean {
    const made = `${terms.checkoutUrl} ${terms.publicKey} ${terms.kind}`;
    // A payment in flight belongs to the shop it was begun with, whatever happens to the attributes meanwhile.
    if (made === this.#made || (this.#flow && this.state.step !== 'details')) return false;
    this.#made = made;
    this.#flow?.detach();
    const host = this.#host;
    const challenge = this.#challenge;
    const clock = systemClock;
    const client = (this.#client = terms.client ?? new CheckoutClient({
      checkoutUrl: terms.checkoutUrl,
      publicKey: terms.publicKey,
      fetch: (url, init) => host.fetch(url, init),
      clock,
    }));
    const flow = new terms.Flow({
      client,
      cards: this.#cards,
      records: new RecordStore(terms.kind, {
        local: webStorage('localStorage'), tab: webStorage('sessionStorage'), clock,
      }),
      clock,
      random: systemRandom,
      locks: navigator.locks,
      presence: {
        // Behind a window of ours the payer is not away.
        get away() {
          return isOffline(terms.checkoutUrl) || (isHidden() && !challenge.isOpen);
        },
        get offline() {
          return isOffline(terms.checkoutUrl);
        },
        subscribe: (callback) => pagePresence.subscribe(callback),
      },
      settings: terms.settings,
      judgeRedirect: (url) => {
        const verdict = judgeUrl(url);
        const origins = terms.redirectOrigins();
        if ('problem' in verdict || !origins || origins.includes(verdict.url.origin)) return verdict;
        return { problem: `its origin ${verdict.url.origin} is not one of redirect-origins` };
      },
      leave: (url, { trackingId }) => {
        if (host.dispatchEvent(new CheckoutRedirectEvent(url, trackingId))) this.#challenge.open(url);
      },
      isTaken: (trackingId) => this.#others().some((payment) => payment.trackingId === trackingId),
      isShown: () => this.leftovers.isShown,
      report: (error) => this.report(error),
      confirm: ({ amount, currency }) => host.dispatchEvent(new CheckoutSubmitEvent(amount, currency)),
      // Read at each use: a merchant sets these properties whenever he likes.
      get prepare() {
        return host.prepare;
      },
      get resolveStatus() {
        return host.resolveStatus;
      },
    });
    this.#flow = flow;
    flow.subscribe((state, previous) => {
      if (this.#flow !== flow) return;
      this.#mark(state);
      this.leftovers.follow(state);
      if (previous.step === 'authentication' && state.step !== 'authentication') this.#challenge.close();
      // Only while nobody knows whether the request arrived: afterwards the page may be left and taken up again.
      if (state.step === 'transferring' && state.attempt.jobId === undefined) {
        window.addEventListener('beforeunload', this.#warn);
      } else {
        window.removeEventListener('beforeunload', this.#warn);
      }
      if (state.step === 'transferring') this.leftovers.forget();
      this.#announce(state, previous);
      this.#onChange(state, previous);
      host.requestUpdate();
      if (state.step === 'outcome') this.leftovers.tellOthers();
    });
    return true;
  }

  /**
   * Takes up what this tab was in the middle of, and finds what other visits left unfinished.
   *
   * @param begunBefore Shows an end again, that was shown already, of what was begun before this (ms).
   */
  async takeUp(record?: TransferRecord, begunBefore?: number): Promise<void> {
    const flow = this.#flow;
    if (!flow) return;
    const resumed = flow.resume(record, begunBefore);
    this.leftovers.unfinished = [];
    try {
      if (!(await resumed)) await this.leftovers.find();
    } catch (error) {
      // Without a key nobody knows whose attempts to look for. That it is none is told where it is imported.
      if (!(error instanceof CheckoutError)) throw error;
    }
  }

  /**
   * Takes up what this page's address names, where no other element of the page has done so.
   *
   * @param ready Waits for what an answer is compared with.
   */
  async takeUpElsewhere(ready: () => Promise<void>): Promise<void> {
    const uid = uidInAddress();
    if (uid === undefined || this.state.step !== 'details') return;
    await ready();
    if (!this.#others().some((payment) => payment.uid === uid)) await this.#flow?.resumeElsewhere(uid);
  }

  #others(): Names[] {
    return [...shown].flatMap(([controller, payment]) => (controller === this ? [] : [payment]));
  }

  /** Tells the page of an error. */
  report(error: CheckoutError): void {
    fire(this.#host, new CheckoutErrorEvent(error));
  }

  #mark(state: State): void {
    // What goes on in an element that left the page is shown to nobody: another one may take it up.
    if (state.step === 'details' || !this.#connected) shown.delete(this);
    else shown.set(this, paymentOf(state) ?? { uid: 'uid' in state ? state.uid : undefined });
  }

  readonly #warn = (event: BeforeUnloadEvent): void => event.preventDefault();

  #announce(state: State, previous: State): void {
    const host = this.#host;
    // Another attempt, though it may have the same id: what is told of it is news.
    if (state.step === 'transferring' && previous.step === 'details') this.#toldUnknown = undefined;
    if (state.step === 'details') {
      const { quote, trouble } = state;
      const before = previous.step === 'details' ? previous.quote : undefined;
      if (quote.status === 'unavailable' && quote !== before) this.report(quote.error);
      if (trouble) this.report(trouble);
    } else if (state.step === 'outcome' && !(previous.step === 'outcome' && previous.result === state.result)) {
      const { attempt: { trackingId }, result } = state;
      if (result.outcome === 'unknown') {
        if ('reason' in result && result.reason === 'canceled') host.dispatchEvent(new CheckoutCancelEvent());
        // Told once: asking again and still not knowing is no news.
        if (this.#toldUnknown === trackingId) return;
        this.#toldUnknown = trackingId;
      }
      host.dispatchEvent(new CheckoutOutcomeEvent(result.outcome, trackingId ?? '', result.transaction, result.subscription));
    }
  }
}
