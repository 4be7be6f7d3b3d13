// Finds PostgreSQL's programs, installs them if possible, and runs a server for the tests: private, without a network
// address, and removed after the run. Only built-ins at load time, as in browsers.mjs.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { installFromDebian, isProgram, onPath } from './browsers.mjs';

/** What to do on a machine where no PostgreSQL was found and none could be installed. */
export const CURE =
  'No PostgreSQL was found. Install its server (Debian: postgresql, macOS: brew install postgresql), ' +
  'or set POSTGRES_BIN to the folder of its programs';

const READY_MS = 20_000;

/** @param {string | undefined} folder */
const isBin = (folder) => folder !== undefined && ['initdb', 'postgres'].every((name) => isProgram(join(folder, name)));

function fromConfig() {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return status === 0 ? [stdout.trim()] : [];
}

/** Debian keeps each version's programs outside PATH; the newest first. */
function debians() {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions.sort((one, other) => Number(other) - Number(one)).map((version) => join(folder, version, 'bin'));
}

/**
 * The folder of PostgreSQL's programs: POSTGRES_BIN, then PATH, then the system's usual places.
 *
 * @returns {string | undefined}
 * @throws {Error} when POSTGRES_BIN is set and contains no server.
 */
export function findPostgres() {
  const chosen = process.env.POSTGRES_BIN;
  if (chosen && !isBin(chosen)) throw new Error(`POSTGRES_BIN is set to ${chosen}, which does not contain initdb and postgres.`);
  const named = onPath('initdb');
  return [chosen || undefined, ...(named ? [dirname(named)] : []), ...fromConfig(), ...debians()].find(isBin);
}

/**
 * Finds PostgreSQL, or installs Debian's package when root on Debian.
 *
 * @returns {string} the folder of its programs.
 * @throws {Error} whose message explains what to do by hand.
 */
export function findOrInstallPostgres() {
  const there = findPostgres();
  if (there) return there;
  console.error('No PostgreSQL on this machine: installing it.');
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    // Otherwise the package would start its own server.
    mkdirSync('/etc/postgresql-common', { recursive: true });
    const settings = '/etc/postgresql-common/createcluster.conf';
    if (!existsSync(settings)) writeFileSync(settings, 'create_main_cluster = false\n');
  }
  const found = installFromDebian(['postgresql']) ? findPostgres() : undefined;
  if (!found) throw new Error(CURE);
  return found;
}

/** PostgreSQL refuses to run as root: it then runs as the user postgres or nobody. */
function otherUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout));
    const [uid, gid] = ids;
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.');
}

/**
 * Starts a server on a socket in its own folder.
 *
 * @param {string} bin the folder of PostgreSQL's programs.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = otherUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: 'ignore' },
  );
  // Losing data when the machine crashes is acceptable here; losing it when a gateway is killed would still be noticed.
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=200'];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  server.stderr.on('data', (text) => (output = `${output}${text}`.slice(-4000)));
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const kill = () => void server.kill('SIGQUIT');
  process.once('exit', kill);
  const url = `postgres://postgres@${encodeURIComponent(folder)}/postgres`;
  const stop = async () => {
    process.removeListener('exit', kill);
    // Immediate: open connections do not delay it.
    if (server.exitCode === null) server.kill('SIGQUIT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url, () => server.exitCode !== null);
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start.\n${output}`, { cause: error });
  }
  return { url, stop };
}

/**
 * @param {string} url
 * @param {() => boolean} ended
 */
async function untilReady(url, ended) {
  const { default: pg } = await import('pg');
  for (const began = performance.now(); ; await sleep(50)) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (ended() || performance.now() - began > READY_MS) throw error;
    }
  }
}
