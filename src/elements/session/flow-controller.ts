import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { CheckoutClient } from '../../checkout/client.js';
import { systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CardSource } from '../../flow/cards/card-source.js';
import { RecordStore } from '../../flow/record/record-store.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { initialState, paymentOf, type State } from '../../flow/state.js';
import type { FlowSurroundings, PaymentFlowOptions } from '../../flow/options.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import { judgeUrl } from '../../url/safe-url.js';
import { CheckoutErrorEvent } from '../events.js';
import { CheckoutCancelEvent, CheckoutOutcomeEvent, CheckoutRedirectEvent, CheckoutSubmitEvent } from '../payment-events.js';
import type { Challenge } from './challenge.js';
import { fire } from '../base/fire.js';
import { uidInAddress } from '../page/own-address.js';
import { Leftovers } from './leftovers.js';
import { isHidden, isOffline, pagePresence } from '../page/presence.js';
import { webStorage } from '../page/storage.js';

/** What the flow needs from its element. */
export interface FlowHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
  readonly fetch: Fetch;
  readonly prepare: FlowSurroundings['prepare'];
  readonly resolveStatus: FlowSurroundings['resolveStatus'];
}

/** What a flow works with; another address or key needs another flow. */
export interface FlowTerms<Settings> {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  /** The client for that address, if there is one already; otherwise one is made. */
  readonly client?: CheckoutClient;
  /** What is paid, by which records are distinguished: an attempt is resumed where the same is paid. */
  readonly kind: string;
  /** Origins the payer may be sent to for 3-D Secure; undefined: any https origin. */
  readonly redirectOrigins: () => readonly string[] | undefined;
  readonly Flow: new (options: PaymentFlowOptions<Settings>) => AnyPaymentFlow;
  readonly settings: () => Settings;
}

/** The ids of a payment. */
interface Names {
  readonly trackingId?: string | undefined;
  readonly uid?: string | undefined;
}

// Which payment each element of this page shows.
const shown = new Map<FlowController, Names>();

/** Connects a payment's flow to the page: its state becomes events and updates of the element. */
export class FlowController implements ReactiveController {
  readonly #host: FlowHost;
  readonly #cards: CardSource;
  readonly #challenge: Challenge;
  #flow: AnyPaymentFlow | undefined;
  #client: CheckoutClient | undefined;
  #settings: (() => PaymentSettings) | undefined;
  #made = '';
  #connected = false;
  #unsubscribe: (() => void) | undefined;
  #reportedUnknown: string | undefined;
  #onChange: (state: State, previous: State) => void;

  /** What earlier payments left behind. */
  readonly leftovers: Leftovers;

  constructor(host: FlowHost, cards: CardSource, challenge: Challenge, onChange: (state: State, previous: State) => void) {
    this.#host = host;
    this.#cards = cards;
    this.#challenge = challenge;
    this.#onChange = onChange;
    this.leftovers = new Leftovers(host, () => this.#flow);
    host.addController(this);
  }

  hostConnected(): void {
    this.#connected = true;
    // The texts change while the payer is offline.
    this.#unsubscribe = pagePresence.subscribe(() => this.#host.requestUpdate());
    this.#flow?.attach();
    this.#mark(this.state);
  }

  // A request under way continues, and with it the warning before the page is left.
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

  /** What the payer is asked to pay; undefined where that is not known. */
  get sum(): Pick<PaymentSettings, 'amount' | 'currency'> | undefined {
    return this.#settings?.();
  }

  get state(): State {
    return this.#flow?.state ?? initialState;
  }

  /** Makes the flow, or another one when address or key changed. @returns whether a new one was made. */
  make<Settings extends PaymentSettings>(terms: FlowTerms<Settings>): boolean {
    const made = `${terms.checkoutUrl} ${terms.publicKey} ${terms.kind}`;
    // A payment under way belongs to the shop that it began with, even if the attributes change.
    if (made === this.#made || (this.#flow && this.state.step !== 'details')) return false;
    this.#made = made;
    this.#settings = terms.settings;
    this.#flow?.detach();
    const client = (this.#client =
      terms.client ??
      new CheckoutClient({
        checkoutUrl: terms.checkoutUrl,
        publicKey: terms.publicKey,
        fetch: (url, init) => this.#host.fetch(url, init),
        clock: systemClock,
      }));
    const flow = (this.#flow = new terms.Flow(this.#optionsOf(terms, client)));
    flow.subscribe((state, previous) => {
      if (this.#flow === flow) this.#follow(state, previous);
    });
    return true;
  }

  /** Connects a flow with this page. */
  #optionsOf<Settings>(terms: FlowTerms<Settings>, client: CheckoutClient): PaymentFlowOptions<Settings> {
    const host = this.#host;
    const challenge = this.#challenge;
    const clock = systemClock;
    return {
      client,
      cards: this.#cards,
      records: new RecordStore(terms.kind, {
        local: webStorage('localStorage'),
        tab: webStorage('sessionStorage'),
        clock,
      }),
      clock,
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
    this.#mark(state);
    this.leftovers.follow(state);
    if (previous.step === 'authentication' && state.step !== 'authentication') this.#challenge.close();
    // Only while it is not known whether the request arrived: afterwards the payer may leave, and the payment is resumed.
    const isSending = state.step === 'transferring' && state.attempt.jobId === undefined;
    window[isSending ? 'addEventListener' : 'removeEventListener']('beforeunload', this.#warn);
    if (state.step === 'transferring') this.leftovers.forget();
    this.#announce(state, previous);
    this.#onChange(state, previous);
    this.#host.requestUpdate();
    if (state.step === 'outcome') this.leftovers.tellOthers();
  }

  /**
   * Resumes the payment this tab was in the middle of, and finds what other visits left unfinished.
   *
   * @param begunBefore An outcome that was shown already is shown again if its payment began before this time (ms).
   */
  async takeUp(record?: PaymentRecord, begunBefore?: number): Promise<void> {
    const flow = this.#flow;
    if (!flow) return;
    const resumed = flow.resume(record, begunBefore);
    this.leftovers.unfinished = [];
    try {
      if (!(await resumed)) await this.leftovers.find();
    } catch (error) {
      // Without a key there are no attempts to look for. A wrong key is reported where it is imported.
      if (!(error instanceof CheckoutError)) throw error;
    }
  }

  /**
   * Resumes the payment that this page's address names, unless another element of the page has.
   *
   * @param ready Resolves when the sum is known that an answer is compared with.
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

  /** Reports an error to the page. */
  report(error: CheckoutError): void {
    fire(this.#host, new CheckoutErrorEvent(error));
  }

  #mark(state: State): void {
    // An element that left the page shows nothing: another one may resume its payment.
    if (state.step === 'details' || !this.#connected) shown.delete(this);
    else shown.set(this, paymentOf(state) ?? { uid: 'uid' in state ? state.uid : undefined });
  }

  readonly #warn = (event: BeforeUnloadEvent): void => event.preventDefault();

  #announce(state: State, previous: State): void {
    const host = this.#host;
    // Another attempt, though it may have the same id: its outcome is news.
    if (state.step === 'transferring' && previous.step === 'details') this.#reportedUnknown = undefined;
    if (state.step === 'details') {
      const { quote, trouble } = state;
      const before = previous.step === 'details' ? previous.quote : undefined;
      if (quote.status === 'unavailable' && quote !== before) this.report(quote.error);
      if (trouble) this.report(trouble);
    } else if (state.step === 'outcome' && !(previous.step === 'outcome' && previous.result === state.result)) {
      const {
        attempt: { trackingId },
        result,
      } = state;
      if (result.outcome === 'unknown') {
        if ('reason' in result && result.reason === 'canceled') host.dispatchEvent(new CheckoutCancelEvent());
        // Reported once: asking again without an answer is no news.
        if (this.#reportedUnknown === trackingId) return;
        this.#reportedUnknown = trackingId;
      }
      host.dispatchEvent(new CheckoutOutcomeEvent(result.outcome, trackingId ?? '', result.transaction, result.subscription));
    }
  }
}
