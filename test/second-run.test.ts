import { expect, test } from 'vitest';
import { argumentsFor, cleared, worthASecondRun } from './second-run.mjs';

const results = (...assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]) => ({
  testResults: [{ name: '/project/test/a.test.ts', assertionResults }],
});
const failed = (fullName: string, message = 'Error: Timed out') => ({ fullName, status: 'failed', failureMessages: [message] });
const passed = (fullName: string) => ({ fullName, status: 'passed' });

test('what failed runs again by its name alone', () => {
  const [again] = worthASecondRun(results(passed('pays'), failed('shows 1.00 (EUR)')));
  expect(again).toEqual({ file: '/project/test/a.test.ts', names: ['shows 1.00 (EUR)'] });
  const pattern = new RegExp(argumentsFor(again!).at(-1)!);
  expect(['shows 1.00 (EUR)', 'shows 1x00 (EUR)', 'pays', 'never shows 1.00 (EUR)'].map((name) => pattern.test(name))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['more failures than chance explains', results(...Array.from({ length: 11 }, (_, index) => failed(`fails ${index}`)))],
  ['a drawn case, which another draw would miss', results(failed('never lies', 'Property failed after 3 tests\n{ seed: 12 }'))],
])('no second run: %s', (_, report) => expect(worthASecondRun(report)).toEqual([]));

test.each([
  ['passed', true, [passed('pays'), { fullName: 'other', status: 'skipped' }], ['pays']],
  ['failed again', false, [failed('pays')], []],
  ['passed, but not in each browser', false, [passed('pays'), failed('pays')], []],
  ['passed, but an error beside it failed the run', false, [passed('pays')], []],
  ['was not found', true, [], []],
])('cleared: the test %s', (_, run, tests, names) => {
  expect(cleared({ file: 'a', names: ['pays'] }, { passed: run, report: results(...tests) })).toEqual(names);
});
