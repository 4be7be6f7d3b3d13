import type { ToFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';
import { type Act, isCheck } from '../elements/form/port.js';
import { sellsPlan } from '../wire/uid.js';

/** How long the payer must have had the same button in view for a press to count, in milliseconds: long enough to read it. */
const READABLE = 500;

/** The same after two presses that did not count: what blinks over the button was away at two looks, by chance or not. */
const AFTER_REFUSALS = 2000;

/** How long they must have had it in view after Enter in a field took them to it, where they had not gone to that field themselves. */
const AFTER_LED = 1000;

/** How long after the payer moved within the form the focus still follows from that, in milliseconds. */
const FOLLOWS = 300;

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

/**
 * Something that moves the focus, or may be meant for another place. `text`: a character, typed in a field or not. `release`: Tab has
 * brought the focus from the page, where it went down. `entered`: the document has got the focus. `led`: a message of the page has moved
 * it. `sent`: Enter in a field has taken it to the button.
 */
export interface Input {
  /** Milliseconds, by `performance.now()`. */
  readonly at: number;
  readonly type: 'pointer' | 'tab' | 'enter' | 'key' | 'text' | 'release' | 'focus' | 'entered' | 'led' | 'sent';
  /** Whether it is about the button. */
  readonly isButton?: boolean | undefined;
}

/** The button as the browser has seen it from a time on: cut off or out of view, covered or changed in its looks, or clear. */
export interface Look {
  readonly at: number;
  readonly state: 'out' | 'covered' | 'clear';
}

/** All that decides about a press. */
export interface Press {
  readonly inputs: readonly Input[];
  /** What the looks have found. */
  readonly looks: readonly Look[];
  /** When the browser had painted the button's last change; infinite before that. */
  readonly changedAt: number;
  /** When the press began: a page may keep this thread busy, so that it is judged long after. */
  readonly pressedAt: number;
  /** How many presses did not count since one did, and when the last of them was judged. */
  readonly refusals: number;
  readonly refusedAt: number;
  /** Whether a key has pressed, and not a pointer or a screen reader, whose clicks come without a key. */
  readonly isByKey: boolean;
  /** Whether the button has the focus. */
  readonly isOnButton: boolean;
}

/**
 * What becomes of a press. `to_button`: the focus goes to the button, and another press of Enter presses. `covered`: the payer could not
 * see the button. `early`: they can't have read it yet. `led`: they did not go to it, so that they may have meant something else.
 */
export type Verdict = 'allowed' | 'to_button' | 'covered' | 'early' | 'led';

const lastOf = (inputs: readonly Input[], ...types: readonly Input['type'][]): number =>
  inputs.findLastIndex(({ type }) => types.includes(type));

/** Whether it is the payer who has just moved the focus, and not the page. */
export function hasGone(inputs: readonly Input[], now: number): boolean {
  const went = lastOf(inputs, 'pointer', 'tab', 'release', 'enter');
  return went > lastOf(inputs, 'text') && now - inputs[went]!.at < FOLLOWS;
}

/** Whether the payer has gone into the form, by pointer or by Tab, since the page may last have moved the focus. */
function isOwn(inputs: readonly Input[]): boolean {
  const moved = lastOf(inputs, 'entered', 'led');
  const way = lastOf(inputs, 'pointer', 'tab');
  if (moved < 0 || way < 0) return false;
  // The press of a pointer comes before the focus that it brings.
  return way > moved || (inputs[moved]!.type === 'entered' && inputs[moved]!.at - inputs[way]!.at < FOLLOWS);
}

/**
 * How the payer came to the button before they pressed a key there. `led`: by Enter in a field that the page had led them to, or by Tab from
 * the page, so that they may have meant another button. Undefined: not at all.
 */
function wayToButton(inputs: readonly Input[]): { readonly is: 'own' | 'led'; readonly at: number } | undefined {
  const there = inputs.findLastIndex(({ type, isButton }) => type === 'focus' && isButton);
  const left = inputs.findLastIndex(({ type, isButton }) => (type === 'focus' && !isButton) || type === 'led');
  if (there <= left) return undefined;
  const { at } = inputs[there]!;
  if (inputs[there - 1]?.type === 'sent') {
    if (isOwn(inputs)) return { is: 'own', at };
    // What they type at the button is meant for another place: so is their Enter.
    return lastOf(inputs, 'text', 'entered') > there ? undefined : { is: 'led', at };
  }
  const brought = lastOf(inputs.slice(0, there), 'pointer', 'tab');
  const isBrought = brought >= 0 && at - inputs[brought]!.at < FOLLOWS;
  // A pointer goes to the button that has the focus already, too.
  const isAimed = inputs.findLastIndex(({ type, isButton }) => type === 'pointer' && isButton) > there;
  if ((isBrought || isAimed) && isOwn(inputs)) return { is: 'own', at };
  const released = inputs.findIndex(({ type }, index) => type === 'release' && index > there);
  return released > 0 && inputs[released]!.at - at < FOLLOWS ? { is: 'led', at } : undefined;
}

/** What becomes of a press that pays. */
export function judgePress({ inputs, looks, changedAt, pressedAt, refusals, refusedAt, isByKey, isOnButton }: Press): Verdict {
  const way = isByKey && isOnButton ? wayToButton(inputs) : undefined;
  const needed = refusals >= 2 ? AFTER_REFUSALS : way?.is === 'led' ? AFTER_LED : READABLE;
  const look = looks.at(-1);
  const isSeen = look?.state === 'clear' && pressedAt - look.at >= needed;
  const isRead = isSeen && pressedAt - Math.max(changedAt, refusedAt) >= needed;
  const isSettled = pressedAt - (inputs[lastOf(inputs, 'entered')]?.at ?? -Infinity) >= READABLE;
  if (isByKey && !isOnButton) return isRead && isSettled && isOwn(inputs) ? 'allowed' : 'to_button';
  // Without a look, the browser has not had the time to look yet.
  const isClear = look === undefined || look.state === 'clear';
  if (!isRead) return isClear && (isSeen || looks.at(-2)?.state !== 'covered') ? 'early' : 'covered';
  if (!isByKey) return 'allowed';
  return way && isSettled && (way.is === 'own' || pressedAt - way.at >= AFTER_LED) ? 'allowed' : 'led';
}

type Binding = Extract<ToFrame, { kind: 'seal' }>['binding'];
/** Why nothing is sealed. */
type Reason = Extract<ToPage, { kind: 'unsealed' }>['reason'] | 'wrong_date';

/** What the button promised when the payer pressed it. */
export interface Promised {
  readonly act: Act;
  readonly operation: 'transfer' | 'order';
  readonly amount: number | undefined;
  readonly currency: string;
  /** The form's own revision: that of the cards. */
  readonly revision: number;
  /** Whether the form said that the cards will be saved, or the payer has agreed to that. */
  readonly saves: boolean;
}

/** What the payer's presses authorize, and what of it is used up. */
export interface Mandate {
  /** The last press, until its attempt has ended: the next one is another payment, for which the payer presses again. */
  readonly press?: (Promised & { readonly at: number }) | undefined;
  /** The seals of the one request that the press has paid for. */
  readonly paid: readonly string[];
  /** When checks were sealed in the last minute, and how many more the press allows. */
  readonly checks: readonly number[];
  readonly more: number;
}

/** A request to seal. */
export interface SealRequest {
  readonly binding: Binding;
  /** What the button promises now; undefined if it could not be drawn. */
  readonly promised: Promised | undefined;
  /** Milliseconds, by `performance.now()`, and since 1970. */
  readonly at: number;
  readonly time: number;
}

/** How long a press authorizes its payment, in milliseconds: enough to create an order, and to seal again after a refusal. */
const LASTS = 60_000;

/** How long after a press the next one belongs to it, in milliseconds. */
const DOUBLE_CLICK = 500;

/** A live check asks at most this often a minute, and a press adds its own check, and one more if the clocks differ. */
const CHECKS_PER_MINUTE = 6;
const CHECKS_OF_PRESS = 2;

/** How far the time of a seal may be from this device's, in milliseconds: a seal that is dated ahead pays when the payer has long gone. */
const A_DAY = 24 * 60 * 60_000;

/** How often the cards of one press are sealed: once, and once more if the clocks differ. */
const SEALS_OF_PRESS = 2;

/** What is authorized before the first press. A live check needs none. */
export const NO_PRESS: Mandate = { paid: [], checks: [], more: 0 };

/** What is authorized after a press that has counted. */
export const mandateOf = ({ checks }: Mandate, promised: Promised, at: number): Mandate => ({
  press: { ...promised, at },
  paid: [],
  checks,
  more: CHECKS_OF_PRESS,
});

/** Whether the payer has pressed just now. Another press is then the second one of a double click. */
export const isDoubleClick = ({ press }: Mandate, at: number): boolean => press !== undefined && at - press.at < DOUBLE_CLICK;

/** Whether a button that says this pays such a request: "Send" a transfer, "Pay" a product, "Subscribe" a plan. */
function isSaid(act: Act, { operation, productId = '' }: Binding): boolean {
  if (act === 'subscribe_and_pay' || act === 'subscribe_free') return operation === 'order' && sellsPlan(productId);
  return act === 'pay' ? operation === 'order' && !sellsPlan(productId) : operation === 'transfer';
}

/**
 * What becomes of a request to seal: why nothing is sealed for it, or what is authorized after it. The payer's last press authorizes exactly
 * one payment, of the sum and to the recipient that the button showed, under one tracking id. A check moves no money, and is only limited.
 */
export function judgeSeal(mandate: Mandate, { binding, promised: now, at, time }: SealRequest): Mandate | Reason {
  const { operation, amount, currency, trackingId, productId, contract, issuedAt } = binding;
  if (now?.amount !== amount || now.currency !== currency) return 'other_sum';
  if (operation === 'check') return now.operation === 'transfer' ? judgeCheck(mandate, at) : 'other_sum';
  const { press, paid } = mandate;
  if (!press || isCheck(press.act) || at - press.at > LASTS) return 'not_pressed';
  const isSame = press.operation === operation && press.amount === amount && press.currency === currency;
  if (!isSame || !isSaid(press.act, binding) || press.revision !== now.revision) return 'not_pressed';
  if (Math.abs(issuedAt - time) > A_DAY) return 'wrong_date';
  if (contract && !press.saves) return 'not_pressed';
  const request = JSON.stringify([trackingId, productId, contract]);
  const isOther = paid.some((each) => each !== request) || paid.length === SEALS_OF_PRESS;
  return isOther ? 'not_pressed' : { ...mandate, paid: [...paid, request] };
}

function judgeCheck(mandate: Mandate, at: number): Mandate | Reason {
  const checks = mandate.checks.filter((each) => each > at - 60_000);
  if (checks.length < CHECKS_PER_MINUTE) return { ...mandate, checks: [...checks, at] };
  return mandate.more > 0 ? { ...mandate, more: mandate.more - 1 } : 'not_pressed';
}

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
    document.addEventListener('beforeinput', () => this.#add('text'), true);
    const moved = (event: Event): void => {
      // What the form itself does with the focus follows at once from what the payer did.
      if (this.#heardAt > (this.#inputs.at(-1)?.at ?? -Infinity)) this.#add('led');
      this.#add('focus', isButton(event));
    };
    document.addEventListener('focusin', moved, true);
    window.addEventListener('focus', () => this.#add('entered'));
  }

  /**
   * To be called after each drawing.
   *
   * @param content What the button promises, as a text. Another one has to be read again.
   */
  drawn(button: Element, content: string): void {
    if (button !== this.#button) {
      for (const observer of this.#observers) {
        observer.disconnect();
        observer.observe(button);
      }
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

  /** To be called before a message of the page is carried out: it may move the focus. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Takes the payer to the button, by a key that they have pressed in a field. */
  send(button: HTMLElement): void {
    this.#add('sent');
    button.focus();
  }

  /** To be called when a press has counted: it authorizes what the button promised. */
  pressed(promised: Promised): void {
    this.#refusals = 0;
    this.#mandate = mandateOf(this.#mandate, promised, performance.now());
  }

  /** To be called when a press has not counted. */
  refused(): void {
    this.#refusals += 1;
    this.#refusedAt = performance.now();
  }

  /** To be called when an attempt has ended. */
  ended(): void {
    this.#mandate = { ...this.#mandate, press: undefined };
  }

  /** Returns why nothing may be sealed for a request; undefined if it may. A request that may be sealed is counted. */
  refusalOf(binding: Binding, promised: Promised | undefined): Reason | undefined {
    const verdict = judgeSeal(this.#mandate, { binding, promised, at: performance.now(), time: Date.now() });
    if (typeof verdict === 'string') return verdict;
    this.#mandate = verdict;
    return undefined;
  }

  /** Whether a press that comes now is the second one of a double click. */
  get isDoubleClick(): boolean {
    return isDoubleClick(this.#mandate, performance.now());
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
