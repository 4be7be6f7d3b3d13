import { expect, test } from 'vitest';
import { CATALOGUES } from './all-catalogues.js';
import readings from './readings.json' with { type: 'json' };

/** By language and key: a sentence, and what somebody who saw only that sentence understood. */
type Readings = Readonly<Record<string, Readonly<Record<string, { readonly sentence: string; readonly says: string }>>>>;
const KEYS = Object.keys(readings.ru);

// Change a sentence, and somebody who doesn't know the English one has to read it: docs/languages.md says how.
test.each(Object.keys(CATALOGUES))('the sentences about money in %s were read as they are now', (language) => {
  const read = (readings as Readings)[language] ?? {};
  expect(Object.keys(read)).toEqual(KEYS);
  const changed = KEYS.filter((key) => read[key]!.sentence !== CATALOGUES[language]![key]);
  expect(changed).toEqual([]);
  expect(KEYS.filter((key) => read[key]!.says.trim() === '')).toEqual([]);
});

test('twenty sentences are read in each language', () => {
  expect(KEYS).toHaveLength(20);
});
