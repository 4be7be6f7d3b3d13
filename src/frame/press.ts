/** How long the payer must have had the same button in view for a press to count, in milliseconds: long enough to read it. */
export const READABLE = 500;

/** The same after two presses that did not count: what blinks over the button was away at two looks, by chance or not. */
const AFTER_REFUSALS = 2000;

/** How long they must have had it in view after a key took them to it, where it is not known that they had gone to the form themselves. */
const AFTER_LED = 1000;

/** How long after the payer moved within the form the focus still follows from that, in milliseconds. */
export const FOLLOWS = 300;

/**
 * Something that moves the focus, or may be meant for another place. `text`: a character, typed in a field or not. `edit`: one that a field
 * has taken. `release`: Tab has brought the focus from the page, where it went down. `entered`: the document has got the focus. `led`: the
 * page has moved it, or it is not known what has. `sent`: Enter in a field has taken it to the button.
 */
export interface Input {
  /** Milliseconds, by `performance.now()`. */
  readonly at: number;
  readonly type: 'pointer' | 'tab' | 'enter' | 'key' | 'text' | 'edit' | 'release' | 'focus' | 'entered' | 'led' | 'sent';
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
const has = (inputs: readonly Input[], ...types: readonly Input['type'][]): boolean => lastOf(inputs, ...types) >= 0;

/** Whether it is the payer who has just moved the focus, and not the page. */
export function hasGone(inputs: readonly Input[], now: number): boolean {
  const went = inputs[lastOf(inputs, 'pointer', 'tab', 'release', 'enter', 'text', 'edit')];
  return went !== undefined && went.type !== 'text' && went.type !== 'edit' && now - went.at < FOLLOWS;
}

/** Whether the payer has gone into the form since the page may last have moved the focus: by pointer, or by Tab and then a text. */
function isOwn(inputs: readonly Input[]): boolean {
  const moved = lastOf(inputs, 'entered', 'led');
  if (moved < 0) return false;
  const since = inputs.slice(moved);
  // From a field of its own, a page can lead Tab to the form, or the rest of a text: then the next Tab is meant for that page as well. What
  // a field takes after that Tab is before the payer's eyes.
  const tab = since.findIndex(({ type }) => type === 'tab');
  if (has(since, 'pointer') || (tab >= 0 && has(since.slice(tab), 'edit'))) return true;
  // The press of a pointer comes before the focus that it brings.
  const { type, at } = inputs[moved]!;
  return type === 'entered' && inputs.slice(0, moved).some((each) => each.type === 'pointer' && at - each.at < FOLLOWS);
}

/**
 * How the payer came to the button before they pressed a key there. `led`: by Enter or Tab where the page may have led them to the form, or
 * by Tab from the page, so that they may have meant another button. Undefined: not at all.
 */
function wayToButton(inputs: readonly Input[]): { readonly is: 'own' | 'led'; readonly at: number } | undefined {
  const there = lastOf(inputs, 'focus', 'led');
  const { isButton, at } = inputs[there] ?? { isButton: false, at: 0 };
  if (!isButton) return undefined;
  const since = inputs.slice(there);
  const isSent = inputs[there - 1]?.type === 'sent';
  const isBrought = inputs
    .slice(0, there)
    .some((each) => (each.type === 'pointer' || each.type === 'tab') && at - each.at < FOLLOWS);
  // A pointer goes to the button that has the focus already, too.
  const isAimed = since.some((each) => each.type === 'pointer' && each.isButton);
  if (isSent || isBrought || isAimed) {
    if (isOwn(inputs)) return { is: 'own', at };
    // What they type at the button is meant for another place: so is their Enter.
    return has(since, 'entered') || (isSent && has(since, 'text')) ? undefined : { is: 'led', at };
  }
  return since.some((each) => each.type === 'release' && each.at - at < FOLLOWS) ? { is: 'led', at } : undefined;
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
