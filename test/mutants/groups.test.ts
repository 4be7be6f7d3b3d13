import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GROUPS } from './groups.mjs';

test.each(Object.entries(GROUPS))('the files and tests of the group %s exist', (_, { mutate, tests }) => {
  const named = [...mutate, ...tests].filter((path) => !path.includes('*'));
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
