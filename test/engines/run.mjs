// `npm run test:engines`: the element tests and the main journeys in Firefox and WebKit, both at once.
// `npm run test:engines -- webkit test/elements/amount` runs the tests of that path in one of them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { installWhenStale, root } from '../../demo/start/install.mjs';
import { engines, findOrInstallEngines } from './engines.mjs';

/** @typedef {import('./engines.mjs').Engine} Engine */

/** @type {Readonly<Record<Engine, string[][]>>} the arguments of each call of Vitest, one after the other. */
const RUNS = {
  firefox: [
    ['--project', 'firefox*'],
    ['--project', 'journeys firefox', '--tags-filter', 'main'],
  ],
  webkit: [['--project', 'webkit*', '--project', 'journeys webkit']],
};

/**
 * Runs Vitest and shows what it said when it is through, as another may be at work beside it.
 *
 * @param {Engine} engine
 * @param {string[]} vitestArguments
 * @returns {Promise<boolean>} whether all passed.
 */
function vitest(engine, vitestArguments) {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [program, 'run', ...vitestArguments], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ENGINES: engine },
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (/** @type {Buffer} */ chunk) => said.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.removeListener('exit', kill);
      console.log(`\n── ${engine} ${'─'.repeat(60 - engine.length)}\n${Buffer.concat(said).toString()}`);
      resolve(code === 0);
    });
  });
}

/**
 * @param {Engine} engine
 * @param {string[]} paths of tests; all without.
 */
async function test(engine, paths) {
  const began = performance.now();
  let passed = true;
  const runs = paths.length > 0 ? [[...RUNS[engine].flat(), '--passWithNoTests', ...paths]] : RUNS[engine];
  for (const run of runs) passed = (await vitest(engine, run)) && passed;
  return { engine, passed, seconds: (performance.now() - began) / 1000 };
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
console.log(`Testing in ${wanted.join(' and ')}; each is shown when it is through.`);
const results = await Promise.all(wanted.map((engine) => test(engine, paths)));
console.log('─'.repeat(64));
for (const { engine, passed, seconds } of results) {
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${engine.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s`);
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
