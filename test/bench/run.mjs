// `npm run bench`: measures every figure of the design, each side by side with its comparison, in one run.
//   node test/bench/run.mjs [name …] [--json]
// Names: sealing, usable; without a name, all of them. A missed target does not change
// the exit code: a time on a shared machine is a figure to read, not a test.
import process from 'node:process';
import { cpus, loadavg } from 'node:os';
import { installWhenStale, root } from '../../build/install.mjs';
import { summaryOf, tableOf } from './report.mjs';

// Vite and Lit read it when they load. Otherwise the bench would measure Lit's development build.
process.env.NODE_ENV = 'production';
// The project's configuration of Vite reads paths relative to the current folder.
process.chdir(root);

/** @typedef {import('./report.mjs').Figure} Figure */

/** Loaded only when asked for, and after the install. @type {Readonly<Record<string, () => Promise<Figure>>>} */
const FIGURES = {
  sealing: async () => (await import('./sealing.mjs')).measureSealing(),
  usable: async () => (await import('./usable.mjs')).measureUsable(),
};

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = [...chosen.filter((name) => !Object.hasOwn(FIGURES, name)), ...flags.filter((flag) => flag !== '--json')];
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Usage: run.mjs [${Object.keys(FIGURES).join(' | ')} …] [--json]`);
  process.exit(2);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

await installWhenStale();
const { sweep } = await import('./build.mjs');
process.once('exit', sweep);

const json = flags.includes('--json');
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${process.platform}`;
/** @type {Figure[]} */
const figures = [];
/** @type {string[]} */
const broken = [];
if (!json) console.log(`${machine}\nNoise: how far the middle half of the rounds strays from their median.`);
for (const name of chosen.length > 0 ? chosen : Object.keys(FIGURES)) {
  const began = performance.now();
  console.error(`Measuring ${name} …`);
  try {
    const figure = await FIGURES[name]?.();
    if (!figure) continue;
    figures.push(figure);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (!json)
      console.log(`\n${tableOf(figure)}\n   (${seconds} s; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors)`);
  } catch (error) {
    // The others can still be measured.
    broken.push(name);
    console.error(`${name} could not be measured:`, error);
  }
}
if (json) console.log(JSON.stringify({ machine, load: loadavg()[0], figures, broken }, undefined, 2));
else console.log(`\n${summaryOf(figures)}`);
process.exit(broken.length > 0 ? 1 : 0);
