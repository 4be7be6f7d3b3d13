// Reports the progress of a run in another engine: a line for each finished file and each failed test, and, if nothing
// finishes for a while, what it is doing. A run that hangs is ended, and names the file in which it hung.
import { DefaultReporter } from 'vitest/node';
import { LIMITS } from './limits.mjs';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Vitest's report at the end of a run, and ours before it. */
export class Progress extends DefaultReporter {
  #limits;
  #giveUp;
  #files = 0;
  #ended = 0;
  #began = performance.now();
  #lastWord = performance.now();
  /** @type {Map<TestModule, { since: number, at: string, done: number }>} */
  #running = new Map();
  #timer;
  /** How many tests of the files that ended went how. */
  counts = { passed: 0, failed: 0, skipped: 0 };

  /**
   * @param {(counts: Progress['counts']) => void} giveUp ends a run that hangs.
   * @param {import('./limits.mjs').Limits} [limits]
   */
  constructor(giveUp, limits = LIMITS) {
    super({ summary: false, silent: 'passed-only' });
    this.#limits = limits;
    this.#giveUp = giveUp;
    this.#timer = setInterval(() => this.#look(), 1000).unref();
  }

  /**
   * @override
   * @param {readonly unknown[]} specifications
   */
  onTestRunStart(specifications) {
    super.onTestRunStart(/** @type {never} */ (specifications));
    this.#files = specifications.length;
  }

  /**
   * @override
   * @param {Parameters<DefaultReporter['onTestRunEnd']>} ended
   */
  onTestRunEnd(...ended) {
    clearInterval(this.#timer);
    super.onTestRunEnd(...ended);
  }

  /** @param {TestModule} testModule */
  onTestModuleStart(testModule) {
    this.#running.set(testModule, { since: performance.now(), at: 'its first test', done: 0 });
  }

  /**
   * @override
   * @param {TestCase} testCase
   */
  onTestCaseReady(testCase) {
    const file = this.#running.get(testCase.module);
    if (file) file.at = testCase.fullName;
  }

  /**
   * @override
   * @param {TestCase} testCase
   */
  onTestCaseResult(testCase) {
    super.onTestCaseResult(testCase);
    const file = this.#running.get(testCase.module);
    if (file) file.done += 1;
  }

  /**
   * @override
   * @param {TestModule} testModule
   */
  printTestModule(testModule) {
    const since = this.#running.get(testModule)?.since ?? this.#began;
    this.#running.delete(testModule);
    this.#ended += 1;
    const tests = [...testModule.children.allTests()];
    for (const test of tests) {
      const { state } = test.result();
      if (state !== 'pending') this.counts[state] += 1;
    }
    const failed = tests.filter((test) => test.result().state === 'failed');
    const broke = testModule.state() === 'failed';
    const left = tests.filter((test) => test.result().state === 'skipped').length;
    const counts = [
      `${tests.length} tests`,
      ...(left > 0 ? [`${left} not run`] : []),
      // A file can also fail as a whole, without a test.
      ...(failed.length > 0 ? [`${failed.length} FAILED`] : broke ? ['FAILED'] : []),
      seconds(since),
    ];
    this.#print(`${this.#ended} of ${this.#files}  ${broke ? '✗' : '✓'} ${testModule.relativeModuleId} (${counts.join(', ')})`);
    for (const test of failed)
      this.#print(`      ✗ ${test.fullName}: ${test.result().errors?.[0]?.message.split('\n')[0] ?? ''}`);
  }

  /** @param {string} line */
  #print(line) {
    this.#lastWord = performance.now();
    // Vitest's own output goes through its logger, which does not exist before its configuration is read.
    console.log(line);
  }

  /** The state of the run, a line for each file. */
  #whereabouts() {
    if (this.#running.size === 0)
      return [`${this.#ended} of ${this.#files} files ended, and no other has begun (${seconds(this.#began)})`];
    return [...this.#running].map(
      ([{ relativeModuleId }, { since, at, done }]) =>
        `${relativeModuleId}, for ${seconds(since)}, ${done} tests ended, at: ${at}`,
    );
  }

  #look() {
    const now = performance.now();
    const { file, run, silence } = this.#limits;
    const hung = [...this.#running]
      .filter(([, { since }]) => now - since > file)
      .map(([{ relativeModuleId }]) => relativeModuleId);
    const late = now - this.#began > run;
    if (hung.length === 0 && !late) {
      if (now - this.#lastWord > silence) for (const line of this.#whereabouts()) this.#print(`      … ${line}`);
      return;
    }
    for (const line of this.#whereabouts()) this.#print(`      … ${line}`);
    this.#print(
      hung.length > 0
        ? `GIVEN UP: ${hung.join(', ')} took longer than ${file / 1000} s.`
        : `GIVEN UP: the run took longer than ${run / 1000} s.`,
    );
    clearInterval(this.#timer);
    this.#giveUp(this.counts);
  }
}
