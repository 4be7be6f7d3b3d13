// Starts and stops a bundled demo server as a separate process.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import process from 'node:process';

const READY_MS = 20_000;
const STOP_MS = 3000;
const MAX_LINES = 20;

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {Record<string, string>} addresses from the JSON line that the server prints when it is ready.
 * @property {Promise<string>} ended how it ended, as text; never rejects.
 * @property {() => Promise<void>} stop
 * @property {() => string} lastLines the last lines of its log.
 */

/**
 * Spawns `program` with Node so that it ends when this process does.
 *
 * @param {string} program
 * @param {string[]} programArguments
 * @param {('ignore' | 'inherit' | 'pipe')[]} stdio for standard input, output and error.
 * @param {Record<string, string>} [variables] in addition to this process's own.
 */
export function spawnFollower(program, programArguments, stdio, variables = {}) {
  const preload = new URL('follow-parent.mjs', import.meta.url).href;
  return spawn(process.execPath, ['--enable-source-maps', '--import', preload, program, ...programArguments], {
    stdio: [...stdio, 'ipc'],
    env: { ...process.env, ...variables },
    // In a separate process group, so that Ctrl-C in a terminal reaches it only once, through this process.
    detached: process.platform !== 'win32',
  });
}

/** @param {import('node:child_process').ChildProcess} child */
export function whenEnded(child) {
  return new Promise((/** @type {(end: { code: number, words: string }) => void} */ resolve) => {
    child.once('error', (error) => resolve({ code: 1, words: `could not be started: ${error.message}` }));
    child.once('exit', (code, signal) =>
      resolve({ code: code ?? 1, words: signal ? `was ended by ${signal}` : `ended with exit code ${code}` }),
    );
  });
}

/**
 * Ends a process and waits until it is gone; kills it if it does not react.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  await gone;
  clearTimeout(deadline);
}

/**
 * Starts a server and waits for the JSON line with its addresses.
 *
 * @param {string} name for messages.
 * @param {string} program
 * @param {string[]} programArguments
 * @param {object} [options]
 * @param {boolean} [options.showLog]
 * @param {(line: string) => void} [options.onLine] receives every line of its log.
 * @param {Record<string, string>} [options.variables] of its environment, in addition to this process's own.
 * @returns {Promise<Server>}
 * @throws {Error} with the last lines of its log when it ends, or prints nothing, before it is ready.
 */
export async function startServer(name, program, programArguments, { showLog = false, onLine, variables } = {}) {
  const child = spawnFollower(program, programArguments, ['ignore', 'pipe', 'pipe'], variables);
  const kill = () => void child.kill();
  process.once('exit', kill);
  const ended = whenEnded(child);
  void ended.then(() => process.removeListener('exit', kill));

  /** @type {string[]} */
  const lines = [];
  const keep = (/** @type {string} */ line) => {
    lines.push(line);
    if (lines.length > MAX_LINES) lines.shift();
    onLine?.(line);
    if (showLog) console.error(`${name}: ${line}`);
  };
  const lastLines = () => lines.join('\n');
  if (!child.stdout || !child.stderr) throw new Error(`The ${name} has no output.`);
  createInterface({ input: child.stderr }).on('line', keep);
  const output = createInterface({ input: child.stdout });

  const ready = new Promise((/** @type {(line: string) => void} */ resolve) => {
    output.once('line', (line) => {
      output.on('line', keep);
      resolve(line);
    });
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((/** @type {(line: undefined) => void} */ resolve) => {
    timer = setTimeout(() => resolve(undefined), READY_MS);
  });
  const first = await Promise.race([ready, late, ended]);
  clearTimeout(timer);
  if (typeof first !== 'string') {
    await stopChild(child);
    const what = first ? first.words : `printed nothing for ${READY_MS / 1000} s`;
    throw new Error(`The ${name} ${what} before it was ready.\n${lastLines()}`.trimEnd());
  }
  return {
    name,
    addresses: await readAddresses(name, first, child),
    ended: ended.then(({ words }) => words),
    stop: () => stopChild(child),
    lastLines,
  };
}

/**
 * @param {string} name
 * @param {string} line
 * @param {import('node:child_process').ChildProcess} child
 */
async function readAddresses(name, line, child) {
  try {
    /** @type {Record<string, string>} */
    const addresses = JSON.parse(line);
    if (!Object.values(addresses).every((address) => URL.canParse(address))) throw new TypeError('not all are URLs');
    return addresses;
  } catch (error) {
    await stopChild(child);
    throw new Error(`The ${name} printed no JSON line of addresses but: ${line}`, { cause: error });
  }
}

/**
 * The addresses of one server as the flags of another: `gateway_url` becomes `--gateway-url` and its value.
 *
 * @param {Record<string, string>} addresses
 */
export function addressFlags(addresses) {
  return Object.entries(addresses).flatMap(([name, address]) => [`--${name.replaceAll('_', '-')}`, address]);
}
