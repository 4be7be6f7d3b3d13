import { type Binding, isDoubleClick, judgeSeal, mandateOf, NO_PRESS, type Promised, type Refusal } from './mandate.js';
import { FOLLOWS, hasGone, type Input, judgePress, type Look, READABLE, type Verdict } from './press.js';

/** The least size of a button that can be read, in CSS pixels. */
const LEAST = { width: 120, height: 24 };

/** How far the button may move without counting as another one, in CSS pixels: less than the space between it and the line above. */
const STILL = 8;

/**
 * How often the browser looks whether something covers the button, in milliseconds. The standard allows no shorter time. Several looks
 * that are not in step: a cover that is away whenever one of them looks is there when another does.
 */
const LOOKS = [100, 130, 170];

/** How much of each the log keeps: more than a payer does who goes through the whole form by keys. */
const KEPT = 100;

/** Whether each figure of the button stands in one line: a page could give a sum so little room that it reads as another. */
function areFiguresWhole(button: Element): boolean {
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    for (const { index, 0: figure } of text.nodeValue!.matchAll(/\d[\d\s.,'’٬٫]*\d/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + figure.length);
      const lines = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom));
      if (new Set(lines).size > 1) return false;
    }
  }
  return true;
}

const textOf = (target: EventTarget | null): string => (target instanceof HTMLInputElement ? target.value : '');

/** @returns whether a script of the document is moving the focus just now */
function watchFocus({ defaultView }: Document): () => boolean {
  const { prototype } = defaultView!.HTMLElement;
  const focus: typeof prototype.focus = Reflect.get(prototype, 'focus');
  let isMoving = false;
  prototype.focus = function (options) {
    isMoving = true;
    focus.call(this, options);
    isMoving = false;
  };
  return () => isMoving;
}

type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/**
 * The log of what the payer does in the frame and of how its button looks, by which a press shows their will or does not. The page can
 * move, cover or focus the frame, but not press for the payer.
 */
export class PressLog {
  readonly #needsVisible: () => boolean;
  readonly #observers: readonly IntersectionObserver[];
  /** What each of them has seen last. */
  readonly #states: (Look['state'] | undefined)[] = LOOKS.map(() => undefined);
  #inputs: readonly Input[] = [];
  #looks: readonly Look[] = [];
  #button: Element | undefined;
  #isWatched = false;
  #content = '';
  #place: DOMRect | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** How often the button has changed or moved, and when the browser had painted the last change. */
  #changes = 0;
  #changedAt = Infinity;
  #pressedAt = -Infinity;
  #keyAt = -Infinity;
  /** Whether a pointer is down, and its click is still to come. */
  #isDown = false;
  #heardAt = -Infinity;
  #mandate = NO_PRESS;
  #refusals = 0;
  #refusedAt = -Infinity;

  /** @param needsVisible Whether a button that is covered, transparent, scaled or filtered refuses a press. Only Chromium can tell. */
  constructor(document: Document, needsVisible: () => boolean) {
    this.#needsVisible = needsVisible;
    this.#observers = LOOKS.map((delay, index) => {
      const options = { trackVisibility: true, delay, threshold: [0, 0.25, 0.5, 0.75, 0.98, 1] };
      return new IntersectionObserver((entries) => {
        for (const entry of entries) this.#seen(index, entry);
      }, options);
    });
    const isButton = ({ target }: Event): boolean => target instanceof Node && this.#button?.contains(target) === true;
    const pressed = (event: Event): void => {
      const isPointer = event.type === 'pointerdown';
      const { key = '', repeat } = event as Partial<KeyboardEvent>;
      // A key that is held down would press again and again.
      if (repeat && key === 'Enter') {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      this.#keyAt = isPointer ? -Infinity : performance.now();
      this.#pressedAt = event.timeStamp;
      this.#isDown = isPointer;
      const names: Readonly<Record<string, Input['type']>> = {
        Tab: 'tab',
        Enter: 'enter',
        Process: 'text',
        Unidentified: 'text',
      };
      // The space bar presses a button.
      const isText = key.length === 1 && !(key === ' ' && isButton(event));
      this.#add(isPointer ? 'pointer' : (names[key] ?? (isText ? 'text' : 'key')), isButton(event));
    };
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, pressed, true);
    const released = ({ key }: KeyboardEvent): void => {
      this.#keyAt = performance.now();
      if (key === 'Tab') this.#add('release');
    };
    document.addEventListener('keyup', released, true);
    // The click of a screen reader comes without a pointer and without a key.
    const clicked = ({ detail, timeStamp }: MouseEvent): void => {
      if (detail === 0 || !this.#isDown) this.#pressedAt = timeStamp;
      this.#isDown = false;
    };
    document.addEventListener('click', clicked, true);
    let before = '';
    const willEdit = ({ target }: Event): void => {
      before = textOf(target);
      this.#add('text');
    };
    document.addEventListener('beforeinput', willEdit, true);
    // After the fields, which drop what is too much.
    document.addEventListener('input', ({ target }) => textOf(target) !== before && this.#edited());
    const isFormMoving = watchFocus(document);
    const moved = (event: Event): void => {
      // What the form itself does with the focus follows at once from what the payer did.
      const isOfPage = isFormMoving() ? this.#heardAt > (this.#inputs.at(-1)?.at ?? -Infinity) : !this.#isMoving(event);
      if (isOfPage) this.#add('led');
      this.#add('focus', isButton(event));
    };
    document.addEventListener('focusin', moved, true);
    window.addEventListener('focus', () => this.#add('entered'));
  }

  /**
   * Called after each drawing.
   *
   * @param content What the button promises, as a text. Another one has to be read again.
   * @param isNear Whether the payer has given the numbers of the cards, so that a press may soon pay.
   */
  drawn(button: Element, content: string, isNear: boolean): void {
    if (button !== this.#button) {
      for (const observer of this.#observers) observer.disconnect();
      this.#button = button;
      this.#isWatched = false;
    }
    if (isNear) this.#watch();
    if (content !== this.#content) this.#changed();
    this.#content = content;
    this.placed();
  }

  /**
   * Lets the browser look at the button. Not before the payer has almost filled in the form: while it looks, Chromium drops each click
   * into a frame that has moved in the last half second.
   */
  #watch(): void {
    if (this.#isWatched || !this.#button) return;
    this.#isWatched = true;
    for (const observer of this.#observers) observer.observe(this.#button);
  }

  /** Called when the button may have moved: what was under the pointer then is not what the payer has aimed at. */
  placed(): void {
    const place = this.#button?.getBoundingClientRect();
    const [one, other] = [place ?? new DOMRect(), this.#place ?? new DOMRect()];
    const sides = ['left', 'right', 'top', 'bottom'] as const;
    clearTimeout(this.#restTimer);
    if (sides.every((side) => Math.abs(one[side] - other[side]) <= STILL)) {
      if (sides.some((side) => one[side] !== other[side])) this.#restTimer = setTimeout(() => this.#rest(), READABLE);
      return;
    }
    this.#place = place;
    this.#changed();
  }

  /** The button has come to rest a little further on: otherwise the end of one movement and the beginning of another would add up. */
  #rest(): void {
    this.placed();
    clearTimeout(this.#restTimer);
    this.#place = this.#button?.getBoundingClientRect();
  }

  /** Called before a message of the page is carried out: it may move the focus. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Takes the payer to the button, by a key that they have pressed in a field. */
  send(button: HTMLElement): void {
    this.#add('sent');
    button.focus();
  }

  /** Called when a press has counted: it authorizes what the button promised. */
  pressed(promised: Promised): void {
    this.#refusals = 0;
    this.#mandate = mandateOf(this.#mandate, promised, performance.now());
  }

  /** Called when a press has not counted. */
  refused(): void {
    this.#refusals += 1;
    this.#refusedAt = performance.now();
  }

  /** Called when an attempt has ended. */
  ended(): void {
    this.#mandate = { ...this.#mandate, press: undefined };
  }

  /** Returns why nothing may be sealed for a request; undefined if it may. A request that may be sealed is counted. */
  refusalOf(binding: Binding, promised: Promised | undefined): Refusal | undefined {
    const verdict = judgeSeal(this.#mandate, { binding, promised, at: performance.now(), time: Date.now() });
    if (typeof verdict === 'string') return verdict;
    this.#mandate = verdict;
    return undefined;
  }

  /** Whether a press that comes now is the second one of a double click. */
  get isDoubleClick(): boolean {
    return isDoubleClick(this.#mandate, performance.now());
  }

  /** Whether something was sealed for the last press that counted: the page may have sent it, whatever it says. */
  get mayBePaid(): boolean {
    return this.#mandate.paid.length > 0;
  }

  /** Whether that press still counts, because its attempt has not ended. */
  get isOpen(): boolean {
    return this.#mandate.press !== undefined;
  }

  /** Whether the payer has to wait longer before they press again. */
  get mustWait(): boolean {
    return this.#refusals >= 2;
  }

  hasGone(): boolean {
    return hasGone(this.#inputs, performance.now());
  }

  /** What the button promises. */
  get content(): string {
    return this.#content;
  }

  /** What becomes of the press that has just come. */
  judge(): Verdict {
    this.placed();
    const { width = 0, height = 0 } = this.#button?.getBoundingClientRect() ?? {};
    if (width < LEAST.width || height < LEAST.height || !areFiguresWhole(this.#button!)) return 'covered';
    return judgePress({
      inputs: this.#inputs,
      looks: this.#looks,
      changedAt: this.#changedAt,
      pressedAt: this.#pressedAt,
      refusals: this.#refusals,
      refusedAt: this.#refusedAt,
      isByKey: performance.now() - this.#keyAt < FOLLOWS,
      isOnButton: this.#button?.matches(':focus') === true,
    });
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

  /** Whether the payer is moving the focus: each of their moves moves it once. A fragment in the frame's address moves it, too. */
  #isMoving({ target }: Event): boolean {
    const { type } = this.#inputs.at(-1) ?? {};
    // The arrow keys go from one saved card to the next.
    const isChoice = type === 'key' && target instanceof HTMLInputElement && target.type === 'radio';
    return type === 'pointer' || type === 'tab' || type === 'entered' || isChoice;
  }

  /** A field has taken the text that was typed. */
  #edited(): void {
    if (this.#inputs.at(-1)?.type !== 'text') return;
    this.#inputs = this.#inputs.slice(0, -1);
    this.#add('edit');
  }

  /** Adds to the log; of the same several times in a row, only the last counts. */
  #add(type: Input['type'], isButton = false): void {
    const last = this.#inputs.at(-1);
    const isSame = last?.type === type && last.isButton === isButton;
    this.#inputs = [...(isSame ? this.#inputs.slice(0, -1) : this.#inputs), { at: performance.now(), type, isButton }].slice(
      -KEPT,
    );
  }

  #seen(index: number, { isIntersecting, intersectionRatio, isVisible = true }: Entry): void {
    const isCovered = !isVisible && this.#needsVisible();
    this.#states[index] = !isIntersecting || intersectionRatio < 0.98 ? 'out' : isCovered ? 'covered' : 'clear';
    const state = this.#states.includes('out') ? 'out' : this.#states.includes('covered') ? 'covered' : 'clear';
    // It is clear once all have seen it so.
    if (this.#states.includes(undefined) && state === 'clear') return;
    if (state !== this.#looks.at(-1)?.state)
      this.#looks = [...this.#looks, { at: performance.now(), state } as const].slice(-KEPT);
  }
}
