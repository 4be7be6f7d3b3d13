// `npm test`: every check, from a fresh clone. Only built-ins until the packages are installed. With arguments (`npm test -- test/card`)
// it runs only those tests: `vitest run` gets the arguments unchanged.
// `npm run test:long` (--long) and `npm run test:engines` (--engines) run all the rest. With them:
//   webkit elements …   the parts whose names begin so; paths of tests run those tests alone
//   --quarter 0 … 3     a fourth of the parts
//   --list              the names of the parts
// `npm test -- --and-quarter 0` runs every check, and then this fourth of both: so the CI does.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { installWhenStale, root } from '../build/install.mjs';
import { findOrInstall } from './browsers.mjs';
import { findOrInstallEngine } from './engines/engines.mjs';
import { findOrInstallInterpreter } from './interpreters.mjs';
import { PARTS, quarterOf } from './parts.mjs';
import { findOrInstallPostgres } from './postgres.mjs';
import { argumentsFor, cleared, failedIn, worthASecondRun } from './second-run.mjs';

const reports = join(root, 'node_modules/.cache/checkout-elements');
/** Longer than any part takes: one that hangs is ended. */
const LIMIT_MS = 30 * 60_000;

const SEED = String(Date.now() % 2 ** 31);

/** @type {{ name: string, passed: boolean, seconds: number }[]} */
const steps = [];
const total = { passed: 0, failed: 0, skipped: 0 };
/** The tests that failed, and passed when they ran alone. @type {string[]} */
const flaky = [];
/** The tests that failed for good, named at the end, where a long log is cut last. @type {string[]} */
const failures = [];

/**
 * @param {string} name
 * @param {() => unknown} act throws, or answers false, when the step failed.
 * @param {boolean} countsItself whether it adds its failures to the total. Any other step (type check, lint, build) that
 * fails counts as one, so that the last line never reports 0 failures for a broken run.
 */
async function step(name, act, countsItself = false) {
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
  if (!passed && !countsItself) total.failed += 1;
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
    // A test that is run once more has to find the languages that it had.
    env: { SEED, ...process.env, ...variables },
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  const limit = setTimeout(() => {
    console.log(`Given up after ${LIMIT_MS / 60_000} minutes.`);
    child.kill('SIGKILL');
  }, LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.removeListener('exit', kill);
      clearTimeout(limit);
      resolve(code === 0);
    });
  });
}

/**
 * Runs Vitest once.
 *
 * @param {string[]} vitestArguments
 * @param {Record<string, string>} [variables]
 */
async function runVitest(vitestArguments, variables) {
  const file = join(reports, `tests-${process.pid}.json`);
  mkdirSync(reports, { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const passed = await run('vitest/vitest.mjs', ['run', ...reporters, ...vitestArguments], variables);
  const report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  if (existsSync(file)) Object.assign(report, JSON.parse(readFileSync(file, 'utf8')));
  rmSync(file, { force: true });
  return { passed, report };
}

/**
 * Runs Vitest and adds up what it reports.
 *
 * @param {string} name
 * @param {string[]} vitestArguments
 * @param {Record<string, string>} [variables]
 * @param {boolean} [again] whether a test that fails is run once more, alone.
 */
const testStep = (name, vitestArguments, variables, again = false) =>
  step(
    name,
    async () => {
      const { passed, report } = await runVitest(vitestArguments, variables);
      // A file that did not load, or a server that did not start, has no failed test: it counts as one failure.
      let failed = passed ? 0 : Math.max(report.numFailedTests, 1);
      total.skipped += report.numPendingTests;
      total.passed += report.numPassedTests;
      const line = (/** @type {{ file: string, name: string }} */ test) => `${name}: ${relative(root, test.file)} > ${test.name}`;
      const lines = new Set(failedIn(report).map(line));
      for (const tests of again && !passed ? worthASecondRun(report) : []) {
        console.log(`Once more, alone: ${tests.names.join(', ')}`);
        const second = await runVitest([...vitestArguments, ...argumentsFor(tests)], variables);
        const names = cleared(tests, second);
        for (const alone of names.map((test) => line({ file: tests.file, name: test }))) {
          flaky.push(alone);
          lines.delete(alone);
        }
        total.passed += names.length;
        failed -= names.length;
      }
      total.failed += failed;
      failures.push(...lines);
      return failed === 0;
    },
    true,
  );

/** @type {Readonly<Record<string, () => void>>} */
const NEEDS = {
  interpreters: () => console.log(`${findOrInstallInterpreter('php')}, ${findOrInstallInterpreter('python3')}`),
  postgres: () => console.log(findOrInstallPostgres()),
  firefox: () => findOrInstallEngine('firefox'),
  webkit: () => findOrInstallEngine('webkit'),
};

/** @param {import('./parts.mjs').Part} part @param {Record<string, string>} variables @param {string[]} paths */
async function runPart({ name, suite, vitest, needs }, variables, paths = []) {
  const prepare = needs && NEEDS[needs];
  if (prepare && !(await step(`For ${name}`, prepare))) return;
  const engine = needs === 'firefox' || needs === 'webkit' ? { ENGINES: needs } : undefined;
  const chosen = paths.length > 0 ? ['--passWithNoTests', ...paths] : [];
  await testStep(name, [...vitest, ...chosen], { ...variables, ...engine }, suite !== 'test');
}

function summarize() {
  console.log(`\n${'─'.repeat(64)}`);
  for (const { name, passed, seconds } of steps) {
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s`);
  }
  for (const name of flaky) console.log(`flaky   ${name}`);
  for (const name of failures) console.log(`failed  ${name}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exit(total.failed === 0 ? 0 : 1);
}

/** The parts that the command line chooses, and the paths in it. @param {import('./parts.mjs').Suite[]} suites @param {string[]} rest */
function choose(suites, rest) {
  const parts = PARTS.filter(({ suite }) => suites.includes(suite));
  const quarter = rest.indexOf('--quarter');
  if (quarter >= 0) return { parts: quarterOf(parts, Number(rest[quarter + 1])), paths: [] };
  const paths = rest.filter((argument) => argument.includes('/'));
  const words = rest.filter((argument) => !argument.startsWith('--') && !argument.includes('/')).join(' ');
  return { parts: parts.filter(({ name }) => name.startsWith(words)), paths };
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

const given = process.argv.slice(2);
const longer = /** @type {const} */ (['long', 'engines']).filter((suite) => given.includes(`--${suite}`));
const rest = given.filter((argument) => argument !== '--long' && argument !== '--engines');
if (longer.length > 0 && rest.includes('--list')) {
  for (const { name } of choose(longer, []).parts) console.log(name);
  process.exit(0);
}
const quarter = rest[0] === '--and-quarter' ? Number(rest[1]) : undefined;
if (quarter !== undefined && ![0, 1, 2, 3].includes(quarter)) throw new Error(`Expected --and-quarter 0 to 3; got ${rest[1]}.`);
const LONG = { LONG: '1', RACES: '25' };

if (!(await step('Packages', () => installWhenStale()))) summarize();
if (!(await step('Browser', () => console.log(findOrInstall())))) summarize();
if (longer.length > 0) {
  const { parts, paths } = choose(longer, rest);
  if (parts.length === 0) throw new Error(`There is no such part: ${rest.join(' ')}. --list shows all.`);
  for (const part of parts) await runPart(part, LONG, paths);
} else if (rest.length > 0 && quarter === undefined) {
  await testStep('Chosen tests', rest);
} else {
  await step('Type check', () => run('typescript/bin/tsc', []));
  await step('Format', () => run('oxfmt/bin/oxfmt', ['--check']));
  await step('Lint', () => run('oxlint/bin/oxlint', ['--type-aware', 'src', 'build', 'demo', 'test', 'vite.config.ts']));
  await step('Unused files, exports and packages', () => run('knip/bin/knip.js', ['--no-progress']));
  const built = await step('Build', async () => {
    const bundled = await run('vite/bin/vite.js', ['build', '--app', '--logLevel', 'warn']);
    return bundled && (await run('typescript/bin/tsc', ['-p', 'src/tsconfig.json']));
  });
  for (const part of PARTS.filter(({ suite }) => suite === 'test'))
    if (built || part.needs !== 'package') await runPart(part, { DIST_IS_FRESH: '1' });
  if (quarter !== undefined)
    for (const part of choose(['long', 'engines'], ['--quarter', String(quarter)]).parts)
      await runPart(part, built ? { ...LONG, DIST_IS_FRESH: '1' } : LONG);
}
summarize();
