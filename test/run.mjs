// `npm test`: everything there is to check, from a fresh clone. Built-ins only until the packages are installed.
// With arguments (`npm test -- test/card`) it runs those tests alone: `vitest run` gets the arguments as they are.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { installWhenStale, root } from '../demo/start/install.mjs';
import { findOrInstall } from './browsers.mjs';
import { countTests } from './test-count.mjs';

const report = join(root, 'node_modules/.cache/checkout-elements', `test-report-${process.pid}.json`);
const chosen = process.argv.slice(2);

/** @type {{ name: string, passed: boolean, seconds: number }[]} */
const steps = [];

/**
 * @param {string} name
 * @param {() => unknown} act throws, or answers false, when the step failed.
 */
async function step(name, act) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(2, 60 - name.length))}`);
  const began = performance.now();
  let passed = false;
  try {
    passed = (await act()) !== false;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
  }
  const seconds = (performance.now() - began) / 1000;
  steps.push({ name, passed, seconds });
  console.log(`${passed ? 'done' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return passed;
}

/**
 * Runs a program of an installed package with this Node, its output shown.
 *
 * @param {string} program path below node_modules.
 * @param {string[]} programArguments
 * @param {Record<string, string>} [variables]
 */
function run(program, programArguments, variables = {}) {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...programArguments], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...variables },
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.removeListener('exit', kill);
      resolve(code === 0);
    });
  });
}

/** @param {{ passed: number, failed: number, skipped: number }} tests */
function summarize(tests) {
  const broken = steps.filter(({ passed }) => !passed);
  console.log(`\n${'─'.repeat(64)}`);
  for (const { name, passed, seconds } of steps) {
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s`);
  }
  if (tests.skipped > 0) console.log(`${tests.skipped} tests were skipped.`);
  // A failed step that is no test run (type check, lint, build) counts as one failure, so that the line never says 0.
  const failed = tests.failed + broken.filter(({ name }) => name !== TESTS || tests.failed === 0).length;
  console.log(`\n${tests.passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

const TESTS = 'Tests';

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

const none = { passed: 0, failed: 0, skipped: 0 };
if (!(await step('Packages', () => installWhenStale()))) summarize(none);
if (!(await step('Browser', () => console.log(findOrInstall())))) summarize(none);
let built = false;
if (chosen.length === 0) {
  await step('Type check', () => run('typescript/bin/tsc', []));
  await step('Lint', () => run('oxlint/bin/oxlint', ['--type-aware', 'src', 'demo', 'test', 'vite.config.ts']));
  built = await step('Build', async () => {
    const bundled = await run('vite/bin/vite.js', ['build', '--app', '--logLevel', 'warn']);
    return bundled && (await run('typescript/bin/tsc', ['-p', 'src/tsconfig.json']));
  });
}
mkdirSync(join(report, '..'), { recursive: true });
await step(TESTS, () =>
  run(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen],
    built ? { DIST_IS_FRESH: '1' } : {},
  ),
);
let tests = none;
try {
  tests = countTests(JSON.parse(readFileSync(report, 'utf8')));
} catch {
  console.log('The test run left no report.');
}
rmSync(report, { force: true });
summarize(tests);
