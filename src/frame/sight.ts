/** How often a browser looks, in milliseconds: as often as the standard allows. */
const DELAY = 100;

/** Milliseconds for which a press proves what the payer saw: enough to create an order, and to seal again after a refusal. */
const PRESS_LASTS = 60_000;

/**
 * Whether the payer sees the fields as they are: not covered, transparent, scaled or filtered by what is around the frame.
 * Chromium can tell (IntersectionObserver v2); where a browser can't, they count as seen.
 */
export class Sight {
  #isClear = false;
  #press: { readonly content: string; readonly at: number } | undefined;

  constructor(target: Element) {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) {
      this.#isClear = true;
      return;
    }
    const options = { trackVisibility: true, delay: DELAY, threshold: [0, 0.25, 0.5, 0.75, 1] };
    new IntersectionObserver((entries) => {
      const last = entries.at(-1) as IntersectionObserverEntry & { readonly isVisible: boolean };
      // Scrolled out of view, they are as the payer saw them last.
      if (last.isIntersecting) this.#isClear = last.isVisible;
    }, options).observe(target);
  }

  /**
   * Takes down that the payer presses the button. While the payment goes on, the element itself covers the fields.
   *
   * @param content What they have typed, by its revision, and the sum.
   * @returns whether the payer sees it.
   */
  press(content: string): boolean {
    this.#press = this.#isClear ? { content, at: performance.now() } : undefined;
    return this.#isClear;
  }

  /** Whether the payer saw this content when they pressed the button. */
  wasClear(content: string): boolean {
    return this.#press?.content === content && performance.now() - this.#press.at < PRESS_LASTS;
  }
}
