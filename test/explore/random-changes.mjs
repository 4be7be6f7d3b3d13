// node test/explore/random-changes.mjs [--count 50] [--seed 1]: makes random small changes to src/flow, one at a time, and looks whether
// the explorer finds a broken promise with at most one deviation. The planted defects were chosen by who wrote the explorer; these were not.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { runnerImport } from 'vite';
import { root } from '../../build/install.mjs';

/** @typedef {{ file: string, line: number, mutator: string, start: number, end: number, to: string }} Change */

process.chdir(root);
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    /** How long one change may take, in seconds of the clock: it may have made a loop endless. */
    patience: { type: 'string', default: '600' },
    change: { type: 'string' },
  },
});

const QUIET = () => {};
const LOGGER = /** @type {ConstructorParameters<typeof Instrumenter>[0]} */ (
  /** @type {unknown} */ ({ trace: QUIET, debug: QUIET, info: QUIET, warn: QUIET, isDebugEnabled: () => false })
);

/** Every small change to the flow. @returns {Promise<Change[]>} */
async function changes() {
  const files = readdirSync('src/flow', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/flow/${name}`)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  const { mutants } = await new Instrumenter(LOGGER).instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
  return mutants.map(({ fileName: file, mutatorName: mutator, location, replacement: to }) => {
    const lines = (contents.get(file) ?? '').split('\n');
    const at = (/** @type {{ line: number, column: number }} */ { line, column }) =>
      lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
    return { file, mutator, line: location.start.line + 1, start: at(location.start), end: at(location.end), to };
  });
}

/** Tries one change, in a process of its own. @param {Change} change */
async function tryOne({ file, start, end, to }) {
  const plant = {
    name: 'plant',
    enforce: /** @type {const} */ ('pre'),
    transform: (/** @type {string} */ code, /** @type {string} */ id) =>
      id === `${root}${file}` ? code.slice(0, start) + to + code.slice(end) : undefined,
  };
  const path = fileURLToPath(new URL('search.ts', import.meta.url));
  /** @type {{ module: typeof import('./search.js') }} */
  const { module } = await runnerImport(path, { root, configFile: false, logLevel: 'error', plugins: [plant] });
  const found = await module.search({ scenes: '', most: 1 });
  console.log(JSON.stringify(found ?? null));
}

/** @param {Change} change @returns {Promise<string>} what came of it. */
const outcomeOf = (change) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--change', JSON.stringify(change)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: Number(values.patience) * 1000,
      killSignal: 'SIGKILL',
    });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (/** @type {Buffer} */ bytes) => (out += bytes.toString()));
    child.stderr.on('data', (/** @type {Buffer} */ bytes) => (errors += bytes.toString()));
    child.on('close', (code) => {
      if (code === null) return resolve('found: it never ends');
      if (code !== 0)
        return resolve(`found: ${errors.split('\n').find((line) => line.includes('Error')) ?? errors.slice(0, 200)}`);
      const found = /** @type {import('./search.js').Found | null} */ (JSON.parse(out.trim().split('\n').at(-1) ?? 'null'));
      resolve(found ? `found: ${found.promise}, ${found.deviations} deviations, ${found.runs} runs; ${found.text}` : 'survived');
    });
  });

async function sample() {
  /** @type {{ module: typeof import('../dice.js') }} */
  const { module } = await runnerImport(fileURLToPath(new URL('../dice.ts', import.meta.url)), { root, configFile: false });
  const dice = new module.Dice(values.seed);
  const all = await changes();
  const chosen = Array.from({ length: Number(values.count) }, () => all.splice(dice.whole(0, all.length - 1), 1)[0]);
  let found = 0;
  for (const change of chosen) {
    if (!change) continue;
    const text = await outcomeOf(change);
    if (text.startsWith('found')) found += 1;
    const before = readFileSync(change.file, 'utf8').slice(change.start, change.end).replaceAll(/\s+/g, ' ').slice(0, 80);
    const after = change.to.replaceAll(/\s+/g, ' ').slice(0, 80);
    console.log(`${change.file}:${change.line} ${change.mutator}: ${before} → ${after}\n  ${text}`);
  }
  console.log(`${found} of ${chosen.length} random changes were found`);
}

await (values.change === undefined ? sample() : tryOne(JSON.parse(values.change)));
