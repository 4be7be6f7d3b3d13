import { systemClock } from '../../clock/clock.js';

const FEATURES = 'popup,width=480,height=720';

/** Milliseconds between two looks at whether the payer has closed the window: browsers fire no event for it. */
const GLANCE = 500;

/** The window with the bank's page. */
export class BankWindow {
  readonly #changed: () => void;
  #window: Window | null = null;
  #endWatch: (() => void) | undefined;

  /** `closed`: by the payer, or so it seems: a page may cut itself off from the page that opened it. */
  standing: 'unopened' | 'open' | 'closed' | 'blocked' = 'unopened';

  /** @param changed Called when its standing has changed. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Opens it, or brings it to the front. @returns whether it is open. */
  show(url: string): boolean {
    if (!this.#isOpen) this.#open(url);
    this.#window?.focus();
    return this.#isOpen;
  }

  /** Closes it: the challenge is over. */
  close(): void {
    this.#endWatch?.();
    this.#window?.close();
    this.#window = null;
    this.standing = 'unopened';
  }

  get #isOpen(): boolean {
    return this.#window !== null && !this.#window.closed;
  }

  #open(url: string): void {
    this.#window = window.open('', '', FEATURES);
    this.#stand(this.#window ? 'open' : 'blocked');
    if (!this.#window) return;
    // The bank's page gets no reference to this one. After it has loaded, the reference could not be removed.
    this.#window.opener = null;
    this.#window.location.replace(url);
    this.#watch();
  }

  #watch(): void {
    this.#endWatch?.();
    this.#endWatch = systemClock.after(GLANCE, () => (this.#isOpen ? this.#watch() : this.#stand('closed')));
  }

  #stand(standing: BankWindow['standing']): void {
    this.standing = standing;
    this.#changed();
  }
}
