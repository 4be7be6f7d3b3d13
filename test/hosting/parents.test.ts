import { expect, test } from 'vitest';
import { isParent } from '../../src/hosting/parents.js';

test.each([
  ['https://shop.example', ['https://shop.example'], true],
  ['https://shop.example', ['https://shop.exampl'], false],
  ['https://shop.example', ['https://shop.example/'], false],
  ['https://shop.example', ['*'], false],
  ['https://shop.example', [], false],
  ['https://shop.example', ['null'], false],
  ['null', ['null'], false],
  ['file://', ['file://'], false],
  ['http://localhost', ['http://localhost:*'], true],
  ['http://localhost:1', ['http://localhost:*'], true],
  ['http://localhost.evil.example:1', ['http://localhost:*'], false],
  ['http://evil.example:80', ['http://localhost:*'], false],
  ['https://localhost:1', ['http://localhost:*'], false],
])('%s is one of %j: %s', (origin, parents, expected) => {
  expect(isParent(origin, parents)).toBe(expected);
});
