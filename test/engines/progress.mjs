// What a run in another engine says while it lasts: a line for each file as it ends, for each test that failed, and,
// where nothing ends for a while, what it is at. A run that stands still ends, and names the file it stood still in.
import { DefaultReporter } from 'vitest/node';
import { LIMITS } from './limits.mjs';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Vitest's words at the end of a run, and ours before it. */
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
   * @param {(counts: Progress['counts']) => void} giveUp ends a run that stands still.
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
      // A file can also break as a whole, without a test.
      ...(failed.length > 0 ? [`${failed.length} FAILED`] : broke ? ['FAILED'] : []),
      seconds(since),
    ];
    this.#say(`${this.#ended} of ${this.#files}  ${broke ? '✗' : '✓'} ${testModule.relativeModuleId} (${counts.join(', ')})`);
    for (const test of failed) this.#say(`      ✗ ${test.fullName}: ${test.result().errors?.[0]?.message.split('\n')[0] ?? ''}`);
  }

  /** @param {string} line */
  #say(line) {
    this.#lastWord = performance.now();
    // Vitest's own words go through its logger, which is not there before it has read its configuration.
    console.log(line);
  }

  /** Where the run is, a line for each file. */
  #whereabouts() {
    if (this.#running.size === 0) return [`${this.#ended} of ${this.#files} files ended, and no other has begun (${seconds(this.#began)})`];
    return [...this.#running].map(
      ([{ relativeModuleId }, { since, at, done }]) => `${relativeModuleId}, for ${seconds(since)}, ${done} tests ended, at: ${at}`,
    );
  }

  #look() {
    const now = performance.now();
    const { file, run, silence } = this.#limits;
    const hung = [...this.#running].filter(([, { since }]) => now - since > file).map(([{ relativeModuleId }]) => relativeModuleId);
    const late = now - this.#began > run;
    if (hung.length === 0 && !late) {
      if (now - this.#lastWord > silence) for (const line of this.#whereabouts()) this.#say(`      … ${line}`);
      return;
    }
    for (const line of this.#whereabouts()) this.#say(`      … ${line}`);
    this.#say(
      hung.length > 0
        ? `GIVEN UP: ${hung.join(', ')} took longer than ${file / 1000} s.`
        : `GIVEN UP: the run took longer than ${run / 1000} s.`,
    );
    clearInterval(this.#timer);
    this.#giveUp(this.counts);
  }
}
