import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { reportRejection } from '../../flow/run-callback.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import { isUnderWay, paymentOf, type State } from '../../flow/state.js';
import { isEntryName, phaseIn } from '../../flow/record/journal.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { type Claim, type Claimant, page } from '../page/page.js';
import { isHidden } from '../page/visible-and-online.js';

/** How many attempts one element asks about at a time, and lists before the payer wants to see all; the newest first. */
const MAX_ASKED = 5;

type Host = ReactiveControllerHost & Element & { readonly renderRoot: ParentNode | undefined };

let isRefreshPlanned = false;

/** Lets all elements look at the records again: once for all that have changed something in this task. */
function refreshAll(): void {
  if (isRefreshPlanned) return;
  isRefreshPlanned = true;
  queueMicrotask(() => {
    isRefreshPlanned = false;
    for (const element of page().claims.keys()) element.refresh();
  });
}

/**
 * The payments on record that an element tells the payer of: those whose outcome is unknown, and outcomes that no element has shown in a
 * visible page, each until the payer closes its notice. What one element of the page does about a payment, the others leave to it: it
 * claims that on the page.
 */
export class EarlierPayments implements ReactiveController, Claimant {
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
  #asking: { readonly attempts: readonly string[]; readonly end: AbortController } | undefined;

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
    this.#claim();
    if (this.#hasSearched) this.#listen();
    // On the window: a form named `addEventListener` would replace the document's method.
    window.addEventListener('visibilitychange', this.refresh);
    this.#host.addEventListener('focusin', this.#onFocus);
    this.#resized?.observe(this.#host);
    this.refresh();
  }

  hostDisconnected(): void {
    this.#isPresent = false;
    this.#stop();
    this.#tellOf([]);
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

  /** Whether another element of the page shows a payment, by its tracking id or uid. */
  isShownElsewhere(id: string): boolean {
    return this.#isClaimed(({ shows }) => shows.includes(id));
  }

  /** Called after each change of the payment's state. */
  follow(state: State, previous: State): void {
    this.#claim();
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
      ({ id, trackingId }) => !unfinished.some((one) => one.id === id) && !this.isShownElsewhere(trackingId),
    );
    this.#noLonger = [...this.#noLonger, ...gone];
    this.unfinished = unfinished;
    this.#tell((await flow?.unseen(this.#noLonger)) ?? []);
    if (flow) this.#askAboutEarlier(flow);
    this.#host.requestUpdate();
  }

  /** Closes the notice of how an attempt ended, in every tab. */
  readonly close = (record: PaymentRecord): void => {
    this.#tellOf(this.ended.map((one) => (one === record ? undefined : one)));
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

  /** Claims what this element does now. A removed one still follows its payment to the end. */
  #claim(): void {
    const state = this.#flow()?.state;
    const isFollowed = state !== undefined && isUnderWay(state);
    const { claims } = page();
    if (!this.#isPresent && !isFollowed) return void claims.delete(this);
    const payment = state && (paymentOf(state) ?? { trackingId: undefined, uid: 'uid' in state ? state.uid : undefined });
    claims.set(this, {
      shows: this.#isPresent ? [payment?.trackingId, payment?.uid].filter((id) => id !== undefined) : [],
      follows: isFollowed ? state.attempt.id : undefined,
      asks: this.#asking?.attempts ?? [],
      tells: this.ended.flatMap((record) => record?.id ?? []),
    });
  }

  /** Whether another element of the page claims something. */
  #isClaimed(is: (claim: Claim) => boolean): boolean {
    return [...page().claims].some(([claimant, claim]) => claimant !== this && is(claim));
  }

  /** Tells the payer of unseen outcomes, unless another element does. Each notice keeps its place, so that it is announced once. */
  #tell(unseen: readonly PaymentRecord[]): void {
    // Asked only where there is something to tell, because the question lays out the page.
    const untold = unseen.filter(({ id }) => this.#isRendered && !this.#isClaimed(({ tells }) => tells.includes(id)));
    const fresh = untold.filter(({ id }) => !this.ended.some((one) => one?.id === id));
    const stays = this.ended.map((one) => untold.find(({ id }) => id === one?.id));
    const gives = this.ended.some((one, index) => one && !stays[index]);
    this.#tellOf([...stays, ...fresh]);
    if (!gives) return;
    this.#host.requestUpdate();
    refreshAll();
  }

  #tellOf(ended: readonly (PaymentRecord | undefined)[]): void {
    this.ended = ended;
    this.#claim();
  }

  /** Asks about attempts whose outcome is unknown, except those that another element of the page asks about or follows. */
  #askAboutEarlier(flow: AnyPaymentFlow): void {
    const { state } = flow;
    const isAsked = ({ id }: PaymentRecord): boolean =>
      (isUnderWay(state) && state.attempt.id === id) ||
      this.#isClaimed(({ follows, asks }) => follows === id || asks.includes(id));
    const wanted = this.unfinished.filter((one) => !isAsked(one)).slice(0, MAX_ASKED);
    const attempts = wanted.map(({ id }) => id);
    if (wanted.length > 0 && attempts.every((attempt) => this.#asking?.attempts.includes(attempt))) return;
    this.#stop();
    if (wanted.length === 0 || !this.#isPresent) return;
    const end = new AbortController();
    this.#asking = { attempts, end };
    this.#claim();
    reportRejection(flow.askAboutEarlier(wanted, refreshAll, end.signal));
  }

  #stop(): void {
    this.#asking?.end.abort();
    this.#asking = undefined;
    this.#claim();
  }

  // Not before the first search: a listener alone has the browser open the storage, which takes longer than the form's first draw.
  #listen(): void {
    window.addEventListener('storage', this.#onStorage);
  }

  // Another tab has written a record: a payment that is unfinished here may have ended there, or a notice may be closed.
  readonly #onStorage = ({ key }: StorageEvent): void => {
    const isListed = this.unfinished.length > 0 || this.ended.some((one) => one !== undefined);
    const flow = this.#flow();
    if (!flow || !isEntryName(key)) return;
    const phase = phaseIn(key);
    if (isListed || phase === 'unseen') this.refresh();
    if (phase === 'successful') reportRejection(flow.showIfPaid());
  };

  // An element that came into view without a change of size is noticed here at the latest.
  readonly #onFocus = (): void => {
    if (!this.#wasShown) this.refresh();
  };
}
