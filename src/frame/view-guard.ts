/** The interval between the browser's visibility checks, in milliseconds. The standard allows no shorter one. */
const DELAY = 100;

/** How long the payer must have had the same button in view for a press to count, in milliseconds: long enough to read it. */
const READABLE = 500;

/** How long after the payer moved within the form the focus still follows from that, in milliseconds. */
const FOLLOWS = 300;

/** The least size of a button that can be read, in CSS pixels. */
const LEAST = { width: 120, height: 24 };

/** How far the button may move without counting as another one, in CSS pixels: less than the space between it and the line above. */
const STILL = 8;

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
  #place: DOMRect | undefined;
  /** How often the button has changed or moved, and when the browser had painted the last change. */
  #changes = 0;
  #changedAt = Infinity;
  #clearSince: number | undefined;
  /** When the press that is judged began. */
  #pressedAt = -Infinity;
  /** Whether a pointer is down, and its click is still to come. */
  #isDown = false;
  /** When the payer last pressed Tab or a pointer inside the form. */
  #movedAt = -Infinity;
  /** When the payer last went to a field inside the form, or changed its text. */
  #usedAt = -Infinity;
  #before = '';
  /** When the payer last pressed a key or a pointer by which the focus moves, unless they have typed since. */
  #wentAt = -Infinity;
  #focusedAt = -Infinity;
  #isReached = false;
  #keyAt = -Infinity;

  /** @param needsVisible Whether a button that is covered, transparent, scaled or filtered refuses a press. Only Chromium can tell. */
  constructor(document: Document, needsVisible: () => boolean) {
    this.#needsVisible = needsVisible;
    const options = { trackVisibility: true, delay: DELAY, threshold: [0, 0.25, 0.5, 0.75, 0.98, 1] };
    this.#observer = new IntersectionObserver((entries) => {
      for (const entry of entries) this.#seen(entry);
    }, options);
    const moved = (event: Event): void => {
      const isPointer = event.type === 'pointerdown';
      const { key, repeat } = event as Partial<KeyboardEvent>;
      // A key that is held down would press again and again.
      if (repeat && key === 'Enter') {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      this.#keyAt = isPointer ? -Infinity : performance.now();
      if (event.type !== 'keyup') this.#pressedAt = event.timeStamp;
      this.#isDown = isPointer;
      if (isPointer || key === 'Tab' || key === 'Enter') this.#wentAt = performance.now();
      if (isPointer || key === 'Tab') this.#movedAt = this.#usedAt = performance.now();
      // The key that brought the focus here from the page is released here.
      if (event.type === 'keyup') this.#reach(document.activeElement);
    };
    for (const type of ['pointerdown', 'keydown', 'keyup']) document.addEventListener(type, moved, true);
    // The click of a screen reader comes without a pointer and without a key.
    const clicked = ({ detail, timeStamp }: MouseEvent): void => {
      if (detail === 0 || !this.#isDown) this.#pressedAt = timeStamp;
      this.#isDown = false;
    };
    document.addEventListener('click', clicked, true);
    const textOf = ({ target }: Event): string => (target as Partial<HTMLInputElement>).value ?? '';
    const typing = (event: Event): void => {
      this.#before = textOf(event);
      this.#wentAt = -Infinity;
    };
    document.addEventListener('beforeinput', typing, true);
    document.addEventListener(
      'input',
      (event) => (this.#usedAt = textOf(event) === this.#before ? this.#usedAt : performance.now()),
    );
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
    if (content !== this.#content) this.#changed();
    this.#content = content;
    this.placed();
  }

  /** To be called when the button may have moved: what was under the pointer then is not what the payer has aimed at. */
  placed(): void {
    const place = this.#button?.getBoundingClientRect();
    const [one, other] = [place ?? new DOMRect(), this.#place ?? new DOMRect()];
    const sides = ['left', 'right', 'top', 'bottom'] as const;
    if (sides.every((side) => Math.abs(one[side] - other[side]) <= STILL)) return;
    this.#place = place;
    this.#changed();
  }

  /** To be called when a key moves the focus to the button inside the form. */
  reached(): void {
    this.#isReached = this.isUsed();
  }

  /** Whether a press comes from a key. One by a pointer, or by a screen reader, whose clicks come without a key, does not. */
  isByKey(): boolean {
    return performance.now() - this.#keyAt < FOLLOWS;
  }

  /** Whether it is the payer who has just moved the focus, and not the page. */
  hasGone(): boolean {
    return performance.now() - this.#wentAt < FOLLOWS;
  }

  /** What the button promises. */
  get content(): string {
    return this.#content;
  }

  /** Whether the payer had the button in view, unchanged, long enough to read it before the press. */
  isRead(): boolean {
    this.placed();
    const { width = 0, height = 0 } = this.#button?.getBoundingClientRect() ?? {};
    const since = Math.max(this.#changedAt, this.#clearSince ?? Infinity);
    // The time of the press is that of its event: a page may keep this thread busy, so that it is judged long after.
    return width >= LEAST.width && height >= LEAST.height && this.#pressedAt - since >= READABLE;
  }

  /** Whether the payer went to the button themselves before they pressed it with a key. */
  isReached(): boolean {
    return this.#isReached && performance.now() - this.#focusedAt >= READABLE;
  }

  /** Whether the payer went to the field themselves before they pressed Enter in it, or has changed its text since. */
  isUsed(): boolean {
    return this.#usedAt > this.#focusedAt - FOLLOWS && performance.now() - this.#focusedAt >= READABLE;
  }

  /** The time to read the button begins once this is painted: when the second frame begins, the first is on its way to the screen. */
  #changed(): void {
    const change = (this.#changes += 1);
    const painted = (): void => {
      if (change === this.#changes) this.#changedAt = performance.now();
    };
    this.#changedAt = Infinity;
    requestAnimationFrame(() => requestAnimationFrame(painted));
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
