/**
 * @typedef {object} JsonReport the part of Vitest's JSON report that is used here.
 * @property {{ status: string, message?: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * Counts tests one by one from Vitest's JSON report. A file that failed before its first test counts as one failure: it has
 * no failed test.
 *
 * @param {JsonReport} report
 */
export function countTests(report) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report.testResults) {
    const failedBefore = count.failed;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') count.passed += 1;
      else if (status === 'failed') count.failed += 1;
      else count.skipped += 1;
    }
    if (file.status === 'failed' && count.failed === failedBefore) count.failed += 1;
  }
  return count;
}
