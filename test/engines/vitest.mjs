// Vitest as `vitest run`, with the arguments it is given, but for what it says: run.mjs starts it for each engine.
import process from 'node:process';
import { parseCLI, startVitest } from 'vitest/node';
import { Progress } from './progress.mjs';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, { ...options, watch: false, reporters: [new Progress()] });
const tests = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]);
/** How many tests ended how, for who started this. */
const count = (/** @type {string} */ state) => tests.filter((test) => test.result().state === state).length;
process.send?.({ passed: count('passed'), failed: count('failed'), skipped: count('skipped') });
await vitest.exit();
