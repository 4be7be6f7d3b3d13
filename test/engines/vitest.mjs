// Vitest as `vitest run`, with the arguments it is given, but for what it says: run.mjs starts it for each engine.
import process from 'node:process';
import { parseCLI, startVitest } from 'vitest/node';
import { Progress } from './progress.mjs';

/** Who started this is told how many tests went how. */
const tell = (/** @type {Progress['counts']} */ counts, then = () => {}) => (process.send ? process.send(counts, then) : then());

// By an exit of its own it ends the browsers that it started, too.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

const progress = new Progress((counts) => void tell(counts, () => process.exit(1)));
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, { ...options, watch: false, reporters: [progress] });
tell(progress.counts);
await vitest.exit();
