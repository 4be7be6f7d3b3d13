// `npm test`: every check, from a fresh clone. Only built-ins until the packages are installed.
// With arguments (`npm test -- test/card`) it runs only those tests: `vitest run` gets the arguments unchanged.
// `npm run test:long` (--long): all other journeys and element tests, more buyers at once, and the whole gateway on PostgreSQL.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { installWhenStale, root } from '../build/install.mjs';
import { findOrInstall } from './browsers.mjs';
import { engines, findOrInstallEngines } from './engines/engines.mjs';
import { findOrInstallPostgres } from './postgres.mjs';
import { countTests } from './test-count.mjs';

const reports = join(root, 'node_modules/.cache/checkout-elements');
const isLong = process.argv.includes('--long');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--long');

/** @type {{ name: string, passed: boolean, seconds: number }[]} */
const steps = [];

const total = { passed: 0, failed: 0, skipped: 0 };

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

/**
 * Runs Vitest and adds up what it reports.
 *
 * @param {string} name
 * @param {string[]} vitestArguments
 * @param {Record<string, string>} [variables]
 */
function testStep(name, vitestArguments, variables) {
  return step(
    name,
    async () => {
      const report = join(reports, `tests-${process.pid}.json`);
      mkdirSync(reports, { recursive: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const passed = await run('vitest/vitest.mjs', ['run', ...reporters, ...vitestArguments], variables);
      /** @type {typeof total} */
      const counted = existsSync(report)
        ? countTests(JSON.parse(readFileSync(report, 'utf8')))
        : { passed: 0, failed: 0, skipped: 0 };
      rmSync(report, { force: true });
      total.passed += counted.passed;
      total.skipped += counted.skipped;
      // An error outside of any test, such as a server that did not start, counts as one failure.
      total.failed += passed ? counted.failed : Math.max(counted.failed, 1);
      return passed;
    },
    true,
  );
}

/** What differs most between engines: names, focus and keys, sealing. The complete set is `npm run test:engines`. */
const SAMPLE = ['p2p-transfer/accessibility', 'fields/card-inputs'].map((name) => `test/elements/${name}.browser.test.ts`);

/** A sample in the other engines, if they are installed or only a package away. Work on this project does not require them. */
async function sampleEngines() {
  /** @type {string[]} */
  const here = [];
  await step('Other engines', () => {
    for (const engine of engines) {
      try {
        findOrInstallEngines([engine]);
        here.push(engine);
      } catch (error) {
        console.log(`Not tested in ${engine}. ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  });
  if (here.length === 0) return;
  // Vitest ignores a path without a file, so its tests would be missing without a message.
  const missing = SAMPLE.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`Expected the sample's files; found no ${missing.join(', ')}. Correct SAMPLE.`);
  const projects = here.flatMap((engine) => ['--project', `${engine}*`]);
  await testStep(`A sample in ${here.join(' and ')}`, [...projects, ...SAMPLE], { ENGINES: here.join(',') });
}

/** The files with a journey of the sample: each other file would be loaded for nothing. */
const sampledJourneys = () =>
  ['test/journeys', 'test/faults/live'].flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.journey.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((path) => /tags: \['(main|sample)'|@module-tag sample/.test(readFileSync(join(root, path), 'utf8'))),
  );

/** The tests in Node that draw their cases: each run of `npm test` draws the same ones. */
const propertyTests = () =>
  readdirSync(join(root, 'test'), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.browser.test.ts'))
    .map((name) => `test/${name}`)
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('fc.assert('));

/** The gateway's tests on a PostgreSQL server, if there is one or it can be installed. */
async function testOnServer(project = 'postgres', variables = {}) {
  let found = true;
  await step('PostgreSQL', () => {
    try {
      console.log(findOrInstallPostgres());
    } catch (error) {
      found = false;
      console.log(`Not tested on a server. ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  if (found) await testStep('The gateway on PostgreSQL', ['--project', project], variables);
}

function summarize() {
  console.log(`\n${'─'.repeat(64)}`);
  for (const { name, passed, seconds } of steps) {
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s`);
  }
  if (total.skipped > 0) console.log(`${total.skipped} tests were skipped.`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

if (!(await step('Packages', () => installWhenStale()))) summarize();
if (!(await step('Browser', () => console.log(findOrInstall())))) summarize();
if (chosen.length > 0) {
  await testStep('Chosen tests', chosen);
} else if (isLong) {
  const whole = { LONG: '1', MODEL_RUNS: '4000', RACES: '200' };
  await testStep('Long tests', ['--project', 'long', '--project', 'long journeys'], whole);
  await testStep('Property tests with new cases', ['--project', 'node', ...propertyTests()], whole);
  await testStep('All other element tests', ['--project', 'chromium', '--tags-filter', 'long'], whole);
  await testStep('All other journeys', ['--project', 'journeys', '--tags-filter', 'not main and not sample'], whole);
  await testStep('Journeys in a frame', ['--project', 'journeys in a frame*'], whole);
  await testStep('The package in React', ['--project', 'package', 'test/package/react.test.ts'], whole);
  await testOnServer('long on postgres', whole);
} else {
  await step('Type check', () => run('typescript/bin/tsc', []));
  await step('Format', () => run('oxfmt/bin/oxfmt', ['--check']));
  await step('Lint', () => run('oxlint/bin/oxlint', ['--type-aware', 'src', 'build', 'demo', 'test', 'vite.config.ts']));
  const built = await step('Build', async () => {
    const bundled = await run('vite/bin/vite.js', ['build', '--app', '--logLevel', 'warn']);
    return bundled && (await run('typescript/bin/tsc', ['-p', 'src/tsconfig.json']));
  });
  await testStep('Tests in Node', ['--project', 'node']);
  await testOnServer();
  await testStep('Tests in the browser', ['--project', 'chromium', '--tags-filter', 'not long']);
  await testStep('Journeys', ['--project', 'journeys', '--tags-filter', 'main or sample', ...sampledJourneys()]);
  await sampleEngines();
  if (built) await testStep('The package', ['--project', 'package'], { DIST_IS_FRESH: '1' });
}
summarize();
