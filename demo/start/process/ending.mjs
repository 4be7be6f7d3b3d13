// Ends the commands of demo/start: on Ctrl-C, on a signal, or when their npm is gone.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

const LOOK_MS = 250;

/** The parent of another process on Linux; undefined on other systems. @param {number} pid */
function parentOf(pid) {
  try {
    // The second field is the program's name in brackets, which may contain spaces and brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/**
 * Calls `end` once, for the first reason to end, with the name of the signal.
 *
 * @param {(signal: NodeJS.Signals) => void} end
 */
export function whenAskedToEnd(end) {
  let asked = false;
  const once = (/** @type {NodeJS.Signals} */ signal) => {
    // In a terminal Ctrl-C arrives twice: from the terminal and from npm, which forwards it.
    if (asked) return;
    asked = true;
    end(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, once);

  // A command that was started by hand may outlive its shell; one that npm started ends with npm.
  if (process.env.npm_lifecycle_event === undefined) return;
  // npm starts a shell in between, which survives when npm is killed.
  const parent = process.ppid;
  const npm = parentOf(parent);
  setInterval(() => {
    if (process.ppid !== parent || parentOf(parent) !== npm) once('SIGHUP');
  }, LOOK_MS).unref();
}

/** Prints an error's message, with a bundler's colours only on a terminal. @param {unknown} error */
export function sayError(error) {
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
  sayError(error);
  process.exit(1);
}
