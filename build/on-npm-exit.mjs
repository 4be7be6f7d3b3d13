// Notices that npm or npx has ended. They pass a signal only to their shell, which ends without passing it on, and when they are killed
// they can't pass on anything.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const CHECK_MS = 250;

/** The parent of another process, on Linux; undefined on other systems. @param {number} pid */
function parentOf(pid) {
  try {
    // The second field is the program's name in brackets, which may contain spaces and brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/**
 * Calls `end` when the npm or npx that started this process has ended. A command that was started by hand may outlive its shell.
 *
 * @param {() => void} end
 */
export function onNpmExit(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  // npm starts a shell in between, which may go on when npm is killed.
  const parent = process.ppid;
  const npm = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === npm) return;
    clearInterval(timer);
    end();
  }, CHECK_MS).unref();
}
