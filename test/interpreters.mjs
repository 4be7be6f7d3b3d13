// Finds the interpreters that run the documentation's servers in other languages, or installs Debian's packages.
import { spawnSync } from 'node:child_process';
import { installFromDebian, onPath } from './browsers.mjs';

/** What each needs to be able to do, beside being there. */
const INTERPRETERS = {
  php: {
    packages: ['php-cli', 'php-sqlite3'],
    proof: ['-r', 'exit(extension_loaded("pdo_sqlite") && extension_loaded("openssl") ? 0 : 1);'],
  },
  python3: { packages: ['python3'], proof: ['-c', 'import sqlite3, sys; sys.exit(sys.version_info < (3, 9))'] },
};

/**
 * Finds an interpreter, or installs it when root on Debian.
 *
 * @param {'php' | 'python3'} name
 * @returns {string} the program's path.
 * @throws {Error} whose message explains what to do by hand.
 */
export function findOrInstallInterpreter(name) {
  const { packages, proof } = INTERPRETERS[name];
  const find = () => {
    const program = onPath(name);
    return program !== undefined && spawnSync(program, proof).status === 0 ? program : undefined;
  };
  const there = find();
  if (there) return there;
  console.error(`No ${name} that can run the documentation's server on this machine: installing it.`);
  const found = installFromDebian(packages) ? find() : undefined;
  if (!found)
    throw new Error(`Expected the program ${name} with SQLite. Install it (Debian: apt-get install ${packages.join(' ')}).`);
  return found;
}
