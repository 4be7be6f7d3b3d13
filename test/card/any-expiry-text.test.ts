import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editExpiry } from '../../src/card/edit.js';
import { checkExpiry, parseExpiry } from '../../src/card/expiry.js';
import { checkVerificationValue, verificationValue } from '../../src/card/verification-value.js';
import { NOW, put, paste, type, digitsOf, others, texts } from './entered-text.js';

describe('expiry', () => {
  test.each([
    ['0|1 / 27', '3', '03 / 127'],
    ['01 / 2|7', '3', '01 / 237'],
    ['01 / 27|', '8', '01 / 278'],
  ])('an extra digit stays visible: %s and %s', (drawn, key, shown) => {
    const before = { text: drawn.replace('|', ''), caret: drawn.indexOf('|') };
    expect(put(editExpiry, before, key, { inputType: 'insertText' }).text).toBe(shown);
    expect(checkExpiry(shown, NOW)).toEqual({ state: 'invalid', reason: 'format' });
  });

  test('typing a month’s name key by key leaves only the digits of the year, which are not an expiry', () => {
    expect(type(editExpiry, 'Jan 2027')).toBe('02 / 027');
    expect(checkExpiry('02 / 027', NOW).state).not.toBe('valid');
  });

  /** The months that a text can mean, by separate rules: two numbers with a separator between them, or only digits. */
  function meanings(text: string): string[] {
    const plain = Array.from(text.replace(/\p{Cf}/gu, '').trim(), (character) => digitsOf(character) || character).join('');
    const [, first = '', second = ''] = /^(\d+)[\s/.／⁄∕\p{Pd}]+(\d+)$/u.exec(plain) ?? [];
    const [, alone = ''] = /^(\d+)[\s/.／⁄∕\p{Pd}]*$/u.exec(plain) ?? [];
    const cut = (at: number): [string, string] => [alone.slice(0, at), alone.slice(at)];
    const pairs = first
      ? [
          [first, second],
          [second, first],
        ]
      : [cut(1), cut(2), [alone.slice(4), alone.slice(0, 4)]];
    return pairs.flatMap(([month = '', year = '']) =>
      /^(0?[1-9]|1[0-2])$/.test(month) && /^(20)?\d\d$/.test(year) ? [`${month.padStart(2, '0')} ${year.padStart(4, '20')}`] : [],
    );
  }

  const dates = fc
    .tuple(
      fc.constantFrom('1', '01', '12', '2', '20', '2027', '27', '0127', '012027', '202701', '327', '0'),
      others,
      fc.constantFrom('27', '2027', '01', '1', '30', ''),
    )
    .map((parts) => parts.join(''));

  test('after any paste, an accepted expiry is one that the text means', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(texts, { weight: 3, arbitrary: dates }), (text) => {
        const shown = paste(editExpiry, text);
        const read = parseExpiry(shown);
        if (read && checkExpiry(shown, NOW).state === 'valid') {
          accepted++;
          expect(meanings(text)).toContain(`${read.month} ${read.year}`);
        }
        if (!/^\d?$|^\d\d \/ \d*$/.test(shown)) {
          expect(shown).toBe(text);
          expect(checkExpiry(shown, NOW).state).toBe('invalid');
        }
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(60);
  });
});

test('an accepted security code is the whole text except spaces', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { state } = checkVerificationValue(text, undefined);
      if (state === 'valid') expect(verificationValue(text)).toBe(digitsOf(text));
      if (state === 'valid') expect(text.replaceAll(/\s/g, '')).toHaveLength(digitsOf(text).length);
    }),
  );
});
