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
});
