// The measured servers as processes, and the system's figures about them.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawnFollower, stopChild, whenEnded } from '../../../demo/start/process/server.mjs';

/**
 * @typedef {object} Started
 * @property {number} pid
 * @property {Record<string, string>} addresses its one JSON line.
 * @property {number} milliseconds from spawning to that line.
 * @property {() => Promise<void>} stop
 */

/**
 * @param {string} program
 * @param {string[]} programArguments
 * @param {Record<string, string>} [variables] of its environment, beside this process's own.
 * @returns {Promise<Started>}
 */
export async function start(program, programArguments, variables) {
  const began = performance.now();
  // Its log is written, but discarded.
  const child = spawnFollower(program, programArguments, ['ignore', 'pipe', 'ignore'], variables);
  const { stdout, pid } = child;
  if (!stdout || pid === undefined) throw new Error(`${program} could not be started.`);
  const line = new Promise((/** @type {(line: string) => void} */ resolve) => {
    createInterface({ input: stdout }).once('line', resolve);
  });
  const first = await Promise.race([line, whenEnded(child)]);
  const milliseconds = performance.now() - began;
  if (typeof first !== 'string') throw new Error(`${program} ${first.words} before it was ready.`);
  return { pid, addresses: JSON.parse(first), milliseconds, stop: () => stopChild(child) };
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** The peak memory of a process in bytes, if the system reports it (Linux). @param {number} pid */
export function peakMemory(pid) {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** The processor time of a process in milliseconds, if the system reports it (Linux). @param {number} pid */
export function processorTime(pid) {
  // After the program's name in brackets; user and system time are fields 14 and 15 of the whole line, in hundredths of a second.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) * 10 : undefined;
}

/** A process that makes requests. */
export function startLoad() {
  const child = fork(fileURLToPath(new URL('load.mjs', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = whenEnded(child).then(({ words }) => {
    throw new Error(`The process that makes requests ${words}.`);
  });
  ended.catch(() => undefined);
  return {
    /** @param {import('./load.mjs').Load} load @returns {Promise<import('./load.mjs').LoadResult>} */
    run: (load) => {
      const answered = new Promise((/** @type {(result: import('./load.mjs').LoadResult) => void} */ resolve) => {
        child.once('message', (result) => resolve(/** @type {import('./load.mjs').LoadResult} */ (result)));
      });
      child.send(load);
      return Promise.race([answered, ended]);
    },
    stop: () => stopChild(child),
  };
}
