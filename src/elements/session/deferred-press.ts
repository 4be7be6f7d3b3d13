import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement & { readonly isUpdatePending: boolean };

/** Defers a press that comes before its element knows what it leads to. What a payment waits for is part of the payment's state. */
export class DeferredPress implements ReactiveController {
  readonly #host: Host;
  #pending: Promise<boolean> | undefined;
  #lookAgain = (): void => undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
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
   * @returns false when the element has left the page, or another press is deferred already.
   */
  async until(isReady: () => boolean): Promise<boolean> {
    if (this.#pending) {
      await this.#pending;
      return false;
    }
    this.#pending = this.#wait(isReady);
    try {
      return await this.#pending;
    } finally {
      this.#pending = undefined;
    }
  }

  async #wait(isReady: () => boolean): Promise<boolean> {
    let isHere = await this.untilRendered();
    while (isHere && !isReady()) {
      await new Promise<void>((resolve) => (this.#lookAgain = resolve));
      // An element that is only moved within the page is connected again by now.
      isHere = this.#host.isConnected;
    }
    return isHere;
  }

  hostUpdated(): void {
    this.#lookAgain();
  }

  hostDisconnected(): void {
    this.#lookAgain();
  }
}
