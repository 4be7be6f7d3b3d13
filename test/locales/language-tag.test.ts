import { expect, test } from 'vitest';
import { canonicalTag, languageTag } from '../../src/locales/language-tag.js';

test.each([
  ['en', 'en'],
  ['EN-gb', 'en-GB'],
  ['ar-eg', 'ar-EG'],
  ['iw', 'he'],
])('%s is the tag %s', (text, tag) => {
  expect(canonicalTag(text)).toBe(tag);
  expect(languageTag(text)).toBe(tag);
});

test.each(['', '!!', 'a', 'en_US', 'en-!!', 'x-1', '日本語'])('%j is no tag, and English is used in its place', (text) => {
  expect(canonicalTag(text)).toBeUndefined();
  expect(languageTag(text)).toBe('en');
  expect(() => new Intl.NumberFormat(languageTag(text))).not.toThrow();
});
