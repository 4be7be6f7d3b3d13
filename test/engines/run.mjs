// `npm run test:engines`: the element tests and the main journeys in Firefox and WebKit, both at once.
// `npm run test:engines -- webkit test/elements/fields/amount` runs the tests of that path in one of them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { installWhenStale, root } from '../../build/install.mjs';
import { engines, findOrInstallEngines } from './engines.mjs';
import { LIMITS } from './limits.mjs';

/** @typedef {import('./engines.mjs').Engine} Engine */

/** @type {Readonly<Record<Engine, string[][]>>} the arguments of each call of Vitest, one after the other. */
const RUNS = {
  firefox: [
    ['--project', 'firefox*'],
    ['--project', 'journeys firefox*', '--tags-filter', 'main or engines'],
  ],
  webkit: [['--project', 'webkit*', '--project', 'journeys webkit']],
};

/** Longer than Vitest's own limit (limits.mjs): ends a run that did not end itself. */
const LIMIT_MS = LIMITS.run + 60_000;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Prints a stream line by line, each with its engine.
 *
 * @param {Engine} engine
 * @param {import('node:stream').Readable} stream
 */
function show(engine, stream) {
  createInterface({ input: stream }).on('line', (line) => console.log(`${engine.padEnd(7)} │ ${line}`));
}

/**
 * Runs Vitest and prints its output as it runs.
 *
 * @param {Engine} engine
 * @param {string[]} vitestArguments
 * @returns {Promise<Counts>} a failure outside of any test, such as a browser that did not start, counts as one.
 */
function vitest(engine, vitestArguments) {
  const child = spawn(process.execPath, [join(root, 'test/engines/vitest.mjs'), ...vitestArguments], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ENGINES: engine },
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  const limit = setTimeout(() => {
    console.log(`${engine.padEnd(7)} │ GIVEN UP: Vitest itself hung; the file is one of those it named last.`);
    child.kill('SIGKILL');
  }, LIMIT_MS);
  for (const stream of [child.stdout, child.stderr]) if (stream) show(engine, stream);
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0 };
  child.on('message', (message) => (counts = /** @type {Counts} */ (message)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.removeListener('exit', kill);
      clearTimeout(limit);
      resolve(code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) });
    });
  });
}

/**
 * @param {Engine} engine
 * @param {string[]} paths of tests; all without.
 */
async function test(engine, paths) {
  const began = performance.now();
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const run of RUNS[engine]) {
    // The path of an element test matches no journey.
    const { passed, failed, skipped } = await vitest(engine, paths.length > 0 ? [...run, '--passWithNoTests', ...paths] : run);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return { engine, ...total, seconds: (performance.now() - began) / 1000 };
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

const chosen = process.argv.slice(2);
const asked = engines.filter((engine) => chosen.includes(engine));
const wanted = asked.length > 0 ? asked : engines;
const paths = chosen.filter((argument) => !engines.some((engine) => engine === argument));
try {
  await installWhenStale();
  findOrInstallEngines(wanted);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
console.log(`Testing in ${wanted.join(' and ')}.`);
const results = await Promise.all(wanted.map((engine) => test(engine, paths)));
console.log('─'.repeat(64));
for (const { engine, passed, failed, skipped, seconds } of results) {
  // The journeys that are not tagged for other engines count as skipped too.
  const counted = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not for it` : ''}`;
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${engine.padEnd(8)} ${counted.padEnd(34)} ${seconds.toFixed(1).padStart(7)} s`,
  );
}
const ranAny = results.some(({ passed, failed }) => passed + failed > 0);
if (!ranAny) console.log(`No test was run: no test has the path ${paths.join(' ')}.`);
process.exit(ranAny && results.every(({ failed }) => failed === 0) ? 0 : 1);
