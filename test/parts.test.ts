import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARTS, quarterOf } from './parts.mjs';

test('four quarters have every part once', () => {
  const names = [0, 1, 2, 3].flatMap((index) => quarterOf(PARTS, index).map(({ name }) => name));
  expect(names.toSorted()).toEqual(PARTS.map(({ name }) => name).toSorted());
});

test('every file that a part names exists: Vitest ignores a path without one', () => {
  const named = PARTS.flatMap(({ vitest }) => vitest.filter((argument) => argument.startsWith('test/')));
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
