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
  /** Completes or rewrites the digits of a text something was put into; the caret then goes to the end. */
  complete?(digits: string, text: string): string | undefined;
}

/** The index behind the n-th digit and, with `pastGap`, behind the separators after it. */
function caretBehind(text: string, digits: number, pastGap: boolean): number {
  const upTo = new RegExp(`^(\\D*\\d){${digits}}${pastGap ? '\\D*' : ''}`);
  return upTo.exec(text)?.[0].length ?? text.length;
}

function edit(mask: Mask, before: Shown, after: Shown, inputType: string): Shown {
  const caret = Math.min(Math.max(after.caret, 0), after.text.length);
  let digits = digitsIn(after.text);
  if (after.text === before.text && mask.show(digits) === after.text) return { text: after.text, caret };

  /** How many digits are to stand before the caret. */
  let ahead = digitsIn(after.text.slice(0, caret)).length;
  let surplus = 0;
  const gone = before.text.length - after.text.length;
  const deleted = gone > 0 && before.text.slice(0, caret) + before.text.slice(caret + gone) === after.text;
  if (deleted) {
    if (/^\D+$/.test(before.text.slice(caret, caret + gone)) && !inputType.startsWith('deleteBy')) {
      // Only a gap went, and it comes back: the payer meant the digit beyond it (cutting or dragging it, none).
      const forward = inputType === '' ? before.caret <= caret : inputType.endsWith('Forward');
      if (!forward && ahead > 0) ahead--;
      digits = digits.slice(0, ahead) + digits.slice(ahead + 1);
    }
  } else {
    const completed = mask.complete?.(digits, after.text);
    if (completed !== undefined) {
      digits = completed;
      ahead = digits.length;
    } else {
      // What was put in ends at the caret; what doesn't fit is cut from it, never from the digits around it. Where
      // nothing can have been put in before the caret, the whole text was filled in.
      surplus = Math.max(0, Math.min(digits.length - mask.longest(digits), digits.length - digitsIn(before.text).length));
      if (caret === 0 || ahead < surplus) ahead = digits.length;
      digits = digits.slice(0, ahead - surplus) + digits.slice(ahead);
      ahead -= surplus;
    }
  }
  const text = mask.show(digits);
  if (ahead === digits.length) return { text, caret: text.length };
  return { text, caret: surplus > 0 && text === before.text ? before.caret : caretBehind(text, ahead, !deleted) };
}

const PAN: Mask = { show: groupPan, longest: longestPan };

const EXPIRY: Mask = {
  show: (digits) => (digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`),
  // A year that begins with 20 may go on to four digits, at the last of which it becomes one of two. One that begins with
  // 0 after a 2 is no year: somebody types 2029-12, the year first.
  longest: (digits) => (digits.startsWith('020') ? 6 : digits.slice(2, 4) === '20' ? 5 : 4),
  complete(digits, text) {
    const whole = parseExpiry(text);
    const yearFirst = /^020(\d\d)(0[1-9]|1[0-2])$/.exec(digits);
    if (yearFirst) return `${yearFirst[2]}${yearFirst[1]}`;
    const plain = (whole ? whole.month + whole.year : digits).replace(/^(\d\d)20(\d\d)$/, '$1$2');
    // A year of 1999 is shown whole, to be refused as such.
    if (plain !== digits || (whole && plain.length > 4)) return plain;
    // No month begins with 2 to 9, and a separator ends a month of one digit.
    if (/^[2-9]\d?$/.test(digits) || (digits === '1' && /[\s/.\-／]$/.test(text))) return `0${digits}`;
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
