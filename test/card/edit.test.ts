import { describe, expect, test } from 'vitest';
import { editExpiry, editPan } from '../../src/card/edit.js';
import { at, marked, put, backspace, del, type } from './drawn-edits.js';

describe('PAN', () => {
  test.each([
    ['a fifth digit opens a group', '4200|', '0', '4200 0|'],
    ['a fourth digit adds no trailing space', '420|', '0', '4200|'],
    ['after a digit in the middle the caret stays after it', '42|00 0000', '1', '421|0 0000 0'],
    ['after a digit that fills a group the caret is before the next group', '420|0 0', '1', '4201 |00'],
    ['a digit at the beginning', '|4200 0000', '5', '5|420 0000 0'],
    ['American Express in its own groups', '3782|', '8', '3782 8|'],
    ['American Express in its own groups, third', '3782 822463|', '1', '3782 822463 1|'],
    ['the brand changes, and the groups with it', '|4782 8224 6', '3', '3|478 282246'],
    ['a letter', '42|00', 'x', '42|00'],
    ['a space before a gap moves the caret past it', '4200| 0', ' ', '4200 |0'],
    ['a dash at the end', '4200|', '-', '4200|'],
    ['a digit of another script', '4200|', '٥', '4200 5|'],
  ])('%s', (_, before, typed, after) => {
    expect(marked(put(editPan, at(before), typed))).toBe(after);
  });

  test.each([
    ['deletes the digit before the caret', '4200 01|', '4200 0|'],
    ['deletes the gap with the digit after it', '4200 0|', '4200|'],
    ['over a gap deletes the digit beyond it', '4200 |0000', '420|0 000'],
    ['in the middle keeps the caret', '42|00 0000', '4|000 000'],
    ['at the beginning does nothing', '|4200', '|4200'],
  ])('backspace %s', (_, before, after) => {
    expect(marked(backspace(editPan, at(before)))).toBe(after);
  });

  test.each([
    ['deletes the digit after the caret', '4200 |12', '4200| 2'],
    ['over a gap deletes the digit beyond it', '4200| 12', '4200| 2'],
    ['at the end does nothing', '4200|', '4200|'],
  ])('delete %s', (_, before, after) => {
    expect(marked(del(editPan, at(before)))).toBe(after);
  });

  test('cutting only a gap deletes no digit', () => {
    expect(del(editPan, at('4200| 1234'), 'deleteByCut').text).toBe('4200 1234');
  });

  test('deleting a selection deletes only the selected text', () => {
    expect(marked(put(editPan, at('42|00 1234 5'), '', { selected: 4, inputType: 'deleteContentBackward' }))).toBe('42|23 45');
  });

  test('a digit typed over a selection replaces it', () => {
    expect(marked(put(editPan, at('42|00 1234'), '9', { selected: 5 }))).toBe('429|3 4');
  });

  test.each([
    ['4200 0000 0000 0000'],
    ['4200-0000-0000-0000'],
    ['4200\u00A00000\u00A00000\u00A00000'],
    ['4200000000000000'],
    ['４２００００００００００００００'],
    ['٤٢٠٠ ٠٠٠٠ ٠٠٠٠ ٠٠٠٠'],
    ['card: 4200 0000 0000 0000\n'],
  ])('accepts %j pasted, autofilled into an empty field, and autofilled over a beginning', (text) => {
    const whole = '4200 0000 0000 0000|';
    expect(marked(put(editPan, at('|'), text, { inputType: 'insertFromPaste' }))).toBe(whole);
    expect(marked(editPan(at('|'), { text, caret: text.length }))).toBe(whole);
    expect(marked(editPan(at('42|'), { text, caret: text.length }))).toBe(whole);
    // Some browsers leave the caret at the start.
    expect(marked(editPan(at('5|'), { text, caret: 0 }))).toBe(whole);
  });

  test('a paste into the middle keeps the digits around it', () => {
    expect(marked(put(editPan, at('42|99'), '00-00 00'))).toBe('4200 0000 |99');
  });

  test.each([
    ['5204 2400 0001 5029|', '1', '5204 2400 0001 5029 1|'],
    ['5204 |2400 0001 5029', '1', '5204 1|240 0000 1502 9'],
    ['|5204 2400 0001 5029', '5', '5|520 4240 0000 1502 9'],
    ['3782 822463 10005|', '9', '3782 822463 10005 9|'],
    ['4200 0000 |0000 0000 000', '77', '4200 0000 77|00 0000 0000 0'],
  ])('more digits than the brand has are all shown: %s and %s', (before, typed, after) => {
    expect(marked(put(editPan, at(before), typed))).toBe(after);
  });

  test('replacing the first digit keeps all others, even if the new brand has shorter numbers', () => {
    expect(marked(put(editPan, at('|4200 0000 0000 0000 123'), '5', { selected: 1 }))).toBe('5|200 0000 0000 0000 123');
  });

  test('a paste that is too long keeps all its digits, and those around it', () => {
    expect(marked(put(editPan, at('5204 2400| 5029'), '0001999'))).toBe('5204 2400 0001 999|5 029');
  });

  test('an autofilled text longer than any PAN keeps all its digits', () => {
    expect(editPan(at('|'), at('42000000000000000000000|')).text).toBe('4200 0000 0000 0000 0000 000');
  });

  test('a text that a page restored in another format is reformatted', () => {
    expect(marked(editPan(at('4200-0000|'), at('4200-0000|')))).toBe('4200 0000|');
  });

  test('a caret outside the text is moved into it', () => {
    expect(editPan({ text: '', caret: 0 }, { text: '42', caret: 99 })).toEqual({ text: '42', caret: 2 });
    expect(editPan({ text: '42', caret: 2 }, { text: '42', caret: -1 })).toEqual({ text: '42', caret: 0 });
  });
});

describe('expiry', () => {
  test.each([
    ['0', '0|'],
    ['01', '01 / |'],
    ['0127', '01 / 27|'],
    ['01/27', '01 / 27|'],
    ['1/27', '01 / 27|'],
    ['1 27', '01 / 27|'],
    ['127', '12 / 7|'],
    ['1227', '12 / 27|'],
    ['2', '02 / |'],
    ['327', '03 / 27|'],
    ['01/2027', '01 / 27|'],
    ['1/2027', '01 / 27|'],
    ['01/202', '01 / 202|'],
    ['13', '13 / |'],
    ['01278', '01 / 278|'],
    ['0120278', '01 / 278|'],
    ['/', '|'],
    ['x', '|'],
    ['٠١٢٧', '01 / 27|'],
    // The year first: this is only recognized with the last digit.
    ['2029-12', '12 / 29|'],
    ['2029/01', '01 / 29|'],
    ['202912', '12 / 29|'],
    ['2029-1', '02 / 0291|'],
    ['2029-13', '02 / 02913|'],
  ])('%j typed shows %j', (typed, shown) => {
    expect(marked(type(editExpiry, at('|'), typed))).toBe(shown);
  });

  test.each([
    '1/27',
    '01 / 2027',
    '0127',
    '12027',
    '012027',
    '2027-01',
    '202701',
    '01-27',
    '1.27',
    '01/27 ',
    '０１／２７',
    '٠١/٢٧',
  ])('%j pasted or autofilled shows January 2027', (text) => {
    expect(marked(put(editExpiry, at('|'), text, { inputType: 'insertFromPaste' }))).toBe('01 / 27|');
    expect(marked(editExpiry(at('0|'), { text, caret: text.length }))).toBe('01 / 27|');
    expect(marked(editExpiry(at('12 / 30|'), { text, caret: 0 }))).toBe('01 / 27|');
  });

  test('a month after any number of spaces takes a number of steps that grows with their number only', () => {
    expect(editExpiry(at('|'), at(`${' '.repeat(1_000_000)}1|`)).text).toBe('1');
  });

  test('backspace at the end deletes one digit at a time', () => {
    let shown = at('12 / 27|');
    const seen: string[] = [];
    while (shown.text !== '' && seen.length < 9) {
      shown = backspace(editExpiry, shown);
      seen.push(marked(shown));
    }
    expect(seen).toEqual(['12 / 2|', '12 / |', '1|', '|']);
  });

  test.each([
    ['the month corrected', '0|2 / 27', 'delete', '0|2 / 7'],
    ['over the gap backwards', '12 / |27', 'backspace', '1|2 / 7'],
    ['over the gap forwards', '12| / 27', 'delete', '12| / 7'],
  ])('deletes digits: %s', (_, before, key, after) => {
    const edited = key === 'delete' ? del(editExpiry, at(before)) : backspace(editExpiry, at(before));
    expect(marked(edited)).toBe(after);
  });

  test('a digit deleted and typed again in the middle restores the text', () => {
    expect(marked(put(editExpiry, backspace(editExpiry, at('01| / 27')), '1'))).toBe('01 / |27');
  });

  test('a month without its zero gets it back with the next digit', () => {
    expect(marked(put(editExpiry, at('2|'), '7'))).toBe('02 / 7|');
  });

  test('an extra digit is shown, and moves the digits after it', () => {
    expect(marked(put(editExpiry, at('0|1 / 27'), '3'))).toBe('03 / |127');
    expect(marked(put(editExpiry, at('01 / 2|7'), '3'))).toBe('01 / 23|7');
  });

  test('a year of another century is shown, not cut off', () => {
    expect(editExpiry(at('|'), at('01/1999|')).text).toBe('01 / 1999');
  });
});
