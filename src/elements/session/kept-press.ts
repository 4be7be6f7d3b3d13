import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement & { readonly isUpdatePending: boolean };

interface Kept {
  readonly isReady: () => boolean;
  readonly subject: () => unknown;
  /** What was pressed for, as one text. */
  readonly meant: string;
  readonly settle: (isDue: boolean) => void;
  readonly settled: Promise<boolean>;
}

/**
 * Keeps a press that comes before its element is set up. It is carried out once that is so, unless something has changed
 * by then: the payer has edited or left, or the press would pay for something else.
 */
export class KeptPress implements ReactiveController {
  readonly #host: Host;
  readonly #lapsed: () => void;
  #kept: Kept | undefined;

  /** @param lapsed Called when a kept press is called off. */
  constructor(host: Host, lapsed = (): void => undefined) {
    this.#host = host;
    this.#lapsed = lapsed;
    host.addController(this);
  }

  /** Whether a press waits: its button is shown as busy. */
  get isKept(): boolean {
    return this.#kept !== undefined;
  }

  /** Waits until the element shows what it has been given. @returns false where it is out of the page. */
  async untilDrawn(): Promise<boolean> {
    if (!this.#host.isConnected) return false;
    if (this.#host.isUpdatePending) await this.#host.updateComplete;
    return this.#host.isConnected;
  }

  /**
   * Keeps a press until it can be carried out.
   *
   * @param subject What it is for: another JSON than at the time of the press calls it off.
   * @returns false when it was called off, or another press is kept already.
   */
  async until(isReady: () => boolean, subject: () => unknown): Promise<boolean> {
    if (isReady()) return true;
    if (this.#kept) {
      await this.#kept.settled;
      return false;
    }
    let settle: Kept['settle'] = () => undefined;
    const settled = new Promise<boolean>((resolve) => (settle = resolve));
    this.#kept = { isReady, subject, meant: JSON.stringify(subject()), settle, settled };
    this.#host.addEventListener('input', this.#callOff);
    this.#host.requestUpdate();
    return settled;
  }

  hostUpdated(): void {
    if (!this.#kept) return;
    const { isReady, subject, meant } = this.#kept;
    if (JSON.stringify(subject()) !== meant) this.#end(false);
    else if (isReady()) this.#end(true);
  }

  hostDisconnected(): void {
    // Moved within the page, the element is back before this runs.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#end(false);
    });
  }

  // An edit after the press: the payer has changed their mind.
  readonly #callOff = (): void => this.#end(false);

  #end(isDue: boolean): void {
    const kept = this.#kept;
    if (!kept) return;
    this.#kept = undefined;
    this.#host.removeEventListener('input', this.#callOff);
    // After the current render, which ends it.
    queueMicrotask(() => this.#host.requestUpdate());
    if (!isDue) this.#lapsed();
    kept.settle(isDue);
  }
}
