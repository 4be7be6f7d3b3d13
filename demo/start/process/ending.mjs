// When a command of this folder has to end: Ctrl-C, a signal, or the npm that runs it being gone.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

const LOOK_MS = 250;

/** The parent of another process, where the system tells (Linux); undefined elsewhere. @param {number} pid */
function parentOf(pid) {
  try {
    // The second field is the program's name in brackets, and may hold spaces and brackets itself.
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/**
 * Calls `end` once, at the first reason to end, with the name of the signal.
 *
 * @param {(signal: NodeJS.Signals) => void} end
 */
export function whenAskedToEnd(end) {
  let asked = false;
  const once = (/** @type {NodeJS.Signals} */ signal) => {
    // In a terminal Ctrl-C comes twice: from the terminal and from npm, which passes on what it gets itself.
    if (asked) return;
    asked = true;
    end(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, once);

  // Started by hand and left in the background, a command outlives its shell; started by npm, it ends with npm.
  if (process.env.npm_lifecycle_event === undefined) return;
  // Between npm and us stands a shell, which stays when npm is killed.
  const parent = process.ppid;
  const npm = parentOf(parent);
  setInterval(() => {
    if (process.ppid !== parent || parentOf(parent) !== npm) once('SIGHUP');
  }, LOOK_MS).unref();
}

/** Prints an error's message for a person; a bundler's colours only where a terminal shows them. @param {unknown} error */
export function sayError(error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`\n${process.stderr.isTTY ? message : stripVTControlCharacters(message)}`);
}

/**
 * Prints why a command can't go on, for a person, and ends it with exit code 1.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  sayError(error);
  process.exit(1);
}
