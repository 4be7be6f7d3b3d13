import { expect, test } from 'vitest';
import { countTests } from './test-count.mjs';

const tests = (...statuses: string[]): { status: string }[] => statuses.map((status) => ({ status }));

test('counts every test once, by its result', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: tests('passed', 'passed', 'skipped') },
      { status: 'failed', assertionResults: tests('passed', 'failed', 'failed') },
    ],
  };
  expect(countTests(report)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test('a file that failed before its first test is a failure', () => {
  const report = { testResults: [{ status: 'failed', message: 'a syntax error', assertionResults: [] }] };
  expect(countTests(report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a file whose teardown failed after its tests passed is a failure', () => {
  const report = { testResults: [{ status: 'failed', assertionResults: tests('passed') }] };
  expect(countTests(report)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});
