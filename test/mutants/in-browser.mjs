// Mutants of the elements. Stryker has no runner for tests in a browser, so this uses its mutator alone: every change is in the code at
// once, and the page asks which one is on. One Vitest, one browser and one server stay open for all of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../build/install.mjs';

/** A change that takes longer than this has made a test endless (ms). */
const PATIENCE = 240_000;
/** So many of the nearest files have to notice a change. */
const NEAREST = 9;
const AT_ONCE = 3;
/** A loop that comes by a change so often is endless. */
const ENDLESS = 200_000;

/** What the page asks for and tells: `switch.ts` is in the page, `browser.config.ts` between them. */
const table = {
  /** @type {ReadonlyMap<string, string>} The changed sources, by their paths. */
  sources: new Map(),
  /** @type {string} The change that is on; empty for none. */
  active: '',
  limit: ENDLESS,
  /** @type {Map<string, Set<string>>} Which test files reach a change. */
  reached: new Map(),
};
/** @type {{ mutants?: typeof table }} */ (globalThis).mutants = table;

const silent = () => {};
const { warn, error } = console;
const logger = { trace: silent, debug: silent, info: silent, warn, error, fatal: error, isDebugEnabled: () => false };

/**
 * The files of a folder of elements. A change in a style sheet is for the pictures to notice, and one in `framed` for the journeys.
 *
 * @param {string} folder
 */
function filesOf(folder) {
  const path = join(root, 'src/elements', folder);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /^(?!framed).*(?<!styles)\.ts$/.test(name)).map((name) => join(path, name));
}

/** @param {readonly string[]} names */
async function instrument(names) {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { ignorers: [], excludedMutations: [], plugins: null };
  const { files: changed, mutants } = await new Instrumenter(/** @type {never} */ (logger)).instrument(files, options);
  table.sources = new Map(changed.map(({ name, content }) => [name, content]));
  return mutants;
}

/** @typedef {Awaited<ReturnType<typeof instrument>>[number]} Mutant */

/** Random, and the same whenever the text is (FNV-1a): so a sample stays one when other files change. @param {string} text */
function drawn(text) {
  let state = 2_166_136_261;
  for (const sign of text) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return state >>> 0;
}

/** @param {Mutant} mutant */
const placeOf = ({ fileName, location: { start, end } }) =>
  `${relative(root, fileName)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

/** @param {Mutant} mutant */
const nameOf = (mutant) =>
  `${placeOf(mutant)} ${mutant.mutatorName} → ${mutant.replacement.replaceAll(/\s+/g, ' ').slice(0, 90)}`;

/** How near a test is to a source: how many folders of their paths are the same. @param {string} test @param {string} source */
function nearness(test, source) {
  const [one, other] = [relative(join(root, 'test'), test).split('/'), relative(join(root, 'src'), source).split('/')];
  const parting = one.findIndex((folder, index) => folder !== other[index]);
  return parting < 0 ? one.length : parting;
}

async function startTests() {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'test/mutants/browser.config.ts'),
    watch: false,
    run: true,
    reporters: [{}],
  });
  return { vitest, specs: await vitest.globTestSpecifications(['test/elements/']) };
}

/** @typedef {Awaited<ReturnType<typeof startTests>>} Tests */

/**
 * Runs tests.
 *
 * @param {Tests} tests
 * @param {Tests['specs']} specs
 * @returns {Promise<Tests['specs'] | 'late'>} those that failed
 */
async function run({ vitest }, specs, patience = PATIENCE) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((resolve) => void (timer = setTimeout(() => resolve(undefined), patience)));
  const result = await Promise.race([vitest.runTestSpecifications(specs, false), late]);
  clearTimeout(timer);
  if (!result) return 'late';
  const { testModules } = /** @type {Awaited<ReturnType<typeof vitest.runTestSpecifications>>} */ (result);
  return specs.filter(({ moduleId }) => !testModules.some((one) => one.moduleId === moduleId && one.ok()));
}

/** @param {Tests} tests @param {Mutant} mutant @returns {Promise<'killed' | 'survived' | 'late' | 'unreached'>} */
async function tryMutant(tests, mutant) {
  const nearest = tests.specs
    .filter(({ moduleId }) => table.reached.get(mutant.id)?.has(moduleId))
    .toSorted((one, other) => nearness(other.moduleId, mutant.fileName) - nearness(one.moduleId, mutant.fileName))
    .slice(0, NEAREST);
  if (nearest.length === 0) return 'unreached';
  table.active = mutant.id;
  try {
    // The nearest ones first: most changes fail at once.
    for (let from = 0; from < nearest.length; from += AT_ONCE) {
      let failed = await run(tests, nearest.slice(from, from + AT_ONCE));
      // Twice, or it may be the machine that was busy.
      if (failed !== 'late' && failed.length > 0) failed = await run(tests, failed.slice(0, 1));
      if (failed === 'late') return 'late';
      if (failed.length > 0) return 'killed';
    }
    return 'survived';
  } finally {
    table.active = '';
  }
}

/**
 * Tries a sample of the changes of some folders of elements, one at a time.
 *
 * @param {readonly string[]} folders
 * @param {number} sample
 */
export async function* mutateElements(folders, sample) {
  const files = new Map(folders.map((folder) => [folder, filesOf(folder)]));
  const mutants = await instrument([...files.values()].flat());
  let tests = await startTests();
  const failed = await run(tests, tests.specs, 10 * PATIENCE);
  if (failed === 'late') throw new Error('The tests of the elements did not end.');
  const ids = new Set(failed.map(({ moduleId }) => moduleId));
  tests.vitest.config.bail = 1;
  // Of no use for what follows; some read the sources themselves.
  tests.specs = tests.specs.filter(({ moduleId }) => !ids.has(moduleId));
  console.log(
    `${tests.specs.length} test files; failed without a change: ${[...ids].map((id) => relative(root, id)).join(', ')}`,
  );
  for (const [folder, names] of files) {
    const all = mutants.filter(({ fileName }) => names.includes(fileName));
    const inDraw = all.toSorted((one, other) => drawn(nameOf(one)) - drawn(nameOf(other)));
    for (const mutant of inDraw.slice(0, sample)) {
      const state = await tryMutant(tests, mutant);
      if (state === 'late') {
        const { specs } = tests;
        await tests.vitest.close();
        tests = await startTests();
        tests.vitest.config.bail = 1;
        tests.specs = tests.specs.filter(({ moduleId }) => specs.some((one) => one.moduleId === moduleId));
      }
      yield { folder, state, name: nameOf(mutant), of: all.length };
    }
  }
  await tests.vitest.close();
}
