import { expect, test } from 'vitest';
import { asciiDigits, digitsIn } from '../../src/card/unicode-digits.js';

test.each([
  ['full-width', '４２０', '420'],
  ['Arabic-Indic', '٤٢٠', '420'],
  ['Persian', '۴۲۰', '420'],
  ['Devanagari', '४२०', '420'],
  ['Bengali', '৪২০', '420'],
  ['Adlam, outside the basic plane', '𞥔𞥒𞥐', '420'],
  ['mathematical monospace, the fifth of five adjacent blocks', '𝟺𝟸𝟶', '420'],
])('reads %s digits', (_, text, ascii) => {
  expect(asciiDigits(text)).toBe(ascii);
});

test('agrees with Intl on every decimal numbering system', () => {
  // In Unicode, Hanidec's characters are letters, not decimal digits.
  const systems = Intl.supportedValuesOf('numberingSystem').filter((system) => system !== 'hanidec');
  for (const system of systems) {
    const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false });
    if (format.resolvedOptions().numberingSystem !== system) continue;
    expect([system, asciiDigits(format.format(1_234_567_890))]).toEqual([system, '1234567890']);
  }
  expect(systems.length).toBeGreaterThan(50);
});

test('leaves everything but decimal digits unchanged', () => {
  expect(asciiDigits('a²½Ⅷ一 -/‎')).toBe('a²½Ⅷ一 -/‎');
});

test('removes everything between the digits', () => {
  expect(digitsIn('4200 0000-0000 0000x')).toBe('4200000000000000');
});
