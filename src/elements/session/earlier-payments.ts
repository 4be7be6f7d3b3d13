import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { reportRejection } from '../../flow/run-callback.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import { isUnderWay, type State } from '../../flow/state.js';
import { isRecordName, isUnseenEnd, type PaymentRecord } from '../../flow/record/payment-record.js';
import { isHidden } from '../page/visible-and-online.js';

/** How many attempts one element asks about at a time, the newest first. */
const MAX_ASKED = 5;

/** An outcome counts as seen once it has been in view for this many milliseconds. */
const SEEN_AFTER = 1000;

type Host = ReactiveControllerHost & Element & { readonly renderRoot: ParentNode | undefined };

const nameOf = ({ kind, key, tracking_id: id }: PaymentRecord): string => `${kind} ${key} ${id}`;

// The earlier payments of all elements in the page.
const present = new Set<EarlierPayments>();

// Those that have ended a payment or left the page since the others last refreshed.
const changed = new Set<EarlierPayments>();

// The tracking ids of the payments under way in elements of this page, including elements that were removed.
const followed = new Map<EarlierPayments, string>();

/** Earlier payments that the payer has to know about: those whose outcome is unknown, and outcomes that no element has shown. */
export class EarlierPayments implements ReactiveController {
  readonly #host: Host;
  readonly #flow: () => AnyPaymentFlow | undefined;
  /** Whether the payer has navigated away; the browser may restore the page. */
  #hasLeft = false;
  #hasSearched = false;
  /** Whether the element was in view at the last check. */
  #wasShown = false;
  // Notices that a dialog or a tab panel around the element opens or closes. In the next frame: a render within the observer's
  // callback may change sizes again, which raises an error on the page.
  readonly #resized = new ResizeObserver(() => {
    if (this.isShown !== this.#wasShown) requestAnimationFrame(this.#refresh);
  });
  /** Outcomes in view for less than SEEN_AFTER, and the timer that ends that time. */
  #fresh: readonly PaymentRecord[] = [];
  #freshTimer: ReturnType<typeof setTimeout> | undefined;
  /** Since when the outcome that the element shows has been in view (monotonic ms). */
  #inViewSince = 0;
  /** The running inquiry: the attempts it asks about, and what stops it. */
  #asking: { readonly names: ReadonlySet<string>; readonly end: AbortController } | undefined;

  /** Attempts of this shop in this browser whose outcome is unknown, newest first. */
  unfinished: readonly PaymentRecord[] = [];
  /** Attempts that ended while no element showed them; undefined in the place of each notice that the payer has closed. */
  ended: readonly (PaymentRecord | undefined)[] = [];

  constructor(host: Host, flow: () => AnyPaymentFlow | undefined) {
    this.#host = host;
    this.#flow = flow;
    host.addController(this);
  }

  hostConnected(): void {
    present.add(this);
    window.addEventListener('storage', this.#onStorage);
    window.addEventListener('pagehide', this.#leave);
    window.addEventListener('pageshow', this.#return);
    // On the window: a form named `addEventListener` would replace the document's method.
    window.addEventListener('visibilitychange', this.#refresh);
    this.#host.addEventListener('focusin', this.#focus);
    this.#resized.observe(this.#host);
    this.#refresh();
  }

  hostDisconnected(): void {
    present.delete(this);
    this.#stop();
    this.#release();
    this.#host.removeEventListener('focusin', this.#focus);
    this.#resized.disconnect();
    this.refreshOthers();
    window.removeEventListener('storage', this.#onStorage);
    window.removeEventListener('pagehide', this.#leave);
    window.removeEventListener('pageshow', this.#return);
    window.removeEventListener('visibilitychange', this.#refresh);
  }

  /** Whether the payer can see the element. */
  get isShown(): boolean {
    // Not the element itself, to which a page may give no box (`display: contents`). Safari has checkVisibility since 17.4.
    const content = this.#host.renderRoot?.querySelector('.base');
    const isVisible = content?.checkVisibility?.({ visibilityProperty: true }) !== false;
    return isVisible && present.has(this) && !this.#hasLeft && !isHidden();
  }

  /** Looks for unfinished payments and unseen outcomes. */
  async find(): Promise<void> {
    this.#hasSearched = true;
    // In the next frame, which lays out the page anyway.
    requestAnimationFrame(() => (this.#wasShown = this.isShown));
    const flow = this.#flow();
    this.unfinished = (await flow?.unfinished()) ?? [];
    this.#show((await flow?.unseen.claim()) ?? []);
    if (flow) this.#askAboutEarlier(flow);
    this.#host.requestUpdate();
  }

  /** Closes the notice of how an attempt ended. */
  readonly close = (record: PaymentRecord): void => {
    this.ended = this.ended.map((one) => (one === record ? undefined : one));
    this.#fresh = this.#fresh.filter((one) => one !== record);
    this.#host.requestUpdate();
  };

  /** To be called after each change of state, so that no other element asks about an attempt that is under way here. */
  follow(state: State): void {
    this.#inViewSince = performance.now();
    if (isUnderWay(state)) followed.set(this, state.attempt.trackingId);
    else followed.delete(this);
  }

  /** Removes the notices: a payer who pays again has read them. */
  forget(): void {
    this.ended = this.#fresh = [];
  }

  #show(claimed: readonly PaymentRecord[]): void {
    if (claimed.length === 0) return;
    this.ended = [...this.ended, ...claimed];
    this.#fresh = [...this.#fresh, ...claimed];
    clearTimeout(this.#freshTimer);
    this.#freshTimer = setTimeout(() => (this.isShown ? (this.#fresh = []) : this.#release()), SEEN_AFTER);
    // The element may have gone out of view meanwhile.
    if (!this.isShown) this.#release();
  }

  /** Releases outcomes that were in view too briefly: the next element shows them, or this one when it is back in view. */
  #release(): void {
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    this.#fresh = [];
    this.ended = this.ended.filter((one) => !one || !fresh.includes(one));
    this.#flow()?.unseen.release(fresh);
    this.#host.requestUpdate();
  }

  /** To be called when a payment has ended in this element: others of the page may show it as unfinished. */
  refreshOthers(): void {
    // Once for all that leave the page together.
    if (changed.size === 0) {
      queueMicrotask(() => {
        for (const other of present) if (changed.size > 1 || !changed.has(other)) other.#refresh();
        changed.clear();
      });
    }
    changed.add(this);
  }

  /** Asks about attempts whose outcome is unknown, except those that another element of the page asks about or follows. */
  #askAboutEarlier(flow: AnyPaymentFlow): void {
    const others = [...present].filter((other) => other !== this);
    const ids = new Set(followed.values());
    const isAsked = (one: PaymentRecord): boolean =>
      ids.has(one.tracking_id) || others.some((other) => other.#asking?.names.has(nameOf(one)));
    const wanted = this.unfinished.filter((one) => !isAsked(one)).slice(0, MAX_ASKED);
    const names = new Set(wanted.map(nameOf));
    if (wanted.length > 0 && [...names].every((name) => this.#asking?.names.has(name))) return;
    this.#stop();
    if (wanted.length === 0 || !present.has(this)) return;
    const end = new AbortController();
    this.#asking = { names, end };
    reportRejection(flow.askAboutEarlier(wanted, this.#refresh, end.signal));
  }

  #stop(): void {
    this.#asking?.end.abort();
    this.#asking = undefined;
  }

  // The element may have come into view or gone out of it, or a record may have changed.
  readonly #refresh = (): void => {
    const flow = this.#flow();
    if (!flow) return;
    this.#wasShown = this.isShown;
    const isOutcome = flow.state.step === 'outcome';
    if (!this.#wasShown) {
      this.#release();
      // The payer switched to another tab as the outcome appeared. When they leave the page, the shop's next page may show it.
      if (isOutcome && isHidden() && !this.#hasLeft && performance.now() - this.#inViewSince < SEEN_AFTER)
        reportRejection(flow.unseen.markSeen(false));
      return;
    }
    this.#inViewSince = performance.now();
    if (isOutcome) reportRejection(flow.unseen.markSeen());
    else if (this.#hasSearched) reportRejection(this.find());
  };

  // Another tab has written a record: a payment that is unfinished here may have ended there.
  readonly #onStorage = ({ key, newValue }: StorageEvent): void => {
    if (isRecordName(key) && (this.unfinished.length > 0 || isUnseenEnd(newValue))) this.#refresh();
  };

  // An element that came into view without a change of size is noticed here at the latest.
  readonly #focus = (): void => {
    if (!this.#wasShown) this.#refresh();
  };

  readonly #leave = (): void => {
    this.#hasLeft = true;
    this.#release();
  };

  readonly #return = (): void => {
    this.#hasLeft = false;
    this.#refresh();
  };
}
