import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { CheckoutClient } from '../../checkout/client.js';
import { sealSections, systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CardPort } from '../../flow/cards/card-port.js';
import type { FlowSurroundings, PaymentFlowOptions } from '../../flow/options.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { isTabBusy, RecordStore } from '../../flow/record/record-store.js';
import { bankPageOf, initialState, type State } from '../../flow/state.js';
import { Trace } from '../../flow/trace.js';
import { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import { judgeUrl } from '../../url/safe-url.js';
import { CheckoutRedirectEvent, CheckoutSubmitEvent } from '../events.js';
import type { Sealer } from '../fields/card-fields.js';
import { page } from '../page/page.js';
import { uidInAddress } from '../page/return-address.js';
import { pageStorages } from '../page/storage.js';
import { isHidden, isOffline, pagePresence } from '../page/visible-and-online.js';
import { Challenge, type ChallengeMode } from '../session/challenge.js';
import { EarlierPayments } from '../session/earlier-payments.js';
import { ShopKeys } from '../session/shop-keys.js';
import { pageEvents, type Reaction, report } from './page-events.js';

/** The members of its element that a payment uses. */
export interface PaymentHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
  readonly fetch: Fetch;
  readonly prepare: FlowSurroundings['prepare'];
  readonly resolveStatus: FlowSurroundings['resolveStatus'];
}

/** What is paid for, and where. Another address, key or kind needs another flow. */
export interface Purchase<Settings extends PaymentSettings> {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  /** The client for that address; one is made if absent. */
  readonly client?: CheckoutClient;
  /** The kind of payment, with the product's id if it has one. It is part of a record's name: only the same kind resumes an attempt. */
  readonly kind: string;
  /** Origins the payer may be sent to for 3-D Secure; undefined: any https origin. */
  readonly redirectOrigins: () => readonly string[] | undefined;
  readonly Flow: new (options: PaymentFlowOptions<Settings>) => AnyPaymentFlow;
  readonly settings: () => Settings;
}

/** What a payment gets from its element. */
export interface PaymentOptions {
  readonly cards: CardPort;
  /** How the payer gets to 3-D Secure. */
  readonly challenge: () => ChallengeMode;
  /** Called when it is known whether a key can be used. */
  readonly keysChanged: () => void;
  /** Sets the element up with a new flow, once its key is there. Until it is over, no press is carried out. */
  readonly start: () => Promise<void>;
  /** What the element does after each change of the state. */
  readonly reactions: readonly Reaction[];
}

/** The payment of an element: the shop's keys, the flow, what is on record, and what follows from each state. */
export class Payment<Settings extends PaymentSettings> implements ReactiveController {
  readonly keys: ShopKeys;
  readonly challenge: Challenge;
  readonly earlierPayments: EarlierPayments;
  readonly #host: PaymentHost;
  readonly #options: PaymentOptions;
  /** In this order: what a page's listener sets, the element's own reactions find. */
  readonly #reactions: readonly Reaction[];
  readonly #trace = new Trace(systemClock);
  #flow: AnyPaymentFlow | undefined;
  #settings: (() => Settings) | undefined;
  #madeFor = '';
  /** The start of the flow: until it is over, it is not known whether there is an earlier payment. */
  #start: Promise<void> | undefined;
  #isConnected = false;
  #unsubscribe: (() => void) | undefined;
  #mayReturn: boolean | undefined;

  constructor(host: PaymentHost, options: PaymentOptions) {
    this.#host = host;
    this.#options = options;
    this.keys = new ShopKeys(options.keysChanged);
    this.challenge = new Challenge(host, options.challenge);
    this.challenge.returned = () => this.#flow?.returned();
    this.earlierPayments = new EarlierPayments(host, () => this.#flow);
    this.#reactions = [
      (state, previous) => this.earlierPayments.follow(state, previous),
      (state, previous) => {
        const isOver = state.step !== previous.step || bankPageOf(state) === undefined;
        if (bankPageOf(previous) !== undefined && isOver) this.challenge.close();
      },
      (state) => {
        // Warns only until the request is known to have arrived: afterwards the payer may leave, and the payment is resumed.
        const isSending = state.step === 'transferring' && state.attempt.jobId === undefined;
        window[isSending ? 'addEventListener' : 'removeEventListener']('beforeunload', this.#warn);
      },
      ...pageEvents(host, this.#trace),
      ...options.reactions,
      () => host.requestUpdate(),
    ];
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    // The texts are different while the payer is offline.
    this.#unsubscribe = pagePresence.subscribe(() => this.#host.requestUpdate());
    window.addEventListener('pageshow', this.#onPageShow);
    this.#flow?.attach();
  }

  // A request under way continues, and so does the warning before the page is left.
  hostDisconnected(): void {
    this.#isConnected = false;
    this.#unsubscribe?.();
    window.removeEventListener('pageshow', this.#onPageShow);
    // An element that is only moved within the page is connected again before this runs.
    queueMicrotask(() => {
      if (!this.#isConnected) this.#flow?.detach();
    });
  }

  /** Undefined before the element is set up. */
  get flow(): AnyPaymentFlow | undefined {
    return this.#flow;
  }

  get state(): State {
    return this.#flow?.state ?? initialState;
  }

  /** The sum that the payer is asked to pay; undefined before the element is set up. */
  get sum(): Pick<PaymentSettings, 'amount' | 'currency'> | undefined {
    return this.#settings?.();
  }

  /** Seals with the shop's key; rejects when the key is invalid or not allowed. */
  async sealer(): Promise<Sealer> {
    const key = await this.keys.key;
    return { thumbprint: key.thumbprint, seal: (sections, binding) => sealSections(sections, binding, key, systemRandom) };
  }

  /** The settings that are drawn before there is a flow. */
  set settings(settings: () => Settings) {
    this.#settings = settings;
  }

  /**
   * Makes the flow, or another one when the address or the key has changed, and starts it.
   *
   * @returns whether a new one was made.
   */
  createFlow(purchase: Purchase<Settings>): boolean {
    const { checkoutUrl, publicKey, kind, settings, Flow } = purchase;
    const madeFor = `${checkoutUrl} ${publicKey} ${kind}`;
    // A payment under way belongs to the shop that it began with, even if the attributes change meanwhile.
    if (madeFor === this.#madeFor || (this.#flow && this.state.step !== 'details')) return false;
    this.#madeFor = madeFor;
    this.#settings = settings;
    const last = this.#flow;
    last?.detach();
    const flow = (this.#flow = new Flow(this.#flowOptions(purchase)));
    // A press for another shop has no effect, and the form says so.
    if (last?.state.step === 'details' && last.state.press) flow.ignorePress();
    flow.subscribe((state, previous) => {
      if (this.#flow === flow) for (const react of this.#reactions) react(state, previous);
    });
    const start = (this.#start = this.#begin(this.keys.key).finally(() => {
      if (this.#start === start) this.#start = undefined;
      this.#host.requestUpdate();
    }));
    return true;
  }

  async #begin(key: Promise<unknown>): Promise<void> {
    await this.#host.updateComplete;
    // A failure is shown and reported by the code that imports the key.
    const isUsable = await key.then(
      () => true,
      () => false,
    );
    if (isUsable) await this.#options.start();
  }

  #flowOptions(purchase: Purchase<Settings>): PaymentFlowOptions<Settings> {
    const host = this.#host;
    const { challenge } = this;
    const { checkoutUrl, publicKey, kind, settings, redirectOrigins } = purchase;
    const clock = systemClock;
    const client =
      purchase.client ?? new CheckoutClient({ checkoutUrl, publicKey, fetch: (url, init) => host.fetch(url, init), clock });
    client.trace = (line) => this.#trace.add(line);
    return {
      client,
      cards: this.#options.cards,
      records: new RecordStore(kind, {
        ...pageStorages,
        memory: page().written,
        clock,
      }),
      clock,
      trace: this.#trace,
      random: systemRandom,
      locks: navigator.locks,
      presence: {
        // While our bank window is open, the payer counts as present.
        get away() {
          return isOffline(checkoutUrl) || (isHidden() && !challenge.isOpen);
        },
        get offline() {
          return isOffline(checkoutUrl);
        },
        subscribe: (callback) => pagePresence.subscribe(callback),
      },
      settings,
      started: () => this.#start ?? Promise.resolve(),
      judgeRedirect: (url) => {
        const verdict = judgeUrl(url);
        const origins = redirectOrigins();
        if ('problem' in verdict || !origins || origins.includes(verdict.url.origin)) return verdict;
        return { problem: `its origin ${verdict.url.origin} is not one of redirect-origins` };
      },
      leave: (url, { trackingId }) => {
        // From an element that was removed, the payer has gone on to something else. The next element, or this one when it is back
        // in the page, offers the bank's page.
        if (this.#isConnected && host.dispatchEvent(new CheckoutRedirectEvent(url, trackingId))) challenge.open(url);
      },
      isTaken: (trackingId) => this.earlierPayments.isShownElsewhere(trackingId),
      isShown: () => this.earlierPayments.isShown,
      report: (error) => report(host, error),
      confirm: ({ amount, currency }) => host.dispatchEvent(new CheckoutSubmitEvent(amount, currency)),
      // Read at each use: the page can set these properties at any time.
      get prepare() {
        return host.prepare;
      },
      get resolveStatus() {
        return host.resolveStatus;
      },
    };
  }

  /**
   * Resumes the payment this tab was in the middle of, or that of a record, and finds what other visits left unfinished.
   *
   * @param begunBefore An outcome that was shown already is shown again if its payment began before this time (ms).
   */
  async resume(record?: PaymentRecord, begunBefore?: number): Promise<void> {
    const flow = this.#flow;
    if (!flow) return;
    const resumed = flow.resume(record, begunBefore);
    this.earlierPayments.unfinished = [];
    try {
      if (!(await resumed)) await this.earlierPayments.find();
    } catch (error) {
      // Without a key there are no attempts to look for. A wrong key is reported by the code that imports it.
      if (!(error instanceof CheckoutError)) throw error;
    }
  }

  /**
   * Resumes the payment that this page's address names, unless another element of the page has.
   *
   * @param ready Resolves when the sum that an answer is compared with is known.
   */
  async resumeFromAddress(ready: () => Promise<void>): Promise<void> {
    const uid = uidInAddress();
    if (uid === undefined || this.state.step !== 'details') return;
    await ready();
    if (!this.earlierPayments.isShownElsewhere(uid)) await this.#flow?.resumeElsewhere(uid);
  }

  /** Whether the payer may be back from a payment of a kind. True until that is known. */
  isReturning(kind: string): boolean {
    this.#mayReturn ??= uidInAddress() !== undefined || isTabBusy(kind, pageStorages);
    const isSetUp = this.#flow !== undefined && this.#start === undefined;
    this.#mayReturn &&= !isSetUp && this.state.step === 'details';
    return this.#mayReturn;
  }

  // The payer pressed Back at the bank, and the browser has kept this page.
  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#flow?.returned();
  };

  readonly #warn = (event: BeforeUnloadEvent): void => event.preventDefault();
}
