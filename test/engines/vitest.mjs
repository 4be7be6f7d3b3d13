// Runs `vitest run` with the given arguments and its own reporter: run.mjs starts it for each engine.
import process from 'node:process';
import { parseCLI, startVitest } from 'vitest/node';
import { Progress } from './progress.mjs';

/** Reports the number of passed, failed and skipped tests to the parent process. */
const report = (/** @type {Progress['counts']} */ counts, then = () => {}) =>
  process.send ? process.send(counts, then) : then();

// When it exits by itself, it also ends the browsers that it started.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));

const progress = new Progress((counts) => void report(counts, () => process.exit(1)));
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, { ...options, watch: false, reporters: [progress] });
report(progress.counts);
await vitest.exit();
