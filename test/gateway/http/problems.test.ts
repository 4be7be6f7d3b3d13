import { expect, test } from 'vitest';
import { Problems } from '../../../demo/gateway/http/problems.js';

// Spec 7.1 and 7.2

test('a text about a section stands beside those about its fields, as base', () => {
  const problems = new Problems();
  problems.add(['request', 'amount'], 'is not a number');
  problems.add(['request'], 'is incomplete');
  expect(problems.tree).toEqual({ request: { amount: ['is not a number'], base: ['is incomplete'] } });
});

test('a text about a section that came first hides those about its fields', () => {
  const problems = new Problems();
  problems.add(['request'], "can't be blank");
  problems.add(['request', 'amount'], 'is not a number');
  expect(problems.tree).toEqual({ request: ["can't be blank"] });
});
