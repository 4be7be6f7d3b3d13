import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asciiDigits } from '../../src/card/unicode-digits.js';
import { editExpiry, editPan, type Shown } from '../../src/card/edit.js';
import { checkExpiry } from '../../src/card/expiry.js';
import { checkPan, groupPan } from '../../src/card/pan.js';
import { panDigits } from '../../src/card/read-pan.js';
import { type Edit, at, marked, put, backspace, del } from './drawn-edits.js';

type Action = {
  readonly key: 'type' | 'backspace' | 'delete' | 'paste';
  readonly text: string;
  readonly move: number;
  readonly selected: number;
};

const actions = fc.array(
  fc.record({
    key: fc.constantFrom<Action['key']>('type', 'type', 'type', 'backspace', 'delete', 'paste'),
    text: fc.oneof(fc.stringMatching(/^\d$/), fc.stringMatching(/^[\d /.x٠-٩-]{1,21}$/)),
    // -1 keeps the caret where it is.
    move: fc.integer({ min: -1, max: 24 }),
    selected: fc.nat(3),
  }),
  { maxLength: 30 },
);

/** The digits of any script, as ASCII. */
const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '');

function act(edit: Edit, shown: Shown, { key, text, move, selected }: Action): Shown {
  const caret = move < 0 ? shown.caret : Math.min(move, shown.text.length);
  const moved = { text: shown.text, caret };
  if (key === 'backspace') return backspace(edit, moved);
  if (key === 'delete') return del(edit, moved);
  return key === 'type' ? put(edit, moved, text.slice(0, 1)) : put(edit, moved, text, { selected, inputType: 'insertFromPaste' });
}

const FORMS = { PAN: /^$|^\d+( \d+)*$/, expiry: /^\d?$|^\d\d \/ \d*$/ };
const verdictOf = {
  PAN: (text: string) => checkPan(panDigits(text) ?? text),
  expiry: (text: string) => checkExpiry(text, Date.UTC(2026, 10, 21)),
};

describe.each([
  ['PAN', editPan],
  ['expiry', editExpiry],
] as const)('after any edit of the %s', (name, edit) => {
  test('the caret is inside the text, the text is formatted or refused, and formatting it again changes nothing', () => {
    fc.assert(
      fc.property(actions, (list) => {
        let shown = at('|');
        for (const action of list) {
          shown = act(edit, shown, action);
          expect(shown.caret).toBeGreaterThanOrEqual(0);
          expect(shown.caret).toBeLessThanOrEqual(shown.text.length);
          expect(edit(shown, shown)).toEqual(shown);
          if (!FORMS[name].test(shown.text))
            expect([shown.text, verdictOf[name](shown.text).state]).toEqual([shown.text, 'invalid']);
          // When inserted at once, such a month gets its zero, and a year of this century its short form.
          if (name === 'expiry' && /^[2-9]$|20\d\d$/.test(shown.text)) continue;
          expect(edit(at('|'), { text: shown.text, caret: shown.text.length }).text).toBe(shown.text);
        }
      }),
    );
  });

  test('an insertion never loses an existing digit', () => {
    fc.assert(
      fc.property(actions, fc.nat(24), fc.stringMatching(/^\d$/), (list, where, typed) => {
        const before = list.reduce((shown, action) => act(edit, shown, action), at('|'));
        const caret = Math.min(where, before.text.length);
        const after = put(edit, { ...before, caret }, typed);
        const head = digitsOf(before.text.slice(0, caret));
        const tail = digitsOf(before.text.slice(caret));
        const digits = digitsOf(after.text);
        // A four-digit year becomes a two-digit one when it is complete.
        const squeezed = name === 'expiry' && /^(\d\d20\d\d|020\d{4})$/.test(head + typed + tail);
        if (!squeezed) expect([head + typed + tail, `0${head}${typed}${tail}`]).toContain(digits);
      }),
    );
  });
});

test('typing a PAN digit by digit shows its groups at every step', () => {
  fc.assert(
    fc.property(fc.constantFrom('4', '52', '37', '36', '62', '9112', '1'), fc.stringMatching(/^\d{10}$/), (head, rest) => {
      let shown = at('|');
      for (const [i, digit] of Array.from(head + rest).entries()) {
        shown = put(editPan, shown, digit);
        expect(marked(shown)).toBe(`${groupPan((head + rest).slice(0, i + 1))}|`);
      }
    }),
  );
});

test('backspace undoes a digit typed in the middle', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^4\d{0,15}$/),
      fc.integer({ min: 1, max: 20 }),
      fc.stringMatching(/^\d$/),
      (digits, where, typed) => {
        const text = groupPan(digits);
        const shown = { text, caret: Math.min(where, text.length) };
        expect(backspace(editPan, put(editPan, shown, typed)).text).toBe(text);
      },
    ),
  );
});
