// A failed test of a long part is run once more, alone: on a busy machine one in some thousand fails by chance.

/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} TestResult */
/** @typedef {{ testResults?: { name: string, assertionResults: TestResult[] }[] }} Report what Vitest's reporter `json` writes. */
/** @typedef {{ file: string, names: string[] }} FailedTests */

/** More failures than that are no chance. */
const MOST = 10;

/** A test that draws its cases names their seed: drawn anew they may pass, and the defect stays. */
const isDrawn = (/** @type {TestResult} */ { failureMessages = [] }) => failureMessages.some((text) => /\bseed\b/i.test(text));

/** @param {Report} report @returns {FailedTests[]} */
const failedTests = ({ testResults = [] }) =>
  testResults
    .map(({ name, assertionResults }) => ({ file: name, failed: assertionResults.filter(({ status }) => status === 'failed') }))
    .filter(({ failed }) => failed.length > 0)
    .map(({ file, failed }) => ({ file, names: failed.filter((test) => !isDrawn(test)).map(({ fullName }) => fullName) }));

/** The failed tests that a second run may clear. @param {Report} report @returns {FailedTests[]} */
export function worthASecondRun(report) {
  const failed = failedTests(report);
  return failed.flatMap(({ names }) => names).length > MOST ? [] : failed.filter(({ names }) => names.length > 0);
}

/** Every test that failed, with its file. @param {Report} report */
export const failedIn = ({ testResults = [] }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => ({ file: name, name: fullName })),
  );

/** Vitest's arguments that run these tests and no other. @param {FailedTests} failed */
export const argumentsFor = ({ file, names }) => [
  file,
  '--no-file-parallelism',
  '--testNamePattern',
  `^(${names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|')})$`,
];

/** The names that passed in the second run. @param {FailedTests} failed @param {{ passed: boolean, report: Report }} second */
export function cleared({ names }, { passed, report }) {
  const results = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const passedNow = names.filter((name) => {
    const again = results.filter(({ fullName, status }) => fullName === name && (status === 'passed' || status === 'failed'));
    return again.length > 0 && again.every(({ status }) => status === 'passed');
  });
  // An error outside of every test failed the run.
  return passed || passedNow.length < names.length ? passedNow : [];
}
