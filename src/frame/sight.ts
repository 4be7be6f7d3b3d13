/** How often a browser looks, in milliseconds: as often as the standard allows. */
const DELAY = 100;

/** For how long the payer must have had the same in view before they press, in milliseconds: in less, they can't read it. */
const READABLE = 500;

/** Milliseconds for which a press proves what the payer saw: enough to create an order, and to seal again after a refusal. */
const PRESS_LASTS = 60_000;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Whether the payer sees the fields as they are: not covered, transparent, scaled or filtered by what is around the frame.
 * Chromium can tell (IntersectionObserver v2); where a browser can't, they count as seen.
 */
export class Sight {
  #isClear = false;
  #clearSince = 0;
  #shownSince = 0;
  #press: { readonly content: string; readonly isClear: boolean; readonly at: number } | undefined;

  constructor(target: Element) {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) {
      this.#isClear = true;
      return;
    }
    const options = { trackVisibility: true, delay: DELAY, threshold: [0, 0.25, 0.5, 0.75, 1] };
    new IntersectionObserver((entries) => {
      const last = entries.at(-1) as IntersectionObserverEntry & { readonly isVisible: boolean };
      // Scrolled out of view, they are as the payer saw them last.
      if (!last.isIntersecting) return;
      if (last.isVisible && !this.#isClear) this.#clearSince = performance.now();
      this.#isClear = last.isVisible;
    }, options).observe(target);
  }

  /** Takes down that the page has changed what the payer is to pay, or whom. */
  changed(): void {
    this.#shownSince = performance.now();
  }

  /**
   * Takes down that the payer presses the button, once they could read what they pay. While the payment goes on, the element
   * itself covers the fields.
   *
   * @param contentNow What they have typed, by its revision, and the sum.
   * @returns whether the payer sees it.
   */
  async press(contentNow: () => string): Promise<boolean> {
    const content = contentNow();
    this.#press = undefined;
    const rest = (): number => Math.max(this.#shownSince, this.#isClear ? this.#clearSince : 0) + READABLE - performance.now();
    while (rest() > 0 && contentNow() === content) await wait(rest());
    const isClear = this.#isClear;
    if (contentNow() === content) this.#press = { content, isClear, at: performance.now() };
    return isClear;
  }

  /** Whether the payer pressed the button for this content. */
  wasPressed(content: string): boolean {
    return this.#press?.content === content;
  }

  /** Whether the payer saw this content when they pressed the button. */
  wasClear(content: string): boolean {
    const press = this.#press;
    return press?.content === content && press.isClear && performance.now() - press.at < PRESS_LASTS;
  }
}
