import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GROUPS } from './groups.mjs';

const named = (paths: readonly string[]): string[] => paths.filter((path) => !path.includes('*'));

test.each(Object.entries(GROUPS))('the files and tests of the group %s exist', (_, { mutate, tests }) => {
  expect(named([...mutate, ...tests]).filter((path) => !existsSync(path))).toEqual([]);
});

// The copy of the project that mutants are tried in lacks what the sandbox needs. A test file that can't be loaded there is
// left out without a message.
test.each(Object.entries(GROUPS))('no test of the group %s needs the sandbox', (_, { tests }) => {
  const needy = named(tests).filter((path) => /from '[^']*(sandbox|\/build\/)[^']*'/.test(readFileSync(path, 'utf8')));
  expect(needy).toEqual([]);
});
