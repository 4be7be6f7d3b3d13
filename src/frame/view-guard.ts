/** The interval between the browser's visibility checks, in milliseconds. The standard allows no shorter one. */
const DELAY = 100;

/** How long the payer must have had the same button in view for a press to count, in milliseconds: long enough to read it. */
const READABLE = 500;

/** How long after the payer moved within the form the focus still follows from that, in milliseconds. */
const FOLLOWS = 300;

/** The least size of a button that can be read, in CSS pixels. */
const LEAST = { width: 120, height: 24 };

type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/**
 * Judges whether a press of the button shows the payer's will: whether they had it in view, unchanged, long enough to read it, and
 * went to it themselves. The page can move, cover or focus the frame, but not press for the payer.
 */
export class ViewGuard {
  readonly #needsVisible: () => boolean;
  readonly #observer: IntersectionObserver;
  #button: Element | undefined;
  #content = '';
  #changedAt = 0;
  #clearSince: number | undefined;
  /** When the payer last pressed Tab or a pointer inside the form. */
  #movedAt = -Infinity;
  #focusedAt = -Infinity;
  #isReached = false;
  #keyAt = -Infinity;

  /** @param needsVisible Whether a button that is covered, transparent, scaled or filtered refuses a press. Only Chromium can tell. */
  constructor(document: Document, needsVisible: () => boolean) {
    this.#needsVisible = needsVisible;
    const options = { trackVisibility: true, delay: DELAY, threshold: [0, 0.25, 0.5, 0.75, 0.98, 1] };
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries.at(-1) as Entry), options);
    const moved = (event: Event): void => {
      const isPointer = event.type === 'pointerdown';
      this.#keyAt = isPointer ? -Infinity : performance.now();
      if (isPointer || (event as KeyboardEvent).key === 'Tab') this.#movedAt = performance.now();
      // The key that brought the focus here from the page is released here.
      if (event.type === 'keyup') this.#reach(document.activeElement);
    };
    for (const type of ['pointerdown', 'keydown', 'keyup']) document.addEventListener(type, moved, true);
    document.addEventListener('focusin', ({ target }) => this.#reach(target as Element));
    document.addEventListener('focusout', () => (this.#isReached = false));
    window.addEventListener('focus', () => (this.#focusedAt = performance.now()));
  }

  /**
   * To be called after each drawing.
   *
   * @param content What the button promises, as a text. Another one has to be read again.
   */
  drawn(button: Element, content: string): void {
    if (button !== this.#button) {
      this.#observer.disconnect();
      this.#observer.observe(button);
      this.#button = button;
    }
    if (content === this.#content) return;
    this.#content = content;
    this.#changedAt = performance.now();
  }

  /** To be called when a key moves the focus to the button inside the form. */
  reached(): void {
    this.#isReached = true;
  }

  /** Whether a press comes from a key. One by a pointer, or by a screen reader, whose clicks come without a key, does not. */
  isByKey(): boolean {
    return performance.now() - this.#keyAt < FOLLOWS;
  }

  /** Whether the payer has had the button in view, unchanged, long enough to read it. */
  isRead(): boolean {
    const { width = 0, height = 0 } = this.#button?.getBoundingClientRect() ?? {};
    const since = Math.max(this.#changedAt, this.#clearSince ?? Infinity);
    return width >= LEAST.width && height >= LEAST.height && performance.now() - since >= READABLE;
  }

  /** Whether the payer went to the button themselves before they pressed it with a key. */
  isReached(): boolean {
    return this.#isReached && performance.now() - this.#focusedAt >= READABLE;
  }

  #reach(target: Element | null): void {
    if (target === this.#button && performance.now() - this.#movedAt < FOLLOWS) this.#isReached = true;
  }

  #seen({ isIntersecting, intersectionRatio, isVisible = true }: Entry): void {
    const isClear = isIntersecting && intersectionRatio >= 0.98 && (isVisible || !this.#needsVisible());
    if (!isClear) this.#clearSince = undefined;
    else this.#clearSince ??= performance.now();
  }
}
