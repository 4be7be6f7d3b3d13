// Installs the lockfile's packages before anything else of the project is loaded. It uses built-in modules only: a fresh
// clone has no others.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The project's top folder, with a trailing separator. */
export const root = fileURLToPath(new URL('../', import.meta.url));

// After some failures npm prints its whole manual.
const MAX_LINES = 12;

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean }} LockedPackage */

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} lockfile */
function stampOf(lockfile) {
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform} ${process.arch}\n`;
}

/**
 * Reads npm's own record of node_modules. A developer who ran npm by hand has no stamp of ours, and needs no second install.
 *
 * @param {string} lockfile
 * @param {string} installed
 */
function isInstalled(lockfile, installed) {
  /** @type {Record<string, LockedPackage>} */
  const wanted = JSON.parse(lockfile).packages;
  /** @type {Record<string, LockedPackage>} */
  const present = JSON.parse(installed).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    if (path === '') return true;
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * Whether node_modules matches the lockfile.
 *
 * @param {string} folder with package-lock.json in it.
 */
export function isFresh(folder) {
  const lockfile = read(join(folder, 'package-lock.json'));
  if (!lockfile) throw new Error(`There is no package-lock.json in ${folder}: is the clone complete?`);
  if (read(join(folder, 'node_modules/.lockfile-stamp')) === stampOf(lockfile)) return true;
  const installed = read(join(folder, 'node_modules/.package-lock.json'));
  return installed !== undefined && isInstalled(lockfile, installed);
}

/** @param {string} folder */
async function takeTurn(folder) {
  const turn = join(tmpdir(), `checkout-elements-install-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  for (let waited = 0; ; waited += 1) {
    try {
      mkdirSync(turn);
      writeFileSync(join(turn, 'pid'), String(process.pid));
      return () => rmSync(turn, { recursive: true, force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (waited === 0) console.error('Another command is installing; waiting for it.');
    if (waited > 2 && !isAlive(Number(read(join(turn, 'pid')) ?? NaN))) rmSync(turn, { recursive: true, force: true });
    await sleep(500);
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string | undefined>} npm's message if it failed; otherwise undefined.
 */
function runNpmCi(folder) {
  // Inside `npm run` npm sets the path of its program; otherwise npm comes from PATH.
  const npm = process.env.npm_execpath;
  const [command, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...before, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.removeListener('exit', kill);
      resolve(code === 0 ? undefined : output.split('\n').slice(0, MAX_LINES).join('\n').trim());
    });
  });
}

/**
 * Installs the lockfile's packages when node_modules is missing or stale. Messages go to standard error.
 *
 * @throws {Error} with the reason and the cure.
 */
export async function installWhenStale(folder = root) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: this project needs 20.19 or later.`);
  }
  if (isFresh(folder)) return;
  const release = await takeTurn(folder);
  try {
    if (isFresh(folder)) return;
    const began = performance.now();
    console.error('Installing packages (npm ci) …');
    const failure = await runNpmCi(folder);
    if (failure !== undefined) {
      throw new Error(`npm ci failed. Without a network it needs a filled npm cache. Its message:\n${failure}`);
    }
    const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    writeFileSync(join(folder, 'node_modules/.lockfile-stamp'), stampOf(lockfile));
    console.error(`Installed in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    release();
  }
}
