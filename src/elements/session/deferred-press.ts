import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement & { readonly isUpdatePending: boolean };

interface Pending {
  readonly isReady: () => boolean;
  readonly subject: () => unknown;
  /** The subject at the time of the press, as JSON. */
  readonly pressedFor: string;
  readonly settle: (isDue: boolean) => void;
  readonly settled: Promise<boolean>;
}

/**
 * Defers a press of the button that comes before its element is set up, until then. The press is dropped if something changes
 * meanwhile: the payer edits or leaves, or the press would pay for something else.
 */
export class DeferredPress implements ReactiveController {
  readonly #host: Host;
  readonly #dropped: () => void;
  #pending: Pending | undefined;

  /** @param dropped Called when a deferred press is dropped. */
  constructor(host: Host, dropped = (): void => undefined) {
    this.#host = host;
    this.#dropped = dropped;
    host.addController(this);
  }

  /** Whether a press is deferred: its button is shown as busy. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /** Waits until the element has rendered its properties. @returns false if it is not in a page. */
  async untilRendered(): Promise<boolean> {
    if (!this.#host.isConnected) return false;
    if (this.#host.isUpdatePending) await this.#host.updateComplete;
    return this.#host.isConnected;
  }

  /**
   * Defers a press until it can be carried out.
   *
   * @param subject What the press pays for: if its JSON changes, the press is dropped.
   * @returns false when it was dropped, or another press is deferred already.
   */
  async until(isReady: () => boolean, subject: () => unknown): Promise<boolean> {
    if (isReady()) return true;
    if (this.#pending) {
      await this.#pending.settled;
      return false;
    }
    let settle: Pending['settle'] = () => undefined;
    const settled = new Promise<boolean>((resolve) => (settle = resolve));
    this.#pending = { isReady, subject, pressedFor: JSON.stringify(subject()), settle, settled };
    this.#host.addEventListener('input', this.#drop);
    this.#host.requestUpdate();
    return settled;
  }

  hostUpdated(): void {
    if (!this.#pending) return;
    const { isReady, subject, pressedFor } = this.#pending;
    if (JSON.stringify(subject()) !== pressedFor) this.#end(false);
    else if (isReady()) this.#end(true);
  }

  hostDisconnected(): void {
    // An element that is only moved within the page is connected again before this runs.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#end(false);
    });
  }

  // The payer has edited after the press, so they have changed their mind.
  readonly #drop = (): void => this.#end(false);

  #end(isDue: boolean): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = undefined;
    this.#host.removeEventListener('input', this.#drop);
    // After the current render, in which it ends.
    queueMicrotask(() => this.#host.requestUpdate());
    if (!isDue) this.#dropped();
    pending.settle(isDue);
  }
}
