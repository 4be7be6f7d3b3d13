// `npm run mutants`: changes the code that decides about money, one small change at a time, and lists the changes that no test
// noticed. Slow: run it in the background. node test/mutants/run.mjs [group …] Without a group, all of groups.mjs but the elements'.
// The exit code does not depend on the result.
import process from 'node:process';
import { installWhenStale, root } from '../../build/install.mjs';
import { ELEMENT_GROUPS, GROUPS } from './groups.mjs';

process.chdir(root);
const chosen = process.argv.slice(2);
const known = [...Object.keys(GROUPS), ...ELEMENT_GROUPS];
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Expected groups of ${known.join(', ')}; got ${unknown.join(', ')}.`);
  process.exit(2);
}

await installWhenStale();
const { Stryker } = await import('@stryker-mutator/core');
const { mutateElements } = await import('./in-browser.mjs');

/** How many changes of each folder of elements are tried. */
const SAMPLE = 30;

/** The states of a mutant that a test noticed: the test failed, or could not be loaded. */
const KILLED = ['Killed', 'RuntimeError', 'CompileError'];

/** Of a mutant that Vitest or Stryker gave up on. */
const LATE = /Test timed out in \d+ms/;

/** @typedef {{ killed: number, late: number, all: number }} Count */

/**
 * A test that did not end in time has not failed: the change may have made it endless, or the machine was busy. So those count apart.
 *
 * @param {Count} count
 */
const text = ({ killed, late, all }) =>
  `${killed} of ${all} killed, ${((100 * killed) / all).toFixed(1)} %${late > 0 ? `; ${late} timed out` : ''}`;

/**
 * @param {readonly string[]} mutate Files, or ranges in them.
 * @param {readonly string[]} tests
 */
async function mutantsOf(mutate, tests) {
  process.env['MUTANT_TESTS'] = tests.join(' ');
  const stryker = new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Vitest gives up on a test sooner, except where the change has made a loop endless.
    timeoutMS: 60_000,
    // Stryker would rewrite it with an interface that TypeScript 7 no longer has; Vitest needs none.
    tsconfigFile: 'none',
    logLevel: /** @type {import('@stryker-mutator/api/core').LogLevel} */ ('error'),
    reporters: [],
    allowConsoleColors: false,
    // Git ignores it, but test runners do not. Each run removes its own when it ends.
    tempDirName: `coverage/mutants-${process.pid}`,
    ignorePatterns: [
      '*',
      '!src/**',
      '!test/**',
      '!demo/**',
      '!build/**',
      '!package.json',
      '!tsconfig.json',
      'test/mutants/coverage',
    ],
  });
  return (await stryker.runMutationTest()).filter(({ status }) => status !== 'Ignored');
}

/** @typedef {Awaited<ReturnType<typeof mutantsOf>>[number]} Mutant */

/** @param {Mutant} mutant */
const stateOf = ({ status, statusReason = '' }) => {
  if (status === 'Timeout' || LATE.test(statusReason)) return 'Timeout';
  return KILLED.includes(status) ? 'Killed' : status;
};

/** @param {Mutant} mutant */
const placeOf = ({ fileName, location: { start, end } }) =>
  `${fileName.replace(/^.*?\b(src\/)/, '$1')}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

/** @param {Mutant} mutant */
const nameOf = (mutant) => `${placeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement}`;

/**
 * @param {string} name
 * @returns {Promise<Count>}
 */
async function tryGroup(name) {
  const { mutate, tests, further = [] } = /** @type {(typeof GROUPS)[string]} */ (GROUPS[name]);
  let results = await mutantsOf(mutate, tests);
  const left = results.filter((result) => stateOf(result) !== 'Killed');
  if (left.length > 0 && further.length > 0) {
    console.log(`${name}: ${results.length - left.length} of ${results.length} killed by the nearest tests`);
    const again = new Map((await mutantsOf(left.map(placeOf), further)).map((result) => [nameOf(result), result]));
    // A change that made the nearest tests endless stays one.
    results = results.map((result) => {
      const later = stateOf(result) === 'Survived' || stateOf(result) === 'NoCoverage' ? again.get(nameOf(result)) : undefined;
      return later ?? result;
    });
  }
  const killed = results.filter((result) => stateOf(result) === 'Killed').length;
  const late = results.filter((result) => stateOf(result) === 'Timeout').length;
  const count = { killed, late, all: results.length };
  console.log(`\n${name}: ${text(count)}`);
  for (const result of results) {
    const state = stateOf(result);
    if (state === 'Killed') continue;
    const { mutatorName, replacement } = result;
    const changed = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 90);
    console.log(`  ${state} ${placeOf(result)} ${mutatorName} → ${changed}`);
  }
  return count;
}

/** @type {Count} */
const sum = { killed: 0, late: 0, all: 0 };
/** @param {Count} count */
function add({ killed, late, all }) {
  sum.killed += killed;
  sum.late += late;
  sum.all += all;
}

for (const name of chosen.length > 0 ? chosen : Object.keys(GROUPS))
  if (!ELEMENT_GROUPS.includes(name)) add(await tryGroup(name));

const folders = ELEMENT_GROUPS.filter((name) => chosen.includes(name));
if (folders.length > 0) {
  for await (const { folder, results } of mutateElements(folders, SAMPLE)) {
    /** @type {Count} */
    const count = { killed: 0, late: 0, all: 0 };
    for await (const { state, name } of results) {
      count.all += 1;
      if (state === 'killed') count.killed += 1;
      else console.log(`  ${state} ${name}`);
      if (state === 'late') count.late += 1;
    }
    console.log(`${folder}: ${text(count)}`);
    add(count);
  }
}
console.log(`\n${text(sum)}`);
