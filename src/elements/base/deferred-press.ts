import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement & { readonly isUpdatePending: boolean };

/** Defers a press that comes before its element knows what it leads to. What a payment waits for is part of the payment's state. */
export class DeferredPress implements ReactiveController {
  readonly #host: Host;
  #pending: Promise<boolean> | undefined;
  #lookAgain = (): void => undefined;
  #isDropped = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** Waits until the element has rendered its properties. @returns false if it is not in a page, or disabled. */
  async untilRendered(): Promise<boolean> {
    if (this.#host.isConnected && this.#host.isUpdatePending) await this.#host.updateComplete;
    return this.#isHere;
  }

  /**
   * Defers a press until it can be carried out.
   *
   * @returns false when the element has left the page, the press was dropped, or another one is deferred already.
   */
  async until(isReady: () => boolean): Promise<boolean> {
    if (this.#pending) {
      await this.#pending;
      return false;
    }
    this.#isDropped = false;
    this.#pending = this.#wait(isReady);
    try {
      return await this.#pending;
    } finally {
      this.#pending = undefined;
    }
  }

  /** Drops the press that is deferred. */
  drop(): void {
    this.#isDropped = true;
    this.#lookAgain();
  }

  get #isHere(): boolean {
    return this.#host.isConnected && !this.#host.matches(':disabled');
  }

  async #wait(isReady: () => boolean): Promise<boolean> {
    let isHere = await this.untilRendered();
    while (isHere && !isReady()) {
      await new Promise<void>((resolve) => (this.#lookAgain = resolve));
      // An element that is only moved within the page is connected again by now.
      isHere = this.#isHere && !this.#isDropped;
    }
    return isHere && !this.#isDropped;
  }

  hostUpdated(): void {
    this.#lookAgain();
  }

  hostDisconnected(): void {
    this.#lookAgain();
  }
}
