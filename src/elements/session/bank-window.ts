import { systemClock } from '../../clock/clock.js';

const FEATURES = 'popup,width=480,height=720';

/** Milliseconds between checks whether the payer has closed the window: browsers fire no event for that. */
const INTERVAL = 500;

/** How long a window may take to come back from the bank, in milliseconds. */
const RETURNS_WITHIN = 60_000;

/** The address of a window's page; undefined if that is of another origin, and can't be read. */
function addressOf(opened: Window): string | undefined {
  try {
    return opened.location.href;
  } catch {
    return undefined;
  }
}

/**
 * Closes a window. It has no reference to this page, so a browser may refuse that while the bank's page is in it: the gateway's answer can
 * be here before the payer is back from the bank. Then it is closed as soon as it shows a page of this origin.
 */
function closeOnReturn(opened: Window, left = RETURNS_WITHIN / INTERVAL): void {
  if (opened.closed || left < 0) return;
  if (addressOf(opened) !== undefined) opened.close();
  systemClock.after(INTERVAL, () => closeOnReturn(opened, left - 1));
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
    if (this.#window) closeOnReturn(this.#window);
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
      this.#hasArrived ||= this.#isOpen && addressOf(this.#window!) !== 'about:blank';
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
