import { digitsIn } from './digits.js';
import { parseExpiry } from './expiry.js';
import { groupPan, longestPan } from './pan.js';

/** What an input shows: its text, and the caret as an index into it. */
export interface Shown {
  readonly text: string;
  readonly caret: number;
}

/** How a field shows its digits, and how many it takes. */
interface Mask {
  show(digits: string): string;
  longest(digits: string): number;
  /** Completes or rewrites what an insertion led to; the caret then goes to the end. */
  complete?(digits: string, after: string, typed: string): string | undefined;
}

/** An edit taken apart: the digits before the change, put in, taken out and after it. */
interface Change {
  readonly head: string;
  readonly typed: string;
  readonly removed: string;
  readonly tail: string;
}

/**
 * What the browser did, from the texts before and after: the caret stands at the end of what was put in, so what
 * follows it was there before. Where it wasn't, the text was replaced whole (autofill, undo, a script).
 */
function changeBetween(before: Shown, after: Shown): Change {
  const tail = after.text.slice(after.caret);
  const kept = before.text.length - tail.length;
  if (kept < 0 || !before.text.endsWith(tail)) return { head: '', typed: after.text, removed: '', tail: '' };
  let same = 0;
  while (same < kept && same < after.caret && before.text[same] === after.text[same]) same++;
  return {
    head: before.text.slice(0, same),
    typed: after.text.slice(same, after.caret),
    removed: before.text.slice(same, kept),
    tail,
  };
}

/** The index behind the n-th digit and, with `pastGap`, behind the separators after it. */
function caretBehind(text: string, digits: number, pastGap: boolean): number {
  const upTo = new RegExp(`^(\\D*\\d){${digits}}${pastGap ? '\\D*' : ''}`);
  return upTo.exec(text)?.[0].length ?? text.length;
}

function edit(mask: Mask, shown: Shown, edited: Shown, inputType: string): Shown {
  const after = { text: edited.text, caret: Math.min(Math.max(edited.caret, 0), edited.text.length) };
  const canonical = mask.show(digitsIn(after.text)) === after.text;
  if (canonical && shown.text === after.text) return after;

  // An unchanged text that isn't in our form was there before us (a restored page): all of it is new.
  const before = shown.text === after.text ? { text: '', caret: 0 } : shown;
  const { typed, removed, ...around } = changeBetween(before, after);
  let head = digitsIn(around.head);
  let tail = digitsIn(around.tail);
  let added = digitsIn(typed);

  const deleted = typed === '' && removed !== '';
  if (deleted && !/\d/.test(removed) && !inputType.startsWith('deleteBy')) {
    // Only a gap went, and it comes back: the payer meant the digit beyond it (cutting or dragging it, none).
    const forward = inputType === '' ? before.caret <= after.caret : inputType.endsWith('Forward');
    if (forward) tail = tail.slice(1);
    else head = head.slice(0, -1);
  }

  const completed = deleted ? undefined : mask.complete?.(head + added + tail, after.text, typed);
  if (completed !== undefined) {
    const text = mask.show(completed);
    return { text, caret: text.length };
  }
  // What doesn't fit is cut from the insertion, never from the digits around it.
  const room = mask.longest(head + added + tail) - head.length - tail.length;
  added = added.slice(0, Math.max(room, 0));
  const text = mask.show(head + added + tail);
  if (text === before.text && added === '' && !deleted) return { text, caret: Math.min(before.caret, text.length) };
  if (tail === '') return { text, caret: text.length };
  return { text, caret: caretBehind(text, head.length + added.length, !deleted) };
}

const PAN: Mask = { show: groupPan, longest: longestPan };

const EXPIRY: Mask = {
  show: (digits) => (digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`),
  // A year that begins with 20 may go on to four digits: 01 / 2027.
  longest: (digits) => (digits.slice(2, 4) === '20' ? 6 : 4),
  complete(digits, after, typed) {
    const whole = parseExpiry(after);
    const plain = whole && whole.month + whole.year.replace(/^20(?=\d\d)/, '');
    // A year of 1999 is shown whole, to be refused as such.
    if (plain !== undefined && (plain !== digits || plain.length > 4)) return plain;
    // No month begins with 2 to 9, and a separator ends a month of one digit.
    if (/^[2-9]\d?$/.test(digits) || (digits === '1' && /[\s/.\-／]$/.test(typed))) return `0${digits}`;
    return undefined;
  },
};

/**
 * What the PAN's input should show after the browser applied an edit: digits grouped as the brand prints them, caret
 * behind the digit it was behind.
 *
 * `before` is what the input showed, `after` what it shows now, `inputType` that of the input event where there was
 * one. Deleting a gap deletes the digit beyond it. Digits that no longer fit are dropped from what was put in; with no
 * room left nothing changes. Applied to its own result it changes nothing.
 */
export function editPan(before: Shown, after: Shown, inputType = ''): Shown {
  return edit(PAN, before, after, inputType);
}

/**
 * The same for the expiry's input, shown as `MM / YY`: a month of one digit gets its zero, and every shape that
 * `parseExpiry` reads is brought into this form when it is pasted or filled in.
 */
export function editExpiry(before: Shown, after: Shown, inputType = ''): Shown {
  return edit(EXPIRY, before, after, inputType);
}
