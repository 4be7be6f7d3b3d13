import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { uncounted } from '../../src/frame/press-words.js';
import { en } from '../../src/locales/en.js';

const folder = join(root, 'src/locales');
const sentences = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>)['number.too_short']!]);

test('in English the sentence before the count is left', () => {
  expect(uncounted(en['number.too_short'])).toBe('Check the card number.');
});

test.each(sentences)(
  '%s: words are left, and neither a place for the count nor the start of a sentence about it',
  (_, sentence) => {
    const left = uncounted(sentence);
    expect(left).toMatch(/\p{L}{2}/u);
    expect(left).not.toMatch(/[{}#，]/);
    expect(left.length).toBeLessThan(sentence.indexOf('{'));
  },
);

test.each([
  ['{count, plural, other {# # #}}', ''],
  ['No full stop {count}', 'No'],
  [undefined, ''],
])('what a page writes as %o tells no count', (sentence, left) => {
  expect(uncounted(sentence)).toBe(left);
});
