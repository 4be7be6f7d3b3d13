import { afterEach, expect, test } from 'vitest';
import { checkResponse } from '../../../src/wire/response/check.js';
import { transferResponse } from '../../../src/wire/response/transfer.js';

const shared = Object.prototype as { extra?: unknown };
afterEach(() => delete shared.extra);

test.each([
  ['a check', checkResponse, { status: 'successful', commission: { percent: 1 } }],
  ['a transfer', transferResponse, { transaction: { uid: 'u1', status: 'successful' } }],
])('the answer to %s is read where a script has added to all objects since the start', (_, schema, answer) => {
  shared.extra = () => undefined;
  expect(schema.safeParse(answer).success).toBe(true);
  const seen = [];
  for (const name in {}) seen.push(name);
  expect(seen).toEqual(['extra']);
});
