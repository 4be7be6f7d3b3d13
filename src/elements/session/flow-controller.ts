import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { CheckoutClient } from '../../checkout/client.js';
import { systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CardPort } from '../../flow/cards/card-port.js';
import { RecordStore } from '../../flow/record/record-store.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { bankPageOf, initialState, type State } from '../../flow/state.js';
import { Trace } from '../../flow/trace.js';
import type { FlowSurroundings, PaymentFlowOptions } from '../../flow/options.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import { judgeUrl } from '../../url/safe-url.js';
import {
  CheckoutErrorEvent,
  CheckoutCancelEvent,
  CheckoutOutcomeEvent,
  CheckoutRedirectEvent,
  CheckoutSubmitEvent,
} from '../events.js';
import type { Challenge } from './challenge.js';
import { dispatchAndLog } from '../base/dispatch-and-log.js';
import { untilPageParsed } from '../page/loading.js';
import { page } from '../page/page.js';
import { uidInAddress } from '../page/return-address.js';
import { shownBefore } from '../page/shown-before.js';
import { EarlierPayments } from './earlier-payments.js';
import { isHidden, isOffline, pagePresence } from '../page/visible-and-online.js';
import { webStorage } from '../page/storage.js';

/** The members of its element that the flow uses. */
export interface FlowHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
  readonly fetch: Fetch;
  readonly prepare: FlowSurroundings['prepare'];
  readonly resolveStatus: FlowSurroundings['resolveStatus'];
}

/** The settings that a flow is made with; another address or key needs another flow. */
export interface FlowTerms<Settings extends PaymentSettings> {
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

/** The parts of an element's start that the element carries out. */
export interface StartupSteps {
  /** Reads the inputs again: a browser may have filled them without an event. */
  readonly refresh: () => void;
  /** Announces that the element takes input. */
  readonly ready: () => void;
  /** Waits until it is known what a payment costs: an answer is compared with it. */
  readonly priceIsKnown: () => Promise<void>;
}

/** Connects a payment's flow to the page: its state becomes events and updates of the element. */
export class FlowController implements ReactiveController {
  readonly #host: FlowHost;
  readonly #cards: CardPort;
  readonly #challenge: Challenge;
  #flow: AnyPaymentFlow | undefined;
  /** What the payer is asked to pay. */
  settings: (() => PaymentSettings) | undefined;
  #madeFor = '';
  /** The start of the flow: until it is over, it is not known whether there is an earlier payment. */
  #start: Promise<void> | undefined;
  #connected = false;
  #unsubscribe: (() => void) | undefined;
  #reportedUnknown: string | undefined;
  #onChange: (state: State, previous: State) => void;

  readonly earlierPayments: EarlierPayments;
  readonly #trace = new Trace(systemClock);

  constructor(host: FlowHost, cards: CardPort, challenge: Challenge, onChange: (state: State, previous: State) => void) {
    this.#host = host;
    this.#cards = cards;
    this.#challenge = challenge;
    this.#onChange = onChange;
    this.earlierPayments = new EarlierPayments(host, () => this.#flow);
    challenge.returned = () => this.#flow?.returned();
    host.addController(this);
  }

  hostConnected(): void {
    this.#connected = true;
    // The texts are different while the payer is offline.
    this.#unsubscribe = pagePresence.subscribe(() => this.#host.requestUpdate());
    window.addEventListener('pageshow', this.#onPageShow);
    this.#flow?.attach();
  }

  // A request under way continues, and so does the warning before the page is left.
  hostDisconnected(): void {
    this.#connected = false;
    this.#unsubscribe?.();
    window.removeEventListener('pageshow', this.#onPageShow);
    // An element that is only moved within the page is connected again before this runs.
    queueMicrotask(() => {
      if (!this.#connected) this.#flow?.detach();
    });
  }

  get flow(): AnyPaymentFlow | undefined {
    return this.#flow;
  }

  /** The sum that the payer is asked to pay; undefined while it is unknown. */
  get sum(): Pick<PaymentSettings, 'amount' | 'currency'> | undefined {
    return this.settings?.();
  }

  get state(): State {
    return this.#flow?.state ?? initialState;
  }

  /** Whether earlier payments are known, so that a press can be carried out. */
  get isStarted(): boolean {
    return this.#start === undefined;
  }

  /**
   * Makes the flow, or another one when the address or the key has changed, and starts it.
   *
   * @returns whether a new one was made.
   */
  createFlow<Settings extends PaymentSettings>(
    terms: FlowTerms<Settings>,
    key: () => Promise<unknown>,
    steps: StartupSteps,
  ): boolean {
    const madeFor = `${terms.checkoutUrl} ${terms.publicKey} ${terms.kind}`;
    // A payment under way belongs to the shop that it began with, even if the attributes change meanwhile.
    if (madeFor === this.#madeFor || (this.#flow && this.state.step !== 'details')) return false;
    this.#madeFor = madeFor;
    this.settings = terms.settings;
    const last = this.#flow;
    last?.detach();
    const client =
      terms.client ??
      new CheckoutClient({
        checkoutUrl: terms.checkoutUrl,
        publicKey: terms.publicKey,
        fetch: (url, init) => this.#host.fetch(url, init),
        clock: systemClock,
      });
    client.trace = (line) => this.#trace.add(line);
    const flow = (this.#flow = new terms.Flow(this.#optionsOf(terms, client)));
    // A press for another shop has no effect, and the form says so.
    if (last?.state.step === 'details' && last.state.press) flow.ignorePress();
    flow.subscribe((state, previous) => {
      if (this.#flow === flow) this.#follow(state, previous);
    });
    const start = (this.#start = this.#begin(key(), steps).finally(() => {
      if (this.#start === start) this.#start = undefined;
      this.#host.requestUpdate();
    }));
    return true;
  }

  /** Waits for the key, then resumes an earlier payment if there is one. */
  async #begin(key: Promise<unknown>, { refresh, ready, priceIsKnown }: StartupSteps): Promise<void> {
    await this.#host.updateComplete;
    // A failure is shown and reported by the code that imports the key.
    const isUsable = await key.then(
      () => true,
      () => false,
    );
    if (!isUsable) return;
    refresh();
    await untilPageParsed();
    ready();
    await this.resume(undefined, shownBefore());
    await this.#resumeFromAddress(priceIsKnown);
  }

  #optionsOf<Settings extends PaymentSettings>(terms: FlowTerms<Settings>, client: CheckoutClient): PaymentFlowOptions<Settings> {
    const host = this.#host;
    const challenge = this.#challenge;
    const clock = systemClock;
    return {
      client,
      cards: this.#cards,
      records: new RecordStore(terms.kind, {
        local: webStorage('localStorage'),
        tab: webStorage('sessionStorage'),
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
          return isOffline(terms.checkoutUrl) || (isHidden() && !challenge.isOpen);
        },
        get offline() {
          return isOffline(terms.checkoutUrl);
        },
        subscribe: (callback) => pagePresence.subscribe(callback),
      },
      settings: terms.settings,
      started: () => this.#start ?? Promise.resolve(),
      judgeRedirect: (url) => {
        const verdict = judgeUrl(url);
        const origins = terms.redirectOrigins();
        if ('problem' in verdict || !origins || origins.includes(verdict.url.origin)) return verdict;
        return { problem: `its origin ${verdict.url.origin} is not one of redirect-origins` };
      },
      leave: (url, { trackingId }) => {
        // From an element that was removed, the payer has gone on to something else. The next element, or this one when it is back
        // in the page, offers the bank's page.
        if (this.#connected && host.dispatchEvent(new CheckoutRedirectEvent(url, trackingId))) this.#challenge.open(url);
      },
      isTaken: (trackingId) => this.earlierPayments.isShownElsewhere((payment) => payment.trackingId === trackingId),
      isShown: () => this.earlierPayments.isShown,
      report: (error) => this.report(error),
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

  #follow(state: State, previous: State): void {
    this.earlierPayments.follow(state, previous);
    if (bankPageOf(previous) !== undefined && (state.step !== previous.step || bankPageOf(state) === undefined))
      this.#challenge.close();
    // Warns only until the request is known to have arrived: afterwards the payer may leave, and the payment is resumed.
    const isSending = state.step === 'transferring' && state.attempt.jobId === undefined;
    window[isSending ? 'addEventListener' : 'removeEventListener']('beforeunload', this.#warn);
    this.#announce(state, previous);
    this.#onChange(state, previous);
    this.#host.requestUpdate();
  }

  /**
   * Resumes the payment this tab was in the middle of, and finds what other visits left unfinished.
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
  async #resumeFromAddress(ready: () => Promise<void>): Promise<void> {
    const uid = uidInAddress();
    if (uid === undefined || this.state.step !== 'details') return;
    await ready();
    if (!this.earlierPayments.isShownElsewhere((payment) => payment.uid === uid)) await this.#flow?.resumeElsewhere(uid);
  }

  report(error: CheckoutError): void {
    dispatchAndLog(this.#host, new CheckoutErrorEvent(error));
  }

  // The payer pressed Back at the bank, and the browser has kept this page.
  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#flow?.returned();
  };

  readonly #warn = (event: BeforeUnloadEvent): void => event.preventDefault();

  #announce(state: State, previous: State): void {
    const host = this.#host;
    // A new attempt is reported even if it has the same id.
    if (state.step === 'transferring' && previous.step === 'details') this.#reportedUnknown = undefined;
    if (state.step === 'details') {
      const { quote, trouble } = state;
      const before = previous.step === 'details' ? previous : undefined;
      if (quote.status === 'unavailable' && quote !== before?.quote) this.report(quote.error);
      if (trouble && trouble !== before?.trouble) this.report(trouble);
    } else if (state.step === 'outcome' && !(previous.step === 'outcome' && previous.result === state.result)) {
      const {
        attempt: { trackingId },
        result,
      } = state;
      if (result.outcome === 'unknown') {
        if ('reason' in result && result.reason === 'canceled') host.dispatchEvent(new CheckoutCancelEvent());
        // Reported once, however often the payer asks again.
        if (this.#reportedUnknown === trackingId) return;
        this.#reportedUnknown = trackingId;
      }
      const { outcome, transaction, subscription } = result;
      const ended = { outcome, rule: state.rule, trackingId: trackingId ?? '', transaction, subscription };
      host.dispatchEvent(new CheckoutOutcomeEvent(ended));
      // Hidden unless the developer asks for it, but for an outcome that somebody has to find out.
      console[outcome === 'unknown' ? 'info' : 'debug'](
        `<${host.localName}> ${outcome} (${state.rule}), tracking id ${trackingId ?? 'unknown'}. For support:\n${this.#trace.text}`,
      );
    }
  }
}
