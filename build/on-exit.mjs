// Ends the commands of demo/start: on Ctrl-C, on a signal, or when their npm is gone.
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { onNpmExit } from './on-npm-exit.mjs';

/**
 * Calls `end` once, for the first reason to end, with the name of the signal.
 *
 * @param {(signal: NodeJS.Signals) => void} end
 */
export function onExit(end) {
  let asked = false;
  const once = (/** @type {NodeJS.Signals} */ signal) => {
    // In a terminal Ctrl-C arrives twice: from the terminal and from npm, which forwards it.
    if (asked) return;
    asked = true;
    end(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, once);

  onNpmExit(() => once('SIGHUP'));
}

/** Prints an error's message, with a bundler's colours only on a terminal. @param {unknown} error */
export function printError(error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`\n${process.stderr.isTTY ? message : stripVTControlCharacters(message)}`);
}

/**
 * Prints why a command can't continue, and ends it with exit code 1.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  printError(error);
  process.exit(1);
}
