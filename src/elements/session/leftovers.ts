import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { detached } from '../../flow/call-out.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import { isRecordName, isUnseenEnd, type TransferRecord } from '../../flow/record.js';
import { isHidden } from '../page/presence.js';

// Those of elements in the page.
const present = new Set<Leftovers>();

/** What earlier payments left behind: those that nobody knows the end of, and ends that came while no element showed them. */
export class Leftovers implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #flow: () => AnyPaymentFlow | undefined;
  /** Whether the browser has left the page; it may come back to it. */
  #isLeft = false;
  #hasLooked = false;

  /** Attempts of this shop in this browser that nobody knows the end of, newest first. */
  unfinished: readonly TransferRecord[] = [];
  /** Attempts that ended while no element showed it; undefined in the place of one that the payer has closed. */
  ended: readonly (TransferRecord | undefined)[] = [];

  constructor(host: ReactiveControllerHost, flow: () => AnyPaymentFlow | undefined) {
    this.#host = host;
    this.#flow = flow;
    host.addController(this);
  }

  hostConnected(): void {
    present.add(this);
    window.addEventListener('storage', this.#hear);
    window.addEventListener('pagehide', this.#leave);
    window.addEventListener('pageshow', this.#return);
    document.addEventListener('visibilitychange', this.#look);
    this.#look();
  }

  hostDisconnected(): void {
    present.delete(this);
    window.removeEventListener('storage', this.#hear);
    window.removeEventListener('pagehide', this.#leave);
    window.removeEventListener('pageshow', this.#return);
    document.removeEventListener('visibilitychange', this.#look);
  }

  /** Whether the payer can see the element. */
  get isShown(): boolean {
    return present.has(this) && !this.#isLeft && !isHidden();
  }

  /** Looks for what earlier payments left. */
  async find(): Promise<void> {
    this.#hasLooked = true;
    const flow = this.#flow();
    this.unfinished = (await flow?.unfinished()) ?? [];
    const ended = (await flow?.unseen.take()) ?? [];
    this.ended = [...this.ended, ...ended];
    this.#host.requestUpdate();
  }

  /** The payer has read how an attempt ended. */
  readonly close = (record: TransferRecord): void => {
    this.ended = this.ended.map((one) => (one === record ? undefined : one));
    this.#host.requestUpdate();
  };

  /** The payer pays again, and has read what was there to read. */
  forget(): void {
    this.ended = [];
  }

  /** A payment has ended in this element: what others of the page call unfinished may be that one, or its end be unseen. */
  tellOthers(): void {
    for (const other of present) if (other !== this) other.#look();
  }

  // What came while nobody looked is seen now.
  readonly #look = (): void => {
    const flow = this.#flow();
    if (!flow || !this.isShown) return;
    if (flow.state.step === 'outcome') detached(flow.unseen.see());
    else if (this.#hasLooked) detached(this.find());
  };

  // Another tab has written: what is shown as unfinished here may have ended there.
  readonly #hear = ({ key, newValue }: StorageEvent): void => {
    if (isRecordName(key) && (this.unfinished.length > 0 || isUnseenEnd(newValue))) this.#look();
  };

  readonly #leave = (): void => {
    this.#isLeft = true;
  };

  readonly #return = (): void => {
    this.#isLeft = false;
    this.#look();
  };
}
