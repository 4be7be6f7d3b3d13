// Mutants of the elements. Stryker has no runner for tests in a browser, so this uses its mutator alone: every change is in the code at
// once, and the page asks which one is on. One Vitest, one browser and one server stay open for all of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../build/install.mjs';

/** A change that takes longer than this has made a test endless (ms). */
const PATIENCE = 600_000;
/** The test files of each turn, from and to, the most relevant first: most changes are noticed in the first turn. */
const TURNS = /** @type {const} */ ([[0, 3], [3, 12], [12]]);
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

/** The words of a text, those inside names, too. @param {string} text */
const wordsOf = (text) =>
  new Set(
    text
      .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
      .toLowerCase()
      .match(/[a-z]{3,}/g),
  );

/**
 * Puts test files into the order in which they have to notice a change: first those that speak of what is around it, in words that few
 * of them have.
 *
 * @param {readonly string[]} paths
 * @returns {(mutant: Mutant) => (path: string) => number}
 */
function relevanceOf(paths) {
  const texts = new Map(paths.map((path) => [path, wordsOf(relative(root, path) + readFileSync(path, 'utf8'))]));
  const all = [...texts.values()];
  /** @param {string} word */
  const rarity = (word) => Math.log(all.length / Math.max(1, all.filter((words) => words.has(word)).length));
  return ({ fileName, location: { start, end } }) => {
    const lines = readFileSync(fileName, 'utf8')
      .split('\n')
      .slice(Math.max(0, start.line - 3), end.line + 4);
    const rarities = [...wordsOf([relative(root, fileName), ...lines].join('\n'))].map(
      (word) => /** @type {const} */ ([word, rarity(word)]),
    );
    return (path) => {
      const words = texts.get(path) ?? new Set();
      // A long file has more words.
      return rarities.reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0) / Math.sqrt(words.size);
    };
  };
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

/**
 * @param {Tests} tests
 * @param {Mutant} mutant
 * @param {(path: string) => number} relevance
 * @returns {Promise<'killed' | 'survived' | 'late' | 'unreached'>}
 */
async function tryMutant(tests, mutant, relevance) {
  const chosen = tests.specs
    .filter(({ moduleId }) => table.reached.get(mutant.id)?.has(moduleId))
    .toSorted((one, other) => relevance(other.moduleId) - relevance(one.moduleId));
  if (chosen.length === 0) return 'unreached';
  table.active = mutant.id;
  try {
    for (const turn of TURNS) {
      const files = chosen.slice(...turn);
      if (files.length === 0) break;
      let failed = await run(tests, files);
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
 * Tries a sample of the changes of some folders of elements, one at a time, folder by folder.
 *
 * @param {readonly string[]} folders
 * @param {number} sample
 */
export async function* mutateElements(folders, sample) {
  const files = new Map(folders.map((folder) => [folder, filesOf(folder)]));
  const mutants = await instrument([...files.values()].flat());
  let tests = await startTests();
  const failed = await run(tests, tests.specs, 4 * PATIENCE);
  if (failed === 'late') throw new Error('The tests of the elements did not end.');
  const ids = new Set(failed.map(({ moduleId }) => moduleId));
  tests.vitest.config.bail = 1;
  // Of no use for what follows; some read the sources themselves.
  tests.specs = tests.specs.filter(({ moduleId }) => !ids.has(moduleId));
  console.log(
    `${tests.specs.length} test files; failed without a change: ${[...ids].map((id) => relative(root, id)).join(', ')}`,
  );
  const relevance = relevanceOf(tests.specs.map(({ moduleId }) => moduleId));
  /** @param {readonly string[]} names */
  async function* trySample(names) {
    const all = mutants.filter(({ fileName }) => names.includes(fileName));
    const inDraw = all.toSorted((one, other) => drawn(nameOf(one)) - drawn(nameOf(other)));
    for (const mutant of inDraw.slice(0, sample)) {
      const state = await tryMutant(tests, mutant, relevance(mutant));
      if (state === 'late') {
        const { specs } = tests;
        await tests.vitest.close();
        tests = await startTests();
        tests.vitest.config.bail = 1;
        tests.specs = tests.specs.filter(({ moduleId }) => specs.some((one) => one.moduleId === moduleId));
      }
      yield { state, name: nameOf(mutant) };
    }
  }
  for (const [folder, names] of files) yield { folder, results: trySample(names) };
  await tests.vitest.close();
}
