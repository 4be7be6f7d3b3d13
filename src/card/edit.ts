import { asciiDigits, digitsIn, readable } from './unicode-digits.js';
import { parseExpiry, splitExpiry } from './expiry.js';
import { groupPan } from './pan.js';
import { panDigits } from './read-pan.js';

/** What an input shows: its text, and the caret position as an index into it. */
export interface Shown {
  readonly text: string;
  readonly caret: number;
}

/** How a field reads and shows its digits. */
interface Mask {
  /** The digits of a text that was inserted as a whole; undefined when the text is unreadable or ambiguous. */
  read(text: string): string | undefined;
  show(digits: string): string;
  /** Completes digits that were inserted among others; the caret then moves to the end. */
  complete?(digits: string, text: string): string;
}

/** The index after the n-th digit and, with `pastGap`, after the separators that follow it. */
export function caretBehind(text: string, digits: number, pastGap: boolean): number {
  let at = 0;
  for (let left = digits; at < text.length && left > 0; at++) if (/\p{Nd}/u.test(text.charAt(at))) left--;
  return pastGap ? at + (/^\P{Nd}*/u.exec(text.slice(at))?.[0].length ?? 0) : at;
}

/** The text inserted before the caret; undefined when the text after the caret has changed. */
export function insertedText(before: string, after: string, caret: number): string | undefined {
  const behind = after.slice(caret);
  if (!before.endsWith(behind)) return undefined;
  const ahead = before.slice(0, before.length - behind.length);
  let same = 0;
  while (same < caret && same < ahead.length && ahead[same] === after[same]) same++;
  return after.slice(same, caret);
}

function edit(mask: Mask, before: Shown, after: Shown, inputType: string): Shown {
  // Browsers undo and redo by positions in the text as they left it. It has been reformatted since, so digits would be misplaced.
  if (inputType.startsWith('history')) return before;
  const caret = Math.min(Math.max(after.caret, 0), after.text.length);
  const isOurs = (text: string): boolean => mask.show(digitsIn(text)) === text;
  const typed = digitsIn(after.text);
  if (after.text === before.text && isOurs(after.text)) return { text: after.text, caret };

  let digits = typed;
  /** How many digits belong before the caret. */
  let ahead = digitsIn(after.text.slice(0, caret)).length;
  const inserted = insertedText(before.text, after.text, caret);
  const removed = before.text.length - after.text.length;
  const deleted = removed > 0 && before.text.slice(0, caret) + before.text.slice(caret + removed) === after.text;
  if (before.text === '' || !isOurs(before.text) || inserted === undefined || /\D/.test(asciiDigits(inserted))) {
    const whole = mask.read(after.text);
    if (whole === undefined) {
      // A key that is not a digit does nothing. Any other text stays as entered, so that the payer sees what is wrong.
      const isKey =
        inputType === 'insertText' && inserted !== undefined && Array.from(inserted).length === 1 && isOurs(before.text);
      return isKey ? before : { text: after.text, caret };
    }
    digits = whole;
    // After autofill, some browsers leave the caret before the text.
    if (caret === 0 && !deleted) ahead = digits.length;
  } else if (!deleted) {
    digits = mask.complete?.(typed, after.text) ?? typed;
  } else if (/^\D+$/.test(before.text.slice(caret, caret + removed)) && /^delete(?!By)/.test(inputType)) {
    // Only a separator was deleted, and it is put back: the payer meant the digit beyond it (unless it was cut or dragged).
    if (!inputType.endsWith('Forward') && ahead > 0) ahead--;
    digits = digits.slice(0, ahead) + digits.slice(ahead + 1);
  }
  if (!deleted && digits !== typed) ahead = digits.length;
  const text = mask.show(digits);
  return { text, caret: ahead === digits.length ? text.length : caretBehind(text, ahead, !deleted) };
}

const PAN: Mask = { show: groupPan, read: panDigits };

/** A two-digit month, and the last two digits of a year of this century. */
const compact = (month: string, year: string): string =>
  month.padStart(2, '0') + (year.length === 4 ? year.replace(/^20/, '') : year);

const EXPIRY: Mask = {
  show: (digits) => (digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`),
  read(text) {
    const plain = readable(text);
    if (plain === '') return '';
    const [month, year] = splitExpiry(text) ?? [];
    // "013/27" has no valid month; "0/27" would be shown as 02 / 7.
    if (month === undefined || year === undefined || month.length > 2 || (month === '0' && year)) return undefined;
    // No two-digit month begins with 2 to 9, and a separator ends a one-digit month.
    const isWhole = month !== '0' && (year !== '' || /^[2-9]$/.test(month) || /\D$/.test(asciiDigits(text)));
    return isWhole ? compact(month, year) : month;
  },
  complete(digits, text) {
    // The payer types 2029-12, with the year first.
    const yearFirst = /^02 \/ 0(\d\d)(0[1-9]|1[0-2])$/.exec(text);
    if (yearFirst) return `${yearFirst[2]}${yearFirst[1]}`;
    const whole = parseExpiry(text);
    if (whole) return compact(whole.month, whole.year);
    return /^[2-9]\d?$/.test(digits) ? `0${digits}` : digits.replace(/^(\d\d)20(\d\d)$/, '$1$2');
  },
};

/**
 * What the PAN's input should show after the browser applied an edit: digits grouped as the brand prints them, and the
 * caret after the same digit as before.
 *
 * `before` is what the input showed, `after` what it shows now, and `inputType` comes from the input event, if there was
 * one. Every entered digit is shown, however many there are; a text that is not a single number (see `panDigits`) stays
 * unchanged. Deleting a gap deletes the digit beyond it; undo does nothing. The function is idempotent.
 */
export function editPan(before: Shown, after: Shown, inputType = ''): Shown {
  return edit(PAN, before, after, inputType);
}

/**
 * The same for the expiry's input, shown as `MM / YY`: a one-digit month gets its leading zero, and every format that
 * `parseExpiry` reads is converted to this one when it is pasted or filled in.
 */
export function editExpiry(before: Shown, after: Shown, inputType = ''): Shown {
  return edit(EXPIRY, before, after, inputType);
}
