import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { reportRejection } from '../../flow/run-callback.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import { isUnderWay, paymentOf, type State } from '../../flow/state.js';
import { isEntryName, isUnseenEnd } from '../../flow/record/journal.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { isHidden } from '../page/visible-and-online.js';

/** How many attempts one element asks about at a time, and lists before the payer wants to see all; the newest first. */
const MAX_ASKED = 5;

type Host = ReactiveControllerHost & Element & { readonly renderRoot: ParentNode | undefined };

/** The ids of a payment, as far as they are known. */
interface PaymentIds {
  readonly trackingId?: string | undefined;
  readonly uid?: string | undefined;
}

// The page's ledger: its elements, and removed ones whose payment is still under way. Each payment is shown, asked about and
// told of by one of them.
const ledger = new Set<EarlierPayments>();

let isRefreshPlanned = false;

/** Lets all elements look at the records again: once for all that have changed something in this task. */
function refreshAll(): void {
  if (isRefreshPlanned) return;
  isRefreshPlanned = true;
  queueMicrotask(() => {
    isRefreshPlanned = false;
    for (const one of ledger) one.refresh();
  });
}

/**
 * An element's part in the page's ledger: the payment that it shows, and the earlier ones that it tells the payer of. These are the
 * payments whose outcome is unknown, and outcomes that no element has shown in a visible page, each until the payer closes its notice.
 */
export class EarlierPayments implements ReactiveController {
  readonly #host: Host;
  readonly #flow: () => AnyPaymentFlow | undefined;
  #isPresent = false;
  #hasSearched = false;
  /** Whether the element was in view at the last check. */
  #wasShown = false;
  // Notices that a dialog or a tab panel around the element opens or closes. In the next frame: reading or rendering within the observer's
  // callback may change sizes again, which raises an error on the page.
  readonly #resized =
    globalThis.ResizeObserver &&
    new ResizeObserver(() =>
      requestAnimationFrame(() => {
        if (this.isShown !== this.#wasShown) this.refresh();
      }),
    );
  /** The attempts that are asked about now, and what stops it. */
  #asking: { readonly attempts: ReadonlySet<string>; readonly end: AbortController } | undefined;

  /** Attempts of this shop in this browser whose outcome is unknown, newest first. */
  unfinished: readonly PaymentRecord[] = [];
  #listsAll = false;

  /** Attempts that ended while no element showed them; undefined in the place of each notice that is gone. */
  ended: readonly (PaymentRecord | undefined)[] = [];
  /** Attempts that were listed as unfinished and are no longer: another tab may have shown how they ended, but the payer read of them here. */
  #noLonger: readonly PaymentRecord[] = [];

  constructor(host: Host, flow: () => AnyPaymentFlow | undefined) {
    this.#host = host;
    this.#flow = flow;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isPresent = true;
    ledger.add(this);
    if (this.#hasSearched) this.#listen();
    // On the window: a form named `addEventListener` would replace the document's method.
    window.addEventListener('visibilitychange', this.refresh);
    this.#host.addEventListener('focusin', this.#onFocus);
    this.#resized?.observe(this.#host);
    this.refresh();
  }

  hostDisconnected(): void {
    this.#isPresent = false;
    this.#leaveWhenOver();
    this.#stop();
    this.ended = [];
    this.#noLonger = [];
    window.removeEventListener('storage', this.#onStorage);
    window.removeEventListener('visibilitychange', this.refresh);
    this.#host.removeEventListener('focusin', this.#onFocus);
    this.#resized?.disconnect();
    refreshAll();
  }

  /** The unfinished attempts that are listed. */
  get listed(): readonly PaymentRecord[] {
    return this.#listsAll ? this.unfinished : this.unfinished.slice(0, MAX_ASKED);
  }

  /** Lists the others, too, and moves the focus to the first of them: the button that had it is gone. */
  readonly listAll = (): void => {
    this.#listsAll = true;
    this.#host.requestUpdate();
    const buttons = (): NodeListOf<HTMLElement> | undefined =>
      this.#host.renderRoot?.querySelectorAll('[part=unfinished] button');
    void this.#host.updateComplete.then(() => buttons()?.[MAX_ASKED]?.focus());
  };

  /** Whether the payer can see the element. */
  get isShown(): boolean {
    return this.#isRendered && !isHidden();
  }

  /** Whether the element can be seen while the payer looks at the page. */
  get #isRendered(): boolean {
    // Not the element itself, to which a page may give no box (`display: contents`). Safari has checkVisibility since 17.4.
    const content = this.#host.renderRoot?.querySelector('.base');
    return this.#isPresent && content?.checkVisibility?.({ visibilityProperty: true }) !== false;
  }

  /** Whether another element of the page shows a payment. */
  isShownElsewhere(is: (payment: PaymentIds) => boolean): boolean {
    return this.#others.some((other) => other.#isPresent && is(other.#shown));
  }

  /** To be called after each change of the payment's state. */
  follow(state: State, previous: State): void {
    this.#leaveWhenOver();
    // An outcome that was shown where the payer did not see it is for another element to tell.
    if (state.step === 'outcome' || previous.step === 'outcome') refreshAll();
  }

  /** Looks for unfinished payments and unseen outcomes. */
  async find(): Promise<void> {
    this.#hasSearched = true;
    if (this.#isPresent) this.#listen();
    // In the next frame, which lays out the page anyway.
    requestAnimationFrame(() => (this.#wasShown = this.isShown));
    const flow = this.#flow();
    const unfinished = (await flow?.unfinished()) ?? [];
    // What another element of this page shows, it tells of itself.
    const gone = this.unfinished.filter(
      ({ id, trackingId }) =>
        !unfinished.some((one) => one.id === id) && !this.isShownElsewhere((payment) => payment.trackingId === trackingId),
    );
    this.#noLonger = [...this.#noLonger, ...gone];
    this.unfinished = unfinished;
    this.#tell((await flow?.unseen(this.#noLonger)) ?? []);
    if (flow) this.#askAboutEarlier(flow);
    this.#host.requestUpdate();
  }

  /** Closes the notice of how an attempt ended, in every tab. */
  readonly close = (record: PaymentRecord): void => {
    this.ended = this.ended.map((one) => (one === record ? undefined : one));
    this.#noLonger = this.#noLonger.filter(({ id }) => id !== record.id);
    this.#host.requestUpdate();
    reportRejection(this.#flow()?.markSeen(record).then(refreshAll) ?? Promise.resolve());
  };

  /** Looks at the records again: one may have changed, or the element may have come into view or gone out of it. */
  readonly refresh = (): void => {
    const flow = this.#flow();
    if (!flow) return;
    this.#wasShown = this.isShown;
    // Notices stand above the form.
    if (!this.#isRendered || flow.state.step === 'outcome') this.#tell([]);
    else if (this.#hasSearched) reportRejection(this.find());
    if (this.#wasShown) reportRejection(flow.markSeen());
  };

  get #state(): State | undefined {
    return this.#flow()?.state;
  }

  /** The payment that the element shows. */
  get #shown(): PaymentIds {
    const state = this.#state;
    return (state && paymentOf(state)) ?? { uid: state && 'uid' in state ? state.uid : undefined };
  }

  get #others(): EarlierPayments[] {
    return [...ledger].filter((other) => other !== this);
  }

  #leaveWhenOver(): void {
    const state = this.#state;
    if (!this.#isPresent && !(state && isUnderWay(state))) ledger.delete(this);
  }

  /** Tells the payer of unseen outcomes, unless another element does. Each notice keeps its place, so that it is announced once. */
  #tell(unseen: readonly PaymentRecord[]): void {
    const isTold = (by: EarlierPayments, { id }: PaymentRecord): boolean => by.ended.some((one) => one?.id === id);
    // Asked only where there is something to tell, because the question lays out the page.
    const own = unseen.filter((one) => this.#isRendered && !this.#others.some((other) => isTold(other, one)));
    const fresh = own.filter((one) => !isTold(this, one));
    const stays = this.ended.map((one) => own.find(({ id }) => id === one?.id));
    const gives = this.ended.some((one, index) => one && !stays[index]);
    this.ended = [...stays, ...fresh];
    if (!gives) return;
    this.#host.requestUpdate();
    refreshAll();
  }

  /** Asks about attempts whose outcome is unknown, except those that another element of the page asks about or follows. */
  #askAboutEarlier(flow: AnyPaymentFlow): void {
    const followed = new Set([...ledger].flatMap((one) => (one.#state && isUnderWay(one.#state) ? one.#state.attempt.id : [])));
    const isAsked = ({ id }: PaymentRecord): boolean =>
      followed.has(id) || this.#others.some((other) => other.#asking?.attempts.has(id));
    const wanted = this.unfinished.filter((one) => !isAsked(one)).slice(0, MAX_ASKED);
    const attempts = new Set(wanted.map(({ id }) => id));
    if (wanted.length > 0 && [...attempts].every((attempt) => this.#asking?.attempts.has(attempt))) return;
    this.#stop();
    if (wanted.length === 0 || !this.#isPresent) return;
    const end = new AbortController();
    this.#asking = { attempts, end };
    reportRejection(flow.askAboutEarlier(wanted, refreshAll, end.signal));
  }

  #stop(): void {
    this.#asking?.end.abort();
    this.#asking = undefined;
  }

  // Not before the first search: a listener alone has the browser open the storage, which takes longer than the form's first draw.
  #listen(): void {
    window.addEventListener('storage', this.#onStorage);
  }

  // Another tab has written a record: a payment that is unfinished here may have ended there, or a notice may be closed.
  readonly #onStorage = ({ key }: StorageEvent): void => {
    const isListed = this.unfinished.length > 0 || this.ended.some((one) => one !== undefined);
    if (isEntryName(key) && (isListed || isUnseenEnd(key))) this.refresh();
  };

  // An element that came into view without a change of size is noticed here at the latest.
  readonly #onFocus = (): void => {
    if (!this.#wasShown) this.refresh();
  };
}
