// Mutants of the elements. Stryker has no runner for tests in a browser, so this uses its mutator alone: every change is in the code at
// once, and the page asks which one is on. One Vitest, one browser and one server stay open for all of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { root } from '../../build/install.mjs';

/** A change has made a test endless if its files take longer than this, and than this for each of them (ms). */
const PATIENCE = 90_000;
const PATIENCE_OF_FILE = 30_000;
/** The nearest test files of each turn, from and to: most changes are noticed in the first one. */
const TURNS = /** @type {const} */ ([
  [0, 3],
  [3, 12],
]);
/** A loop that comes by a change so often is endless. */
const ENDLESS = 200_000;

/** What the page asks for and tells: `switch.ts` is in the page, `browser.config.ts` between them. */
const table = {
  /** @type {ReadonlyMap<string, string>} The changed sources, by their paths. */
  sources: new Map(),
  /** @type {readonly string[]} The changes that are on. */
  active: [],
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

/** How a changed source asks whether a change is on: Stryker has one at a time. */
const ONE_IS_ON = 'ns.activeMutant === id';

/** @param {readonly string[]} names */
async function instrument(names) {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { ignorers: [], excludedMutations: [], plugins: null };
  const { files: changed, mutants } = await new Instrumenter(/** @type {never} */ (logger)).instrument(files, options);
  const asking = changed.filter(({ content }) => content.includes('stryMutAct'));
  if (asking.length === 0 || asking.some(({ content }) => content.split(ONE_IS_ON).length !== 2))
    throw new Error(`Expected Stryker to ask for a change by "${ONE_IS_ON}", once a file; it asks otherwise.`);
  table.sources = new Map(
    changed.map(({ name, content }) => [name, content.replace(ONE_IS_ON, 'ns.activeMutants?.includes(id)')]),
  );
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

/** The first test that fails ends a run. The page reads it from its own project, not from Vitest. @param {Tests} tests */
function stopAtFirstFailure({ vitest }) {
  for (const { config } of vitest.projects) config.bail = 1;
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

/** Begins anew, because a change made a test endless. @param {Tests} tests */
async function startAgain(tests) {
  const { vitest, specs } = tests;
  await vitest.close();
  Object.assign(tests, await startTests());
  stopAtFirstFailure(tests);
  tests.specs = tests.specs.filter(({ moduleId }) => specs.some((one) => one.moduleId === moduleId));
}

/**
 * Runs test files.
 *
 * @param {Tests} tests
 * @param {Tests['specs']} specs
 * @returns {Promise<{ readonly failed: Tests['specs'], readonly left: Tests['specs'] } | 'late'>} those that failed, and all that did
 * not pass: after a failure the others stop
 */
async function run({ vitest }, specs) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise(
    (resolve) => void (timer = setTimeout(() => resolve(undefined), PATIENCE + specs.length * PATIENCE_OF_FILE)),
  );
  const result = await Promise.race([vitest.runTestSpecifications(specs, false), late]);
  clearTimeout(timer);
  if (!result) return 'late';
  const { testModules } = /** @type {Awaited<ReturnType<typeof vitest.runTestSpecifications>>} */ (result);
  const states = new Map(testModules.map((one) => [one.moduleId, one.state()]));
  return {
    failed: specs.filter(({ moduleId }) => states.get(moduleId) === 'failed'),
    left: specs.filter(({ moduleId }) => states.get(moduleId) !== 'passed'),
  };
}

/**
 * Whether tests notice changes. A file has to fail twice, or it may be the machine that was busy.
 *
 * @param {Tests} tests
 * @param {readonly Mutant[]} mutants
 * @param {Tests['specs']} specs
 * @returns {Promise<'killed' | 'survived' | 'late'>}
 */
async function judge(tests, mutants, specs) {
  table.active = mutants.map(({ id }) => id);
  try {
    for (let left = specs; left.length > 0;) {
      const result = await run(tests, left);
      if (result === 'late') return 'late';
      const first = result.failed[0];
      if (!first) return 'survived';
      const again = await run(tests, [first]);
      if (again === 'late') return 'late';
      if (again.failed.length > 0) return 'killed';
      left = result.left.filter((spec) => spec !== first);
    }
    return 'survived';
  } finally {
    table.active = [];
  }
}

/** The test files that reach some of the changes. @param {Tests} tests @param {readonly Mutant[]} mutants */
const reaching = ({ specs }, mutants) =>
  specs.filter(({ moduleId }) => mutants.some(({ id }) => table.reached.get(id)?.has(moduleId)));

/**
 * Tries a change with the files that are nearest to it.
 *
 * @param {Tests} tests
 * @param {Mutant} mutant
 * @param {(path: string) => number} relevance
 * @returns {Promise<'killed' | 'survived' | 'late' | 'unreached'>}
 */
async function tryNearest(tests, mutant, relevance) {
  const chosen = reaching(tests, [mutant]).toSorted((one, other) => relevance(other.moduleId) - relevance(one.moduleId));
  if (chosen.length === 0) return 'unreached';
  for (const turn of TURNS) {
    const state = await judge(tests, [mutant], chosen.slice(...turn));
    if (state === 'late') await startAgain(tests);
    if (state !== 'survived') return state;
  }
  return 'survived';
}

/**
 * Sorts changes into groups that can be made together: of two in the same lines, only one would be made.
 *
 * @param {readonly Mutant[]} mutants
 */
function apart(mutants) {
  /** @type {Mutant[][]} */
  const groups = [];
  for (const mutant of mutants) {
    const { fileName, location } = mutant;
    const group = groups.find((others) =>
      others.every(
        (other) =>
          other.fileName !== fileName ||
          other.location.end.line < location.start.line ||
          location.end.line < other.location.start.line,
      ),
    );
    if (group) group.push(mutant);
    else groups.push([mutant]);
  }
  return groups;
}

/**
 * Tries changes that their nearest files let pass with all files, together: most of them pass there, too, and all files take minutes.
 * A group that is noticed is tried in halves.
 *
 * @param {Tests} tests
 * @param {readonly Mutant[]} mutants
 * @returns {AsyncGenerator<{ readonly mutant: Mutant, readonly state: 'killed' | 'survived' | 'late' }>}
 */
async function* tryTogether(tests, mutants) {
  if (mutants.length === 0) return;
  const state = await judge(tests, mutants, reaching(tests, mutants));
  if (state === 'late') await startAgain(tests);
  if (state === 'survived' || mutants.length === 1) {
    for (const mutant of mutants) yield { mutant, state };
    return;
  }
  const half = Math.ceil(mutants.length / 2);
  yield* tryTogether(tests, mutants.slice(0, half));
  yield* tryTogether(tests, mutants.slice(half));
}

/**
 * Tries a sample of the changes of some folders of elements, folder by folder.
 *
 * @param {readonly string[]} folders
 * @param {number} sample
 */
export async function* mutateElements(folders, sample) {
  // A page that hangs still speaks while it is being closed.
  process.on('uncaughtException', (reason) => {
    if (!/rpc is closed/.test(String(reason))) throw reason;
  });
  const files = new Map(folders.map((folder) => [folder, filesOf(folder)]));
  const mutants = await instrument([...files.values()].flat());
  const tests = await startTests();
  const first = await run(tests, tests.specs);
  if (first === 'late') throw new Error('The tests of the elements did not end.');
  const ids = new Set(first.failed.map(({ moduleId }) => moduleId));
  stopAtFirstFailure(tests);
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
    const left = [];
    for (const mutant of inDraw.slice(0, sample)) {
      const state = await tryNearest(tests, mutant, relevance(mutant));
      if (state === 'survived') left.push(mutant);
      else yield { state, name: nameOf(mutant) };
    }
    for (const group of apart(left))
      for await (const { mutant, state } of tryTogether(tests, group)) yield { state, name: nameOf(mutant) };
  }
  for (const [folder, names] of files) yield { folder, results: trySample(names) };
  await tests.vitest.close();
}
