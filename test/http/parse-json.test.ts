import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../src/http/parse-json.js';
import { polluted } from './polluted-prototype.js';

test('an object of an answer has only the answer’s members, even when Object.prototype is polluted', () => {
  using _ = polluted({ status: 'successful', subscription: { state: 'active' } });
  const answer = parseJson('{"response": [{"transaction": {}}]}') as { response: [{ transaction: Record<string, unknown> }] };
  expect(answer).not.toHaveProperty('status');
  const [{ transaction }] = answer.response;
  expect(transaction['status']).toBeUndefined();
  expect(transaction['subscription']).toBeUndefined();
});

test('reads JSON unchanged', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('a member named __proto__ is like any other', () => {
  const answer = parseJson('{"__proto__": {"status": "successful"}}') as Record<string, unknown>;
  expect(Object.getPrototypeOf(answer)).toBeNull();
  expect(answer['status']).toBeUndefined();
  expect(Object.keys(answer)).toEqual(['__proto__']);
});

test('reads an answer that is nested a hundred thousand times', () => {
  const deep = 100_000;
  expect(Array.isArray(parseJson('['.repeat(deep) + ']'.repeat(deep)))).toBe(true);
});

test('refuses text that is not JSON', () => {
  expect(() => parseJson('{status}')).toThrow(SyntaxError);
});
