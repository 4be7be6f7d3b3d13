/** The interval between the browser's visibility checks, in milliseconds. The standard allows no shorter one. */
const DELAY = 100;

/** How long the payer must have had the same content in view for a press to count, in milliseconds: long enough to read it. */
const READABLE = 500;

/** How long a press proves what the payer saw, in milliseconds: enough to create an order, and to seal again after a refusal. */
const PRESS_LASTS = 60_000;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Judges whether the payer sees the fields as they are: not covered, transparent, scaled or filtered by the page. Only Chromium
 * can judge that (IntersectionObserver v2). In other browsers the fields count as seen. `reason-not-to-seal.ts` refuses.
 */
export class VisibilityGuard {
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
      // Fields that are scrolled out of view keep the last result.
      if (!last.isIntersecting) return;
      if (last.isVisible && !this.#isClear) this.#clearSince = performance.now();
      this.#isClear = last.isVisible;
    }, options).observe(target);
  }

  /** To be called when the page has changed what the payer reads: the sum, the words or the saved cards. */
  changed(): void {
    this.#shownSince = performance.now();
  }

  /**
   * Records a press of the button, once the payer has had the content in view long enough to read it. The result is kept:
   * the fields are sealed later, when the element covers them.
   *
   * @param contentNow Returns an identifier of the current content: the revision of the input, and the sum.
   * @returns whether the payer sees the content.
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
