import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import { Progress } from './progress.mjs';

/** The part of Vitest's file object that the reporter uses. */
function fileOf(name: string, tests: readonly { name: string; error?: string; skipped?: boolean }[] = []): TestModule {
  const cases = tests.map(({ name: fullName, error, skipped }) => ({
    fullName,
    result: () => ({ state: error ? 'failed' : skipped ? 'skipped' : 'passed', errors: error ? [{ message: error }] : [] }),
  }));
  const state = () => (tests.some(({ error }) => error) ? 'failed' : 'passed');
  return { relativeModuleId: name, state, children: { allTests: () => cases } } as unknown as TestModule;
}
const testOf = (module: TestModule, fullName: string) =>
  ({ module, fullName, result: () => ({ state: 'passed' }) }) as unknown as TestCase;

let printed: string[] = [];
const giveUp = vi.fn();
let progress: Progress;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  giveUp.mockReset();
  printed = [];
  progress = new Progress(giveUp, { file: 100_000, run: 500_000, silence: 30_000 });
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void printed.push(String(line)));
  progress.onTestRunStart([{}, {}] as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a finished file is a line with its number, its tests and its time', () => {
  const file = fileOf('test/a.test.ts', [{ name: 'one' }, { name: 'two' }]);
  progress.onTestModuleStart(file);
  vi.advanceTimersByTime(12_300);
  progress.printTestModule(file);
  expect(printed).toEqual(['1 of 2  ✓ test/a.test.ts (2 tests, 12.3 s)']);
});

test('a file with failed tests lists each of them with the first line of its error', () => {
  const file = fileOf('test/a.test.ts', [{ name: 'one' }, { name: 'two > three', error: 'expected 1 to be 2\nand more' }]);
  progress.onTestModuleStart(file);
  progress.printTestModule(file);
  expect(printed).toEqual(['1 of 2  ✗ test/a.test.ts (2 tests, 1 FAILED, 0.0 s)', '      ✗ two > three: expected 1 to be 2']);
});

test('skipped tests do not count as passed', () => {
  const file = fileOf('test/a.test.ts', [{ name: 'one' }, { name: 'two', skipped: true }]);
  progress.onTestModuleStart(file);
  progress.printTestModule(file);
  expect(printed).toEqual(['1 of 2  ✓ test/a.test.ts (2 tests, 1 not run, 0.0 s)']);
  expect(progress.counts).toEqual({ passed: 1, failed: 0, skipped: 1 });
});

test('if nothing finishes for a while, it reports what it is doing, and continues', () => {
  const file = fileOf('test/a.test.ts');
  progress.onTestModuleStart(file);
  progress.onTestCaseReady(testOf(file, 'one'));
  progress.onTestCaseResult(testOf(file, 'one'));
  progress.onTestCaseReady(testOf(file, 'two'));
  vi.advanceTimersByTime(29_000);
  expect(printed).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(printed).toEqual(['      … test/a.test.ts, for 31.0 s, 1 tests ended, at: two']);
  expect(giveUp).not.toHaveBeenCalled();
});

test('a file that takes too long is named, with the test in which it hangs, and the run ends', () => {
  const [slow, quick] = [fileOf('test/slow.test.ts'), fileOf('test/quick.test.ts', [{ name: 'one' }])];
  progress.onTestModuleStart(slow);
  progress.onTestCaseReady(testOf(slow, 'waits for ever'));
  vi.advanceTimersByTime(60_000);
  progress.onTestModuleStart(quick);
  progress.printTestModule(quick);
  expect(giveUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(41_000);
  expect(giveUp.mock.calls).toEqual([[{ passed: 1, failed: 0, skipped: 0 }]]);
  expect(printed.slice(-2)).toEqual([
    '      … test/slow.test.ts, for 101.0 s, 0 tests ended, at: waits for ever',
    'GIVEN UP: test/slow.test.ts took longer than 100 s.',
  ]);
});

test('a run that takes too long ends, even if no file has begun, for example when a browser does not start', () => {
  vi.advanceTimersByTime(499_000);
  expect(giveUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(giveUp).toHaveBeenCalledTimes(1);
  expect(printed.slice(-2)).toEqual([
    '      … 0 of 2 files ended, and no other has begun (501.0 s)',
    'GIVEN UP: the run took longer than 500 s.',
  ]);
});
