import { systemClock } from '../../clock/clock.js';

const FEATURES = 'popup,width=480,height=720';

/** Milliseconds between checks whether the payer has closed the window: browsers fire no event for that. */
const INTERVAL = 500;

/** Whether a window still has the empty page that it was opened with. A page of another origin can't be read. */
function isEmpty(opened: Window): boolean {
  try {
    return opened.location.href === 'about:blank';
  } catch {
    return false;
  }
}

/** The window with the bank's page. */
export class BankWindow {
  readonly #changed: () => void;
  #window: Window | null = null;
  #endWatch: (() => void) | undefined;
  /** Whether the bank's page was seen in the window. Where this page's policy, or that of the bank's first page, cuts it off, it never is. */
  #hasArrived = false;

  /** `closed` may be wrong: where a later page of the bank cuts itself off from its opener (Cross-Origin-Opener-Policy), it looks closed. */
  status: 'unopened' | 'open' | 'closed' | 'blocked' = 'unopened';

  /** @param changed Called when `status` has changed. */
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
    this.status = 'unopened';
  }

  get #isOpen(): boolean {
    return this.#window !== null && !this.#window.closed;
  }

  #open(url: string): void {
    this.#window = window.open('', '', FEATURES);
    this.#setStatus(this.#window ? 'open' : 'blocked');
    if (!this.#window) return;
    // The bank's page gets no reference to this one. Once that page has loaded, the reference could not be removed.
    this.#window.opener = null;
    this.#window.location.replace(url);
    this.#hasArrived = false;
    this.#watch();
  }

  #watch(): void {
    this.#endWatch?.();
    this.#endWatch = systemClock.after(INTERVAL, () => {
      this.#hasArrived ||= this.#isOpen && !isEmpty(this.#window!);
      if (this.#isOpen) this.#watch();
      // A window that was never seen with the bank's page is cut off, and may be open: the button opens another one.
      else if (this.#hasArrived) this.#setStatus('closed');
    });
  }

  #setStatus(status: BankWindow['status']): void {
    this.status = status;
    this.#changed();
  }
}
