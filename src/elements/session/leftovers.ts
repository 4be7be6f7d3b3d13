import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { detached } from '../../flow/safely.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import { isUnderWay, type State } from '../../flow/state.js';
import { isRecordName, isUnseenEnd, type PaymentRecord } from '../../flow/record/payment-record.js';
import { isHidden } from '../page/presence.js';

/** How many attempts one element asks about at a time, the newest first. */
const MOST_ASKED = 5;

/** Milliseconds for which an outcome has to be in sight to be seen. */
const GLANCE = 1000;

type Host = ReactiveControllerHost & Element & { readonly renderRoot: ParentNode | undefined };

const nameOf = ({ kind, key, tracking_id: id }: PaymentRecord): string => `${kind} ${key} ${id}`;

// The leftovers of all elements in the page.
const present = new Set<Leftovers>();

// The payments that elements of this page follow, including elements that were removed.
const followed = new Map<Leftovers, string>();

/** What earlier payments left behind: those whose outcome is unknown, and outcomes that no element has shown. */
export class Leftovers implements ReactiveController {
  readonly #host: Host;
  readonly #flow: () => AnyPaymentFlow | undefined;
  /** Whether the browser has left the page; it may come back. */
  #isLeft = false;
  #hasLooked = false;
  /** Whether it was in sight when that was last looked at. */
  #wasShown = false;
  // A dialog or the panel of a tab has opened or closed; most changes of size are of another kind. In the next frame: what is drawn
  // anew while sizes are being reported is an error of the page.
  readonly #resized = new ResizeObserver(() => {
    if (this.isShown !== this.#wasShown) requestAnimationFrame(this.#look);
  });
  /** Outcomes that came into sight a moment ago, and what ends that moment. */
  #fresh: readonly PaymentRecord[] = [];
  #glance: ReturnType<typeof setTimeout> | undefined;
  /** Since when the outcome that the element shows is in sight (monotonic ms). */
  #inSight = 0;
  /** Asks how the attempts of these names ended. */
  #asking: { readonly names: ReadonlySet<string>; readonly end: AbortController } | undefined;

  /** Attempts of this shop in this browser whose outcome is unknown, newest first. */
  unfinished: readonly PaymentRecord[] = [];
  /** Attempts that ended while no element showed it; undefined where the payer has closed the notice. */
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
    // Listened for on the window: a form with a clashing name can't hide its members.
    window.addEventListener('visibilitychange', this.#look);
    this.#host.addEventListener('focusin', this.#focus);
    this.#resized.observe(this.#host);
    this.#look();
  }

  hostDisconnected(): void {
    present.delete(this);
    this.#stop();
    this.#giveBack();
    this.#host.removeEventListener('focusin', this.#focus);
    this.#resized.disconnect();
    this.tellOthers();
    window.removeEventListener('storage', this.#onStorage);
    window.removeEventListener('pagehide', this.#leave);
    window.removeEventListener('pageshow', this.#return);
    window.removeEventListener('visibilitychange', this.#look);
  }

  /** Whether the payer can see the element. */
  get isShown(): boolean {
    // Not of the element itself, which a page may leave without a box of its own (`display: contents`). Safari has it since 17.4.
    const content = this.#host.renderRoot?.querySelector('.base');
    const isVisible = content?.checkVisibility?.({ visibilityProperty: true }) !== false;
    return isVisible && present.has(this) && !this.#isLeft && !isHidden();
  }

  /** Looks for what earlier payments left. */
  async find(): Promise<void> {
    this.#hasLooked = true;
    this.#wasShown = this.isShown;
    const flow = this.#flow();
    this.unfinished = (await flow?.unfinished()) ?? [];
    this.#show((await flow?.unseen.take()) ?? []);
    if (flow) this.#askAboutEarlier(flow);
    this.#host.requestUpdate();
  }

  /** The payer has read how an attempt ended. */
  readonly close = (record: PaymentRecord): void => {
    this.ended = this.ended.map((one) => (one === record ? undefined : one));
    this.#fresh = this.#fresh.filter((one) => one !== record);
    this.#host.requestUpdate();
  };

  /** To be called after each change of state: no other element asks about an attempt that is under way here. */
  follow(state: State): void {
    this.#inSight = performance.now();
    if (isUnderWay(state)) followed.set(this, state.attempt.trackingId);
    else followed.delete(this);
  }

  /** The payer pays again, so they have read the notices. */
  forget(): void {
    this.ended = this.#fresh = [];
  }

  #show(taken: readonly PaymentRecord[]): void {
    if (taken.length === 0) return;
    this.ended = [...this.ended, ...taken];
    this.#fresh = [...this.#fresh, ...taken];
    clearTimeout(this.#glance);
    this.#glance = setTimeout(() => (this.isShown ? (this.#fresh = []) : this.#giveBack()), GLANCE);
    // It may have left meanwhile.
    if (!this.isShown) this.#giveBack();
  }

  /** What was in sight for a moment only is shown by the next element, or by this one when it is back. */
  #giveBack(): void {
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    this.#fresh = [];
    this.ended = this.ended.filter((one) => !one || !fresh.includes(one));
    this.#flow()?.unseen.giveBack(fresh);
    this.#host.requestUpdate();
  }

  /** A payment has ended in this element: others of the page may show it as unfinished. */
  tellOthers(): void {
    for (const other of present) if (other !== this) other.#look();
  }

  /** Asks about attempts whose outcome is unknown, except those that another element of the page asks about or follows. */
  #askAboutEarlier(flow: AnyPaymentFlow): void {
    const others = [...present].filter((other) => other !== this);
    const ids = new Set(followed.values());
    const isAsked = (one: PaymentRecord): boolean =>
      ids.has(one.tracking_id) || others.some((other) => other.#asking?.names.has(nameOf(one)));
    const wanted = this.unfinished.filter((one) => !isAsked(one)).slice(0, MOST_ASKED);
    const names = new Set(wanted.map(nameOf));
    if (wanted.length > 0 && [...names].every((name) => this.#asking?.names.has(name))) return;
    this.#stop();
    if (wanted.length === 0 || !present.has(this)) return;
    const end = new AbortController();
    this.#asking = { names, end };
    detached(flow.askAboutEarlier(wanted, this.#look, end.signal));
  }

  #stop(): void {
    this.#asking?.end.abort();
    this.#asking = undefined;
  }

  // What came while the page was hidden is seen now.
  readonly #look = (): void => {
    const flow = this.#flow();
    this.#wasShown = this.isShown;
    if (!flow) return;
    const isOutcome = flow.state.step === 'outcome';
    if (!this.#wasShown) {
      this.#giveBack();
      // The payer turned to another tab as it came. A page that is left is another matter: the shop's own page may tell it.
      if (isOutcome && isHidden() && !this.#isLeft && performance.now() - this.#inSight < GLANCE)
        detached(flow.unseen.see(false));
      return;
    }
    this.#inSight = performance.now();
    if (isOutcome) detached(flow.unseen.see());
    else if (this.#hasLooked) detached(this.find());
  };

  // Another tab has written: what is unfinished here may have ended there.
  readonly #onStorage = ({ key, newValue }: StorageEvent): void => {
    if (isRecordName(key) && (this.unfinished.length > 0 || isUnseenEnd(newValue))) this.#look();
  };

  // What became visible without a change of size is noticed here at the latest.
  readonly #focus = (): void => {
    if (!this.#wasShown) this.#look();
  };

  readonly #leave = (): void => {
    this.#isLeft = true;
    this.#giveBack();
  };

  readonly #return = (): void => {
    this.#isLeft = false;
    this.#look();
  };
}
