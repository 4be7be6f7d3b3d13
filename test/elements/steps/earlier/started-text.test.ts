import { expect, test } from 'vitest';
import { Speech } from '../../../../src/elements/base/speech.js';
import { startedText } from '../../../../src/elements/steps/earlier/started-text.js';
import { en } from '../../../../src/locales/en.js';

const EVENING = new Date(2026, 10, 22, 20, 48).getTime();

test('a start is shown with its time on the same day, and with its date on another', () => {
  const english = new Speech({ ...en, language: 'en' }, 'en');
  const now = Date.now();
  expect(startedText(now, english)).toBe(`at ${english.time(now)}`);
  const before = startedText(EVENING - 400 * 86_400_000, english);
  expect(before.replaceAll(/\s/g, ' ')).toBe('on Oct 18, 2025, 8:48 PM');
});
