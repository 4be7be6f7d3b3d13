import { expect, test } from 'vitest';
import { isTransient } from '../../src/http/transient.js';

test.each([
  ...[408, 425, 429, 500, 502, 503, 504, 599].map((status) => [status, true] as const),
  ...[200, 204, 302, 400, 401, 403, 404, 409, 422].map((status) => [status, false] as const),
])('status %d is temporary: %s', (status, passes) => {
  expect(isTransient(status)).toBe(passes);
});
