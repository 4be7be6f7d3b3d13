import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCard } from '../../src/card/card.js';
import { editExpiry, editPan } from '../../src/card/edit.js';
import { NOW, EMPTY, put, paste, type, digitsOf, pans, texts } from './entered-text.js';

const numberVerdict = (number: string) => {
  const result = checkCard({ number }, { required: [], now: NOW });
  return result.state === 'valid' ? result.card.number : result.verdicts.number;
};

describe('number', () => {
  test.each([
    ['a label before it', 'To card: 6221 8529 6307 4185 223', '6221 8529 6307 4185 223'],
    ['a label after it', '4200 0000 0000 0000 (Visa)', '4200 0000 0000 0000'],
    ['a label in a script without spaces', '卡号6221852963074185223号', '6221 8529 6307 4185 223'],
    ['dashes with spaces', '4200 - 0000 - 0000 - 0000', '4200 0000 0000 0000'],
    ['invisible marks', '\u200E4200\u200B0000\u00AD0000 0000\uFEFF', '4200 0000 0000 0000'],
    ['more digits than any card has', '4200 0000 0000 0000 4111 1111 1111 1111', '4200 0000 0000 0000 4111 1111 1111 1111'],
    ['an extra digit', '5204 2400 0001 5029 1', '5204 2400 0001 5029 1'],
  ])('with %s is kept completely', (_, text, shown) => {
    expect(paste(editPan, text)).toBe(shown);
  });

  test.each([
    ['a digit in its label', 'Card 1: 4200 0000 0000 0000'],
    ['a number in a list before it', '1. 4200 0000 0000 0000'],
    ['its expiry after it', '4200 0000 0000 0000 12/30'],
    ['its expiry and code after it', '6221852963074185,12/30,223'],
    ['a code in the next column', '6221852963074185\t223'],
    ['a code in the next line', '6221852963074185\n223'],
    ['a code in the next paragraph', '6221852963074185\u2029223'],
    ['a code far after it', '6221 8529 6307 4185      223'],
    ['a letter for a digit', '42O0 0000 0000 0000'],
    ['digits hidden', '4200 **** **** 0000'],
    ['a letter for its last digit', '6221 8529 6307 4185 22B'],
    ['its last digits hidden', '6221852963074185***'],
    ['its last digits cut', '6221 8529 6307 4185…'],
    ['its last digits as dots', '6221 8529 6307 4185 •••'],
    ['its last digits as letters', '6221 8529 6307 4185 xxx'],
    ['a question mark for a digit', '6221 8529 6307 4185 22?'],
    ['the beginning of an expiry after it', '6221 8529 6307 4185 12/'],
    ['the letter of a magnetic stripe', 'B6221852963074185'],
    ['a full-width plus sign', '＋6221852963074185'],
    ['a spreadsheet’s form', '4.2E+15'],
    ['points', '4200.0000.0000.0000'],
    ['a phone number’s sign', '+375 29 123 45 67'],
    ['a phone number’s brackets', '8 (029) 123-45-67'],
    ['a numeral that is not a decimal digit', '4200 ⑤000 0000 0000'],
    ['Chinese zeros', '4200 〇〇〇〇 0000 0000'],
    ['keycaps', '4\uFE0F\u20E32\uFE0F\u20E3'],
    ['no digit at all', 'hello'],
  ])('with %s stays as entered, and is refused', (_, text) => {
    expect(paste(editPan, text)).toBe(text);
    expect(numberVerdict(text)).toEqual({ state: 'invalid', reason: 'characters' });
  });

  test('two adjacent numbers are too long, and not one of the two', () => {
    expect(numberVerdict('4200000000000000 4111111111111111')).toEqual({ state: 'invalid', reason: 'too_long' });
  });

  test('a refused text becomes a number as soon as it contains only one', () => {
    const text = 'Card 1: 4200 0000 0000 0000';
    expect(editPan({ text, caret: 6 }, { text: text.replace('1', ''), caret: 5 }, 'deleteContentBackward').text).toBe(
      '4200 0000 0000 0000',
    );
    // An additional letter does not make it one.
    expect(put(editPan, { text, caret: 5 }, 'x', { inputType: 'insertText' }).text).toBe('Card x1: 4200 0000 0000 0000');
  });

  test('a key that is not a digit does nothing, wherever the caret is', () => {
    for (const key of ['x', '/', '+', '😀', '½']) {
      expect(put(editPan, { text: '4200 0000', caret: 2 }, key, { inputType: 'insertText' })).toEqual({
        text: '4200 0000',
        caret: 2,
      });
      expect(put(editPan, EMPTY, key, { inputType: 'insertText' })).toEqual(EMPTY);
    }
  });

  test('an extra digit stays visible, even in the middle', () => {
    expect(put(editPan, { text: '5204 2400 0001 5029', caret: 2 }, '9', { inputType: 'insertText' })).toEqual({
      text: '5290 4240 0000 1502 9',
      caret: 3,
    });
    expect(numberVerdict('5290 4240 0000 1502 9')).toEqual({ state: 'invalid', reason: 'too_long' });
  });

  // Browsers undo by positions in the text as they left it: in text that was reformatted since, digits would be misplaced.
  test.each(['historyUndo', 'historyRedo'])('%s leaves the field as it was', (inputType) => {
    const before = { text: '4200 0', caret: 6 };
    expect(editPan(before, { text: '4200 04200004200', caret: 16 }, inputType)).toEqual(before);
    expect(editPan(before, { text: '4200', caret: 4 }, inputType)).toEqual(before);
    expect(editExpiry({ text: '01 / 27', caret: 7 }, { text: '01 / 2701', caret: 9 }, inputType).text).toBe('01 / 27');
  });

  test('a deletion other than by a key removes no digit beyond a gap', () => {
    for (const inputType of ['deleteByDrag', 'insertReplacementText', '']) {
      expect(editPan({ text: '4200 0', caret: 6 }, { text: '42000', caret: 4 }, inputType).text).toBe('4200 0');
    }
  });

  test('after any paste the field has all its digits and nothing else, or shows the text and refuses it', () => {
    let held = 0;
    let refused = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const shown = paste(editPan, text);
        const accepted = numberVerdict(shown);
        if (typeof accepted === 'string') expect(accepted).toBe(digitsOf(text));
        if (/^(\d+( \d+)*)?$/.test(shown)) {
          held++;
          expect(digitsOf(shown)).toBe(digitsOf(text));
        } else {
          refused++;
          expect(shown).toBe(text);
          expect(accepted).toEqual({ state: 'invalid', reason: 'characters' });
        }
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(held, refused)).toBeGreaterThan(200);
  });

  test('after any paste into a number the digits around it stay, or the whole text is left unread', () => {
    fc.assert(
      fc.property(pans, fc.nat(25), fc.nat(6), texts, (pan, where, selected, text) => {
        const before = paste(editPan, pan);
        const caret = Math.min(where, before.length);
        const raw = before.slice(0, caret) + text + before.slice(caret + selected);
        const after = put(editPan, { text: before, caret }, text, { selected });
        if (after.text !== raw) expect([digitsOf(after.text), /^(\d+( \d+)*)?$/.test(after.text)]).toEqual([digitsOf(raw), true]);
        expect(after.caret).toBeLessThanOrEqual(after.text.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('after any text typed key by key the field has all its digits', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(digitsOf(type(editPan, text))).toBe(digitsOf(text));
      }),
    );
  });

  test('for any character, an accepted text keeps all its decimal digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const shown = paste(editPan, text);
        if (shown !== text) expect(digitsOf(shown)).toHaveLength(text.match(/\p{Nd}/gu)?.length ?? 0);
      }),
    );
  });

  test('a text of a million digits is shown too, and refused', () => {
    const text = '4'.repeat(1_000_000);
    const shown = paste(editPan, text);
    expect(shown.replaceAll(' ', '')).toBe(text);
    expect(numberVerdict(shown)).toEqual({ state: 'invalid', reason: 'too_long' });
  });
});
